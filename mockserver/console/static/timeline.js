// The time of a trace: where a moment stands in it, its ticks, and the bar of a call.

import { cost, duration, kind, latencyText, status } from "./calls.js";
import { div, icon, span } from "./dom.js";

/** @typedef {import("./tree.js").Node} Node */

/** While a call runs the axis has room: it grows when less than a twentieth is left. */
const STRETCH = 1.25;
const FULL = 0.95;
const TICK_WIDTH = 60;

export class Timeline {
  constructor() {
    this.start = 0;
    this.end = 1;
  }

  /** The time there is. @param {number} start @param {number} end @param {number | null} now while something runs */
  cover(start, end, now) {
    const isFull = now !== null && (now - start > (this.end - this.start) * FULL || this.start !== start);
    const last = Math.max(end, now ?? 0, start + 1);
    if (isFull) this.end = start + (last - start) * STRETCH;
    else this.end = now === null ? last : Math.max(this.end, last);
    this.start = start;
  }

  /** Where a moment stands: 0 % at the left edge, 100 % at the right one. */
  percent(at) {
    return (100 * (at - this.start)) / (this.end - this.start);
  }

  /** Round moments, far enough apart to be read. @param {number} width in pixels */
  ticks(width) {
    const rough = ((this.end - this.start) * TICK_WIDTH) / width;
    const unit = [3600e3, 60e3].find((each) => rough >= each / 2) ?? 1;
    const power = unit * 10 ** Math.floor(Math.log10(rough / unit));
    const step = power * ([1, 2, 5].find((each) => power * each >= rough) ?? 10);
    const count = Math.floor((this.end - this.start) / step) + 1;
    return Array.from({ length: count }, (_, number) => {
      const after = number * step;
      const tick = span("tick", after ? duration(after).replace(/\.0+(?= )/, "").replace(/ 0 [sm]$/, "") : "0");
      tick.style.left = `${this.percent(this.start + after)}%`;
      return tick;
    });
  }
}

/** The bar of a call from start to end, a thin line to where calls below it end, and the figures behind.
 * @param {Node} node @param {Timeline} timeline @param {number} now */
export function bar(node, timeline, now) {
  const { call, start } = node;
  const end = node.end ?? now;
  const reach = node.isRunning && node.end !== null ? now : Math.max(node.reach, end);
  const isOutlived = reach > end + 1;
  const isOwn = Object.keys(call.summary?.usage ?? {}).length > 0;
  const place = (part, from, to) => {
    part.style.left = `${timeline.percent(from)}%`;
    if (to > from) part.style.width = `${timeline.percent(to) - timeline.percent(from)}%`;
    return part;
  };
  const said = div("said",
    call.exception ? icon("cross", "failed") : null, latencyText(call, now), isOutlived ? ` Σ ${duration(reach - start)}` : "",
    call.console?.cost ? span(isOwn ? "" : "summed", ` ${cost(call.console.cost)}`) : null,
    call.exception ? span("status-error clip", ` ${call.exception.split("\n")[0]}`) : null);
  return [
    isOutlived ? place(div("tail"), end, reach) : null,
    place(div(`bar kind-${kind(call)} is-${status(call)}`), start, end),
    place(said, reach, reach),
  ];
}
