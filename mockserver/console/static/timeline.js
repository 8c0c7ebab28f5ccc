// The time of a trace: what part of it is in view, where a moment stands in it, the bar of a call,
// and the whole trace in small, on which a part is chosen.

import { cost, duration, kind, latencyText, status } from "./calls.js";
import { div, el, icon, span } from "./dom.js";

/** @typedef {import("./tree.js").Node} Node */

const LEAST = 0.1;
const STRETCH = 1.25;
const FULL = 0.95;

export class Timeline {
  /** @param {() => void} moved */
  constructor(moved) {
    this.moved = moved;
    this.start = 0;
    this.end = 1;
    this.from = 0;
    this.to = 1;
  }

  get isWhole() {
    return this.from === this.start && this.to === this.end;
  }

  /** The time there is; what was the whole of it stays the whole. @param {number} start @param {number} end @param {number | null} now while something runs */
  cover(start, end, now) {
    const whole = this.isWhole;
    let last = Math.max(end, start + 1);
    if (now !== null) {
      const isNear = now - start > (this.end - this.start) * FULL || this.start !== start;
      last = isNear ? start + (Math.max(now, last) - start) * STRETCH : Math.max(this.end, last);
    }
    this.start = start;
    this.end = last;
    if (whole) this.show(start, last);
  }

  show(from, to) {
    const width = Math.min(Math.max(to - from, LEAST), this.end - this.start);
    this.from = Math.max(this.start, Math.min(from, this.end - width));
    this.to = this.from + width;
    this.moved();
  }

  /** @param {number} by below 1 comes nearer @param {number} [around] share of the view that stays */
  zoom(by, around = 0.5) {
    const width = this.to - this.from;
    const fixed = this.from + width * around;
    this.show(fixed - width * by * around, fixed + width * by * (1 - around));
  }

  /** @param {number} by share of the view */
  pan(by) {
    const step = (this.to - this.from) * by;
    this.show(this.from + step, this.to + step);
  }

  /** A part fills the view; asked for again, the whole. */
  fit(from, to) {
    const isShown = Math.abs(this.from - from) < 1 && Math.abs(this.to - to) < 1;
    this.show(isShown ? this.start : from, isShown ? this.end : to);
  }

  whole() {
    this.show(this.start, this.end);
  }

  /** Where a moment stands: 0 at the left edge, 1 at the right one. */
  share(at) {
    return (at - this.from) / (this.to - this.from);
  }

  /** Round moments in view, about a hundred pixels apart. */
  ticks(pixels) {
    const rough = (this.to - this.from) / Math.max(2, pixels / 100);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 5].find((each) => power * each >= rough) ?? 10);
    const found = [];
    for (let at = Math.ceil((this.from - this.start) / step) * step; at <= this.to - this.start; at += step) found.push(at);
    return found;
  }

  /** A moment of the axis in words. @param {number} at milliseconds since the start */
  static tick(at) {
    return at ? duration(at).replace(/\.0+(?= )/, "").replace(/ 0 [sm]$/, "") : "0";
  }

  /** As the address keeps it. */
  toString() {
    return this.isWhole ? "" : `${Math.round(this.from - this.start)}..${Math.round(this.to - this.start)}`;
  }

  read(text) {
    const [from, to] = (text ?? "").split("..").map(Number);
    if (to > from) this.show(this.start + from, this.start + to);
  }
}

/** The bar of a call from start to end, a thin line to where calls below it end, and the figures behind.
 * @param {Node} node @param {Timeline} timeline @param {number} now */
export function bar(node, timeline, now) {
  const { call, start } = node;
  const end = node.end ?? now;
  const reach = node.isRunning && node.end !== null ? now : Math.max(node.reach, end);
  const outlived = reach > end + 1;
  const isOwn = Object.keys(call.summary?.usage ?? {}).length > 0;
  const place = (part, from, to) => {
    const [left, right] = [from, to].map((at) => Math.max(-0.01, Math.min(1.01, timeline.share(at))) * 100);
    part.style.left = `${left}%`;
    part.style.width = part.className === "said" ? "" : `${right - left}%`;
    return part;
  };
  const said = el("div", { class: "said" },
    call.exception ? icon("cross", "failed") : null, latencyText(call, now), outlived ? ` Σ ${duration(reach - start)}` : "",
    call.console?.cost ? el("span", { class: isOwn ? "" : "summed" }, ` ${cost(call.console.cost)}`) : null,
    call.exception ? span("status-error clip", ` ${call.exception.split("\n")[0]}`) : null);
  return [
    outlived ? place(div("tail"), end, reach) : null,
    place(div(`bar kind-${kind(call)} is-${status(call)}`), start, end),
    place(said, Math.max(end, reach), reach),
  ];
}

const HEIGHT = 56;
const COLOURS = { op: "--bar-op", model: "--bar-model", agent: "--bar-model", tool: "--bar-tool", retrieval: "--bar-tool", scorer: "--bar-op", error: "--bar-error" };

/** The whole trace, a stroke a call, and the part in view between two handles. */
export class Minimap {
  /** @param {Timeline} timeline @param {AbortSignal} signal */
  constructor(timeline, signal) {
    this.timeline = timeline;
    this.canvas = el("canvas", { "aria-hidden": "true", height: HEIGHT });
    this.brush = div("brush");
    this.handles = ["from", "to"].map((side) => this.handle(side));
    this.element = div("minimap", this.canvas, this.brush, this.handles);
    this.element.addEventListener("pointerdown", (event) => this.drag(event));
    this.element.addEventListener("dblclick", () => timeline.whole());
    /** @type {Node[]} */
    this.nodes = [];
    this.now = 0;
    const watch = new ResizeObserver(() => this.draw(this.nodes, this.now));
    watch.observe(this.element);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** One of two sliders; arrows move it. @param {string} side `from` or `to` */
  handle(side) {
    const label = side === "from" ? "Start of the part in view" : "End of the part in view";
    return el("div", { class: "handle", role: "slider", tabIndex: 0, "aria-label": label, onkeydown: (event) => {
      const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.move(side, this.timeline[side] + by * (this.timeline.end - this.timeline.start));
    } });
  }

  move(side, at) {
    const { from, to } = this.timeline;
    if (side === "from") this.timeline.show(Math.min(at, to - LEAST), to);
    else this.timeline.show(from, Math.max(at, from + LEAST));
  }

  /** A press on a handle moves it; a press elsewhere begins a new part. */
  drag(event) {
    const box = this.element.getBoundingClientRect();
    const { start, end } = this.timeline;
    const at = (each) => start + ((each.clientX - box.left) / box.width) * (end - start);
    const held = this.handles.indexOf(event.target);
    const first = at(event);
    this.element.setPointerCapture(event.pointerId);
    this.element.onpointermove = (moved) => {
      if (held >= 0) this.move(held ? "to" : "from", at(moved));
      else if (Math.abs(moved.clientX - event.clientX) > 3) this.timeline.show(Math.min(first, at(moved)), Math.max(first, at(moved)));
    };
    this.element.onpointerup = () => { this.element.onpointermove = null; };
  }

  /** @param {Node[]} nodes in their order @param {number} now */
  draw(nodes, now) {
    this.nodes = nodes;
    this.now = now;
    const { start, end } = this.timeline;
    const width = (this.canvas.width = this.element.clientWidth);
    const paint = this.canvas.getContext("2d");
    const step = Math.min(4, (HEIGHT - 4) / Math.max(1, nodes.length));
    const colours = Object.fromEntries(Object.entries(COLOURS).map(([name, colour]) => [name, colourOf(this.canvas, colour)]));
    const stroke = (node, at, colour, least) => {
      const [left, right] = [node.start, node.end ?? now].map((each) => ((each - start) / (end - start)) * width);
      paint.fillStyle = colours[colour];
      paint.fillRect(left, 2 + at * step, Math.max(least, right - left), Math.max(least, step - 1));
    };
    nodes.forEach((node, at) => stroke(node, at, kind(node.call), 1));
    nodes.forEach((node, at) => { if (node.call.exception) stroke(node, at, "error", 2); });
    this.drawBrush();
  }

  drawBrush() {
    const { start, end, from, to } = this.timeline;
    const share = (at) => ((at - start) / (end - start)) * 100;
    this.brush.style.left = `${share(from)}%`;
    this.brush.style.width = `${share(to) - share(from)}%`;
    for (const [place, at] of [from, to].entries()) {
      const handle = this.handles[place];
      const now = { min: 0, max: Math.round(end - start), now: Math.round(at - start), text: duration(at - start) };
      handle.style.left = `${share(at)}%`;
      for (const [key, value] of Object.entries(now)) handle.setAttribute(`aria-value${key}`, String(value));
    }
  }
}

/** A colour of the theme as a canvas understands it. */
function colourOf(place, name) {
  place.style.color = `var(${name})`;
  return getComputedStyle(place).color;
}
