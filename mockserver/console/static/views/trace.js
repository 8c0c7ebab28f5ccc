// One trace: its calls as a tree with bars in time, and the details of one of them beside it.

import { ADMIN, Cache, TRACE, all, json, lines, post } from "../api.js";
import { kind, latencyText, name, status, statusIcon } from "../calls.js";
import { details } from "../details.js";
import { button, el, fill, icon, link, notice, onceAFrame } from "../dom.js";
import { parse } from "../filter.js";
import { clock, cost, duration, figure } from "../format.js";
import { keys } from "../keys.js";
import { hearOf } from "../live.js";
import { splitter } from "../panes.js";
import { ask, go, within } from "../router.js";
import { current, subscribe } from "../store.js";
import { Minimap, Timeline } from "../timeline.js";
import { Tree } from "../tree.js";
import { VirtualList, rowHeight } from "../virtual.js";

/** @typedef {import("../tree.js").Node} Node */

const COLUMNS = ["id", "trace_id", "parent_id", "op_name", "display_name", "started_at", "ended_at", "exception", "summary", "thread_id", "wb_user_id", "attributes.weave.kind", "attributes.kind"];
const FIRST_PAINT = 200;
const REFRESH = 250;
const SETTLED = 120;
const LEVELS = 8;
const GROUPS = ["timeline", "peers", "siblings", "stack"];
const NARROW = matchMedia("(max-width: 720px)");

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const project = `${route.params.entity}/${route.params.project}`;
  const time = await json(`${ADMIN}/clock`, { signal });
  const view = new Trace(root, project, route, time, signal);
  await view.begin();
  return view.title;
}

class Trace {
  /** @param {HTMLElement} root @param {string} project @param {import("../router.js").Route} route @param {{now: string, frozen: boolean}} time @param {AbortSignal} signal */
  constructor(root, project, route, time, signal) {
    this.root = root;
    this.project = project;
    this.id = route.params.trace;
    this.query = route.query;
    this.signal = signal;
    this.time = { at: Date.parse(time.now), ahead: Date.parse(time.now) - Date.now(), frozen: time.frozen };
    this.tree = new Tree();
    /** @type {Node[]} */
    this.rows = [];
    /** @type {Node | null} */
    this.chosen = null;
    /** @type {Set<string>} */
    this.changed = new Set();
    /** @type {Cache<any>} */
    this.cache = new Cache(50);
    this.redraw = onceAFrame(() => this.drawTime());
    this.timeline = new Timeline(this.redraw);
    this.minimap = new Minimap(this.timeline, signal);
    this.list = new VirtualList({
      kind: "treegrid",
      label: "Calls of the trace",
      height: rowHeight(),
      id: (index) => this.rows[index]?.call.id ?? `at-${index}`,
      draw: (row, index) => this.draw(row, this.rows[index]),
      activate: (index) => this.choose(this.rows[index]),
      choose: (index) => this.enter(this.rows[index]),
    }, signal);
  }

  get now() {
    return this.time.frozen ? this.time.at : Date.now() + this.time.ahead;
  }

  get title() {
    const [first] = this.tree.roots;
    return first ? `${name(first.call)} · ${this.project}` : `Trace ${this.id}`;
  }

  async begin() {
    const body = { project_id: this.project, filter: { trace_ids: [this.id] }, lean: true, include_feedback: true, columns: COLUMNS };
    /** @type {any[]} */
    let calls = [];
    for await (const call of lines(`${TRACE}/calls/stream_query`, body, this.signal)) {
      calls.push(call);
      if (calls.length === FIRST_PAINT && !this.tree.nodes.size) this.tree.put(calls);
    }
    this.tree.put(calls);
    if (!calls.length) {
      fill(this.root, el("h1", {}, "Trace"), notice(`No trace ${this.id} in ${this.project}. It may have been reset.`, link(within(this.project, "traces"), "All traces")));
      return;
    }
    this.tree.foldMost();
    this.cover();
    this.timeline.read(this.query.get("zoom"));
    this.assemble();
    this.follow();
    this.search(this.query.get("find") ?? "");
    this.pick(this.tree.nodes.get(this.query.get("call") ?? "") ?? this.tree.roots[0]);
  }

  assemble() {
    this.head = el("div", { class: "toolbar" });
    this.axis = el("div", { class: "axis", "aria-hidden": "true" });
    this.input = el("input", { type: "search", class: "filter", value: this.query.get("find") ?? "", placeholder: "Find: words, op:tool, status:error", "aria-label": "Find calls", spellcheck: false });
    this.count = el("span", { class: "dim", role: "status" });
    this.scrubbers = el("div", { class: "scrubbers" });
    this.side = el("section", { class: "pane details", "aria-label": "Details", tabIndex: -1 });
    let due = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(due);
      due = setTimeout(() => this.search(this.input.value), 200);
    });
    const left = el("section", { class: "pane tree", "aria-label": "Tree" });
    const panes = el("div", { class: "panes" });
    const heads = el("div", { class: "heads" }, el("div", { class: "find" }, this.input, this.count), splitter(left, { name: "names", label: "Width of the names", least: 180, most: 0.6, otherwise: "clamp(180px, 44%, 340px)" }), this.axis);
    fill(left, this.minimap.element, heads, this.list.element, this.scrubbers);
    fill(panes, left, splitter(panes, { name: "tree", label: "Width of the tree", least: 320, most: 0.8, otherwise: "56%" }), this.side);
    fill(this.root, this.head, panes);
    this.panes = panes;
    this.list.element.addEventListener("wheel", (event) => this.wheel(event), { signal: this.signal });
    this.list.element.addEventListener("keydown", (event) => this.fold(event), { signal: this.signal });
    this.keys();
    this.drawHead();
  }

  /** The time of the trace, to now while something runs. */
  cover() {
    this.timeline.cover(this.tree.start, this.tree.reach, this.tree.running ? this.now : null);
  }

  drawHead() {
    const [first] = this.tree.roots;
    const { call } = first;
    fill(this.head,
      link(within(this.project, "traces"), "‹ Traces"),
      el("h1", { class: "clip", title: name(call) }, statusIcon(call), " ", name(call)),
      el("span", { class: "figures dim" }, [
        latencyText(call, this.now), `${figure(this.tree.nodes.size)} ${this.tree.nodes.size === 1 ? "call" : "calls"}`, call.console?.tokens && `${figure(call.console.tokens)} tokens`, cost(call.console?.cost),
        clock(call.started_at), call.thread_id && link(within(this.project, "threads", call.thread_id), `thread ${call.thread_id}`), call.wb_user_id && `user ${call.wb_user_id}`,
      ].filter(Boolean).flatMap((each, at) => (at ? [" · ", each] : [each]))),
      el("span", { class: "grow" }),
      el("span", { class: "choice" },
        button("‹", () => this.step(-1), { title: "The trace before this one ([)", "aria-label": "Previous trace" }),
        button("›", () => this.step(1), { title: "The trace after this one (])", "aria-label": "Next trace" })));
  }

  /** Rows again, with the chosen call still the active one. */
  refill() {
    this.rows = this.tree.rows();
    this.list.active = this.chosen ? this.rows.indexOf(this.chosen) : -1;
    this.list.resize(this.rows.length);
    this.redraw();
  }

  drawTime() {
    if (!this.axis) return;
    const width = this.axis.clientWidth || 400;
    fill(this.axis, this.timeline.ticks(width).map((at) => {
      const tick = el("span", { class: "tick" }, Timeline.tick(at));
      tick.style.left = `${this.timeline.share(this.tree.start + at) * 100}%`;
      return tick;
    }));
    this.list.redraw();
    this.minimap.draw(this.tree.order ?? [], this.now);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => ask({ zoom: this.timeline.toString() }), SETTLED * 2);
    this.signal.addEventListener("abort", () => clearTimeout(this.settling), { once: true });
  }

  draw(row, node) {
    if (!node) return;
    const { call } = node;
    const above = node.parent ? node.parent.children : this.tree.roots;
    row.setAttribute("aria-level", String(node.level));
    row.setAttribute("aria-setsize", String(above.length));
    row.setAttribute("aria-posinset", String(above.indexOf(node) + 1));
    const open = !this.tree.folded.has(call.id);
    if (node.children.length) row.setAttribute("aria-expanded", String(open));
    else row.removeAttribute("aria-expanded");
    const twist = node.children.length ? icon("chevron") : el("span", { class: "icon" });
    twist.classList.add(open ? "opened" : "closed");
    twist.addEventListener("click", (event) => {
      event.stopPropagation();
      this.toggle(node, !open);
    });
    const label = el("div", { class: "cell name", role: "gridcell", title: name(call) },
      twist, node.level > LEVELS ? el("span", { class: "level dim" }, String(node.level)) : null, icon(kind(call)), el("span", { class: "clip" }, name(call)),
      node.orphan ? el("span", { class: "chip" }, "orphan") : null, call.console?.feedback ? icon("chat", "has feedback") : null);
    label.style.paddingInlineStart = `${8 + 14 * Math.min(node.level - 1, LEVELS) + 2 * Math.max(0, node.level - 1 - LEVELS)}px`;
    fill(row, label, el("div", { class: "cell time", role: "gridcell" }, el("div", { class: "track" }, this.bar(node))));
  }

  /** A bar from start to end, a thin line to where calls below it end, and the figures behind. */
  bar(node) {
    const { call } = node;
    const end = node.end ?? this.now;
    const share = (at) => Math.max(-0.01, Math.min(1.01, this.timeline.share(at)));
    const place = (part, from, to) => {
      part.style.left = `${share(from) * 100}%`;
      part.style.width = `${(share(to) - share(from)) * 100}%`;
      return part;
    };
    const bar = place(el("div", { class: `bar kind-${kind(call)} is-${status(call)}` }), node.start, end);
    const reach = node.running ? Math.max(node.reach, node.end === null ? end : this.now) : node.reach;
    const outlived = reach > end + 1;
    const own = Object.keys(call.summary?.usage ?? {}).length > 0;
    const said = el("div", { class: "said" },
      call.exception ? icon("cross", "failed") : null, latencyText(call, this.now), outlived ? ` Σ ${duration(reach - node.start)}` : "",
      call.console?.cost ? el("span", { class: own ? "" : "summed" }, ` ${cost(call.console.cost)}`) : null,
      call.exception ? el("span", { class: "status-error clip" }, ` ${call.exception.split("\n")[0]}`) : null);
    said.style.left = `${share(Math.max(end, reach)) * 100}%`;
    return [outlived ? place(el("div", { class: "tail" }), end, reach) : null, bar, said];
  }

  /** Make a call the chosen one and bring it into view. @param {Node | undefined} node */
  pick(node) {
    if (!node) return;
    this.tree.uncover(node);
    if (this.tree.only && !this.tree.only.has(node.call.id)) this.search("");
    this.chosen = node;
    this.refill();
    this.list.activate(this.rows.indexOf(node), { quiet: true });
    this.choose(node);
  }

  choose(node) {
    if (!node) return;
    this.chosen = node;
    if (current().route.query.get("call") !== node.call.id) ask({ call: node.call.id });
    this.drawScrubbers();
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.show(node), this.side.hasChildNodes() ? SETTLED : 0);
  }

  /** On a narrow page the details are a place of their own; on a wide one they get the focus. */
  enter(node) {
    if (NARROW.matches) go(`${location.pathname}?${withPane(node.call.id)}`);
    else this.choose(node);
  }

  async show(node) {
    const { id } = node.call;
    const read = (each) => this.cache.get(each, () => post(`${TRACE}/call/read`, { project_id: this.project, id: each, include_costs: true }));
    try {
      const { call } = await read(id);
      if (this.signal.aborted || this.chosen?.call.id !== id) return;
      this.shown?.abort();
      this.shown = new AbortController();
      const signal = AbortSignal.any([this.signal, this.shown.signal]);
      const made = call && await details(call, {
        project: this.project, signal, now: this.now, tab: current().route.query.get("tab") ?? "",
        chosen: (tab) => ask({ tab }), changed: () => this.reload(node),
      });
      if (signal.aborted || this.chosen?.call.id !== id) return;
      this.nextTab = made?.next;
      const back = button("‹ Back to the tree", () => ask({ pane: null }), { class: "back" });
      fill(this.side, back, made ? made.element : notice(`No call ${id} in ${this.project}. It may have been reset.`));
      this.side.dataset.call = id;
      const at = this.rows.indexOf(node);
      for (const next of [this.rows[at + 1], this.rows[at - 1]]) if (next) read(next.call.id).catch(() => undefined);
    } catch (error) {
      if (!this.signal.aborted) fill(this.side, notice(`The server refused this: ${error.message}`, button("Try again", () => this.show(node))));
    }
  }

  reload(node) {
    this.cache.drop(node.call.id);
    if (this.chosen === node && !isWriting(this.side)) this.show(node);
    if (this.chosen === node) this.drawHead();
  }

  drawScrubbers() {
    const node = this.chosen;
    if (!node || this.scrubbers.contains(document.activeElement)) return;
    this.groups = this.tree.groups(node);
    fill(this.scrubbers, GROUPS.map((group) => {
      const nodes = this.tree.groups(node)[group];
      const place = el("span", { class: "dim" }, `${nodes.indexOf(node) + 1} of ${nodes.length}`);
      const slide = el("input", { type: "range", min: 1, max: nodes.length, value: nodes.indexOf(node) + 1, disabled: nodes.length < 2 });
      slide.addEventListener("input", () => {
        place.textContent = `${slide.value} of ${nodes.length}`;
        this.pick(nodes[Number(slide.value) - 1]);
      });
      return el("label", {}, group, slide, place);
    }));
  }

  /** To the next or last of a group, without an end at either side. */
  scrub(group, by) {
    if (!this.chosen) return;
    const nodes = this.tree.groups(this.chosen)[group];
    this.pick(nodes[(nodes.indexOf(this.chosen) + by + nodes.length) % nodes.length]);
  }

  toggle(node, open) {
    if (open) this.tree.folded.delete(node.call.id);
    else this.tree.folded.add(node.call.id);
    this.refill();
  }

  /** ← folds or goes to the parent, → unfolds or goes to the first child, * unfolds the siblings. */
  fold(event) {
    const node = this.chosen;
    if (!node || event.altKey || event.ctrlKey) return;
    const isOpen = node.children.length > 0 && !this.tree.folded.has(node.call.id);
    if (event.key === "ArrowLeft") isOpen ? this.toggle(node, false) : this.pick(node.parent ?? undefined);
    else if (event.key === "ArrowRight") node.children.length && (isOpen ? this.pick(node.children[0]) : this.toggle(node, true));
    else if (event.key === "*") {
      for (const each of node.parent?.children ?? this.tree.roots) this.tree.folded.delete(each.call.id);
      this.refill();
    } else return;
    event.preventDefault();
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = this.axis.getBoundingClientRect();
    this.timeline.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)));
  }

  keys() {
    const errors = () => (this.tree.order ?? []).filter((node) => status(node.call) === "error");
    const finds = () => this.rows.filter((node) => this.found?.has(node.call.id));
    const among = (nodes, by) => {
      const order = this.tree.order ?? [];
      const here = this.chosen ? order.indexOf(this.chosen) : -1;
      const ahead = by > 0 ? nodes.find((node) => order.indexOf(node) > here) : nodes.findLast((node) => order.indexOf(node) < here);
      this.pick(ahead ?? nodes.at(by > 0 ? 0 : -1));
    };
    keys({
      "/": ["Find calls", () => this.input.focus()],
      Escape: ["Leave the field, clear the search, back", () => this.leave()],
      "[": ["The trace before", () => this.step(-1)],
      "]": ["The trace after", () => this.step(1)],
      "Alt+ArrowUp": ["The call above", () => this.list.activate(this.list.active - 1)],
      "Alt+ArrowDown": ["The call below", () => this.list.activate(this.list.active + 1)],
      ",": ["The sibling before", () => this.scrub("siblings", -1)],
      ".": ["The sibling after", () => this.scrub("siblings", 1)],
      "<": ["The call of the same name before", () => this.scrub("peers", -1)],
      ">": ["The call of the same name after", () => this.scrub("peers", 1)],
      e: ["The next error", () => among(errors(), 1)],
      E: ["The error before", () => among(errors(), -1)],
      n: ["The next find", () => among(finds(), 1)],
      N: ["The find before", () => among(finds(), -1)],
      w: ["Nearer", () => this.timeline.zoom(0.7)],
      s: ["Farther", () => this.timeline.zoom(1 / 0.7)],
      a: ["Earlier", () => this.timeline.pan(-0.2)],
      d: ["Later", () => this.timeline.pan(0.2)],
      f: ["The call fits", () => this.chosen && this.timeline.show(this.chosen.start, Math.max(this.chosen.reach, this.chosen.end ?? this.now))],
      0: ["The whole trace", () => this.timeline.whole()],
      t: ["The next tab of the details", () => this.nextTab?.()],
    }, this.signal);
  }

  leave() {
    if (document.activeElement === this.input) this.list.element.focus();
    else if (this.tree.only) this.search("");
    else if (this.panes.dataset.show === "details") ask({ pane: null });
    else history.back();
  }

  /** Leave only the calls that fit, and those above them. */
  async search(text) {
    if (this.input.value !== text) this.input.value = text;
    if ((current().route.query.get("find") ?? "") !== text) ask({ find: text });
    this.looking?.abort();
    this.looking = new AbortController();
    const { filter, query, mistakes } = parse(text, this.now);
    if (!text.trim() || mistakes.length) {
      this.found = null;
      this.tree.filter(null);
      fill(this.count, mistakes.map((each) => `${each.text}: ${each.error}`).join(" · "));
      return this.refill();
    }
    delete filter.trace_roots_only;
    const body = { project_id: this.project, filter: { ...filter, trace_ids: [this.id] }, query, columns: ["id"], lean: true };
    const rows = await all(`${TRACE}/calls/stream_query`, body, AbortSignal.any([this.signal, this.looking.signal])).catch(() => null);
    if (!rows) return;
    this.found = new Set(rows.map((row) => row.id));
    this.tree.filter([...this.found]);
    fill(this.count, `${figure(rows.length)} found`);
    this.refill();
  }

  /** The root that began before or after this one. */
  async step(by) {
    const at = { $literal: this.tree.start / 1000 };
    const began = { $getField: "started_at" };
    const expr = by > 0 ? { $gt: [began, at] } : { $not: [{ $gte: [began, at] }] };
    const body = { project_id: this.project, filter: { trace_roots_only: true }, query: { $expr: expr }, sort_by: [{ field: "started_at", direction: by > 0 ? "asc" : "desc" }], limit: 3, columns: ["id", "trace_id"] };
    const rows = await all(`${TRACE}/calls/stream_query`, body, this.signal);
    const next = rows.find((row) => row.trace_id !== this.id);
    if (next) go(within(this.project, "traces", next.trace_id));
  }

  follow() {
    subscribe((state) => state.route.query, (query) => {
      const call = query.get("call");
      if (call && call !== this.chosen?.call.id && this.chosen) this.pick(this.tree.nodes.get(call));
      this.panes.dataset.show = query.get("pane") ?? "tree";
    }, this.signal);
    hearOf("calls", ({ project, changed }) => {
      if (project !== this.project) return;
      for (const [id, trace] of changed) if (trace === this.id) this.changed.add(id);
      if (this.changed.size) this.later();
    }, this.signal);
    hearOf("resync", () => { for (const id of this.tree.nodes.keys()) this.changed.add(id); this.later(); }, this.signal);
    const tick = setInterval(() => this.grow(), 1000);
    this.signal.addEventListener("abort", () => clearInterval(tick));
  }

  later() {
    this.due ||= setTimeout(() => {
      this.due = 0;
      this.refresh().catch(() => undefined);
    }, REFRESH);
  }

  /** Ask for the calls that changed, and for those above them, whose sums changed too. */
  async refresh() {
    const ids = [...this.changed];
    this.changed.clear();
    const wanted = new Set(ids);
    for (const id of ids) for (let node = this.tree.nodes.get(id)?.parent; node; node = node.parent) wanted.add(node.call.id);
    const body = { project_id: this.project, filter: { trace_ids: [this.id], call_ids: [...wanted] }, lean: true, include_feedback: true, columns: COLUMNS };
    const rows = await all(`${TRACE}/calls/stream_query`, body, this.signal);
    const known = new Set(rows.map((row) => row.id));
    this.tree.put(rows);
    for (const id of wanted) if (!known.has(id)) this.tree.drop(id);
    this.cover();
    this.drawHead();
    this.refill();
    for (const id of ids) this.cache.drop(id);
    if (this.chosen && ids.includes(this.chosen.call.id)) this.reload(this.chosen);
  }

  /** What runs grows to now. */
  grow() {
    if (!this.tree.running || document.hidden) return;
    this.cover();
    this.list.redraw();
    this.minimap.draw(this.tree.order ?? [], this.now);
    this.drawHead();
  }
}

function withPane(call) {
  const query = new URLSearchParams(location.search);
  query.set("call", call);
  query.set("pane", "details");
  return query;
}

function isWriting(place) {
  const field = /** @type {any} */ (place.contains(document.activeElement) ? document.activeElement : null);
  return Boolean(field?.matches?.("textarea, input:not([type=search])") && field.value);
}
