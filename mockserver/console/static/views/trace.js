// One trace: its calls as a tree with bars in time, and the details of one of them beside it. A
// call's own address leads here too.

import { ADMIN, TRACE, hearOf, json, post, queryCalls } from "../api.js";
import { clock, cost, figure, kind, latencyText, name, status, statusIcon } from "../calls.js";
import { details } from "../details.js";
import { button, div, dotted, eachSecond, el, fill, icon, isShot, link, notice, onceAFrame, searchField, settled, span, throttled, toolbar } from "../dom.js";
import { parse } from "../filter.js";
import { VirtualList, rowHeight } from "../lists.js";
import { splitter } from "../panes.js";
import { ask, go, within } from "../router.js";
import { current, keys, subscribe } from "../store.js";
import { Minimap, Timeline, bar } from "../timeline.js";
import { Tree } from "../tree.js";

/** @typedef {import("../tree.js").Node} Node */

const COLUMNS = ["id", "trace_id", "parent_id", "op_name", "display_name", "started_at", "ended_at", "exception", "summary", "thread_id", "wb_user_id", "attributes.weave.kind", "attributes.kind"];
/** Milliseconds between two looks at what changed, and before the details of a call one passes are read. */
const REFRESH = 250;
const RESTED = 120;
const LEVELS = 8;
const GROUPS = ["timeline", "peers", "siblings", "stack"];
const MOST_READ = 50;
const NARROW = matchMedia("(max-width: 720px)");

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  if (route.params.call) return find(root, route, signal);
  const view = new Trace(root, route, await json(`${ADMIN}/clock`, { signal }), signal);
  await view.begin();
  const [first] = view.tree.roots;
  return first ? `${name(first.call)} · ${route.project}` : `Trace ${view.id}`;
}

/** From a call's id alone to its trace. */
async function find(root, { project, params, query }, signal) {
  const { call } = await post(`${TRACE}/call/read`, { project_id: project, id: params.call }, signal);
  if (call) go(`${within(project, "traces", call.trace_id)}?${new URLSearchParams([...query, ["call", call.id]])}`, { replace: true });
  else gone(root, project, "call", params.call);
}

function gone(root, project, what, id) {
  fill(root, toolbar("Trace"), notice(`No ${what} ${id} in ${project}. It may have been reset.`, link(within(project, "traces"), "All traces")));
}

class Trace {
  /** @param {HTMLElement} root @param {import("../router.js").Route} route @param {{now: string, frozen: boolean}} time @param {AbortSignal} signal */
  constructor(root, { project, params, query }, time, signal) {
    this.root = root;
    this.project = project;
    this.id = params.trace;
    this.query = query;
    this.signal = signal;
    const at = Date.parse(time.now);
    this.time = { at, ahead: at - Date.now(), stands: time.frozen || isShot };
    this.tree = new Tree();
    /** @type {Node[]} */
    this.rows = [];
    /** @type {Node | null} */
    this.chosen = null;
    /** @type {Set<string>} ids of calls that changed */
    this.changed = new Set();
    /** @type {Set<string> | null} ids of calls that a search found */
    this.found = null;
    /** @type {Map<string, Promise<any>>} calls that were read, with all that is in them */
    this.read = new Map();
    this.timeline = new Timeline(onceAFrame(() => this.drawTime()));
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
    this.rest = settled(() => this.show(), RESTED);
    this.keepZoom = settled(() => signal.aborted || ask({ zoom: this.timeline.toString() }), 2 * RESTED);
  }

  get now() {
    return this.time.stands ? this.time.at : Date.now() + this.time.ahead;
  }

  async begin() {
    const calls = await queryCalls(this.project, { filter: { trace_ids: [this.id] }, include_feedback: true, columns: COLUMNS }, this.signal);
    this.tree.put(calls);
    if (!calls.length) return gone(this.root, this.project, "trace", this.id);
    this.tree.foldMost();
    this.cover();
    this.timeline.read(this.query.get("zoom"));
    this.assemble();
    this.follow();
    this.search(this.query.get("find") ?? "");
    this.pick(this.tree.nodes.get(this.query.get("call") ?? "") ?? this.tree.roots[0]);
  }

  assemble() {
    this.head = toolbar("");
    this.axis = el("div", { class: "axis", "aria-hidden": "true" });
    this.input = searchField({ label: "Find calls", value: this.query.get("find") ?? "", placeholder: "Find: words, op:tool, status:error", search: (text) => this.search(text) });
    this.count = el("span", { class: "dim", role: "status" });
    this.scrubbers = div("scrubbers");
    this.side = el("section", { class: "pane details", "aria-label": "Details", tabIndex: -1 });
    const left = el("section", { class: "pane tree", "aria-label": "Tree" });
    const names = splitter(left, { name: "names", label: "Width of the names", least: 180, most: 0.6, otherwise: "clamp(180px, 44%, 340px)" });
    this.panes = div("panes");
    fill(left, this.minimap.element, div("heads", div("find", this.input, this.count), names, this.axis), this.list.element, this.scrubbers);
    fill(this.panes, left, splitter(this.panes, { name: "tree", label: "Width of the tree", least: 320, most: 0.8, otherwise: "56%" }), this.side);
    fill(this.root, this.head, this.panes);
    this.list.element.addEventListener("wheel", (event) => this.wheel(event), { signal: this.signal });
    this.list.element.addEventListener("keydown", (event) => this.fold(event), { signal: this.signal });
    this.keys();
    this.drawHead();
  }

  /** The time of the trace, to now while something runs. */
  cover() {
    this.timeline.cover(this.tree.start, this.tree.reach, this.tree.isRunning ? this.now : null);
  }

  drawHead() {
    const { call } = this.tree.roots[0];
    const calls = this.tree.nodes.size;
    const facts = [
      latencyText(call, this.now), `${figure(calls)} ${calls === 1 ? "call" : "calls"}`, call.console?.tokens && `${figure(call.console.tokens)} tokens`, cost(call.console?.cost),
      clock(call.started_at), call.thread_id && link(within(this.project, "threads", call.thread_id), `thread ${call.thread_id}`), call.wb_user_id && `user ${call.wb_user_id}`,
    ];
    fill(this.head,
      link(within(this.project, "traces"), "‹ Traces"), el("h1", { class: "clip", title: name(call) }, statusIcon(call), " ", name(call)),
      span("figures dim", dotted(facts)), span("grow"),
      el("span", { class: "choice" },
        button("‹", () => this.step(-1), { title: "The trace before this one ([)", "aria-label": "Previous trace" }),
        button("›", () => this.step(1), { title: "The trace after this one (])", "aria-label": "Next trace" })));
  }

  /** Rows again, with the chosen call still the active one. */
  refill() {
    this.rows = this.tree.rows();
    this.list.active = this.chosen ? this.rows.indexOf(this.chosen) : -1;
    this.list.resize(this.rows.length);
    this.timeline.moved();
  }

  drawTime() {
    if (!this.axis) return;
    fill(this.axis, this.timeline.ticks(this.axis.clientWidth || 400).map((at) => {
      const tick = span("tick", Timeline.tick(at));
      tick.style.left = `${this.timeline.share(this.tree.start + at) * 100}%`;
      return tick;
    }));
    this.list.redraw();
    this.minimap.draw(this.tree.order ?? [], this.now);
    this.keepZoom();
  }

  draw(row, node) {
    if (!node) return;
    const { call, level } = node;
    const beside = node.parent ? node.parent.children : this.tree.roots;
    const isOpen = !this.tree.folded.has(call.id);
    const hasMore = node.children.length > 0;
    const facts = { level, setsize: beside.length, posinset: beside.indexOf(node) + 1 };
    for (const [key, value] of Object.entries(facts)) row.setAttribute(`aria-${key}`, String(value));
    if (hasMore) row.setAttribute("aria-expanded", String(isOpen));
    else row.removeAttribute("aria-expanded");
    const twist = hasMore ? icon("chevron") : span("icon");
    twist.classList.add(isOpen ? "opened" : "closed");
    twist.addEventListener("click", (event) => {
      event.stopPropagation();
      if (hasMore) this.toggle(node, !isOpen);
    });
    const label = el("div", { class: "cell name", role: "gridcell", title: name(call) },
      twist, level > LEVELS ? span("level dim", level) : null, span(`of-${kind(call)}`, icon(kind(call))), span("clip", name(call)),
      node.isOrphan ? span("chip", "orphan") : null, call.console?.feedback ? icon("chat", "has feedback") : null);
    const steps = Math.min(level - 1, LEVELS);
    label.style.paddingInlineStart = `calc(8px + ${steps} * var(--indent) + ${2 * (level - 1 - steps)}px)`;
    fill(row, label, el("div", { class: "cell time", role: "gridcell" }, div("track", bar(node, this.timeline, this.now))));
  }

  /** Make a call the chosen one and bring it into view. @param {Node | null | undefined} node */
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
    if (this.side.hasChildNodes()) this.rest();
    else this.show();
  }

  /** On a narrow page the details are a place of their own. */
  enter(node) {
    if (!NARROW.matches) return this.choose(node);
    const query = new URLSearchParams(location.search);
    query.set("call", node.call.id);
    query.set("pane", "details");
    go(`${location.pathname}?${query}`);
  }

  /** All that is in a call, which stays known for a while. */
  readCall(id) {
    const found = this.read.get(id) ?? post(`${TRACE}/call/read`, { project_id: this.project, id, include_costs: true }, this.signal);
    this.read.delete(id);
    this.read.set(id, found);
    found.catch(() => this.read.delete(id));
    if (this.read.size > MOST_READ) this.read.delete(/** @type {string} */ (this.read.keys().next().value));
    return found;
  }

  /** The details of the chosen call; those above and below it are read ahead. */
  async show() {
    const node = this.chosen;
    const isLate = () => this.signal.aborted || this.chosen !== node;
    if (!node || isLate()) return;
    const { id } = node.call;
    try {
      const { call } = await this.readCall(id);
      if (isLate()) return;
      this.shown?.abort();
      this.shown = new AbortController();
      const signal = AbortSignal.any([this.signal, this.shown.signal]);
      const tab = current().route.query.get("tab") ?? "";
      const made = call && await details(call, { project: this.project, signal, now: this.now, tab, chosen: (id) => ask({ tab: id }), changed: () => this.reload(node) });
      if (isLate() || signal.aborted) return;
      this.nextTab = made?.next;
      const back = button("‹ Back to the tree", () => ask({ pane: null }), { class: "back" });
      fill(this.side, back, made ? made.element : notice(`No call ${id} in ${this.project}. It may have been reset.`));
      const at = this.rows.indexOf(node);
      for (const next of [this.rows[at + 1], this.rows[at - 1]]) if (next) this.readCall(next.call.id).catch(() => undefined);
    } catch (error) {
      if (!isLate() && error.name !== "AbortError") fill(this.side, notice(`The server refused this: ${error.message}`, button("Try again", () => this.show())));
    }
  }

  /** A call changed: its details are read again, unless somebody writes there. */
  reload(node) {
    this.read.delete(node.call.id);
    if (this.chosen !== node) return;
    const field = /** @type {any} */ (this.side.contains(document.activeElement) ? document.activeElement : null);
    const isWriting = field?.matches?.("textarea, input:not([type=search])") && field.value;
    if (!isWriting) this.show();
    this.drawHead();
  }

  drawScrubbers() {
    const node = this.chosen;
    if (!node || this.scrubbers.contains(document.activeElement)) return;
    const groups = this.tree.groups(node);
    fill(this.scrubbers, GROUPS.map((group) => {
      const nodes = groups[group];
      const at = nodes.indexOf(node) + 1;
      const place = span("dim", `${at} of ${nodes.length}`);
      const slide = el("input", { type: "range", min: 1, max: nodes.length, value: at, disabled: nodes.length < 2, oninput: () => {
        place.textContent = `${slide.value} of ${nodes.length}`;
        this.pick(nodes[Number(slide.value) - 1]);
      } });
      return el("label", {}, group, slide, place);
    }));
  }

  /** To the next or last of a group, without an end at either side. */
  scrub(group, by) {
    if (!this.chosen) return;
    const nodes = this.tree.groups(this.chosen)[group];
    this.pick(nodes[(nodes.indexOf(this.chosen) + by + nodes.length) % nodes.length]);
  }

  /** To the next of some calls, in the order of the tree. @param {(node: Node) => boolean | undefined} wanted @param {number} by */
  seek(wanted, by) {
    const order = this.tree.order ?? [];
    const nodes = order.filter(wanted);
    const here = this.chosen ? order.indexOf(this.chosen) : -1;
    const ahead = by > 0 ? nodes.find((node) => order.indexOf(node) > here) : nodes.findLast((node) => order.indexOf(node) < here);
    this.pick(ahead ?? nodes.at(by > 0 ? 0 : -1));
  }

  toggle(node, open) {
    this.tree.folded[open ? "delete" : "add"](node.call.id);
    this.refill();
  }

  /** ← folds or goes to the parent, → unfolds or goes to the first child, * unfolds the siblings. */
  fold(event) {
    const node = this.chosen;
    if (!node || event.altKey || event.ctrlKey) return;
    const [child] = node.children;
    const isOpen = child && !this.tree.folded.has(node.call.id);
    if (event.key === "ArrowLeft" && isOpen) this.toggle(node, false);
    else if (event.key === "ArrowLeft") this.pick(node.parent);
    else if (event.key === "ArrowRight" && isOpen) this.pick(child);
    else if (event.key === "ArrowRight" && child) this.toggle(node, true);
    else if (event.key === "*") {
      for (const each of this.tree.groups(node).siblings) this.tree.folded.delete(each.call.id);
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
    const isError = (node) => status(node.call) === "error";
    const isFound = (node) => this.found?.has(node.call.id);
    const fit = (node) => node && this.timeline.fit(node.start, Math.max(node.reach, node.end ?? this.now));
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
      e: ["The next error", () => this.seek(isError, 1)],
      E: ["The error before", () => this.seek(isError, -1)],
      n: ["The next find", () => this.seek(isFound, 1)],
      N: ["The find before", () => this.seek(isFound, -1)],
      w: ["Nearer", () => this.timeline.zoom(0.7)],
      s: ["Farther", () => this.timeline.zoom(1 / 0.7)],
      a: ["Earlier", () => this.timeline.pan(-0.2)],
      d: ["Later", () => this.timeline.pan(0.2)],
      f: ["The call fits; again, the whole trace", () => fit(this.chosen)],
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
    const { filter, query, mistakes } = parse(`${text} is:all`, this.now);
    if (!text.trim() || mistakes.length) {
      this.found = null;
      this.tree.filter(null);
      fill(this.count, mistakes.join(" · "));
      return this.refill();
    }
    const body = { filter: { ...filter, trace_ids: [this.id] }, query, columns: ["id"] };
    const rows = await queryCalls(this.project, body, AbortSignal.any([this.signal, this.looking.signal])).catch(() => null);
    if (!rows) return;
    this.found = new Set(rows.map((row) => row.id));
    this.tree.filter([...this.found]);
    fill(this.count, `${figure(rows.length)} found`);
    this.refill();
  }

  /** To the root that began before or after this one. */
  async step(by) {
    const [began, at] = [{ $getField: "started_at" }, { $literal: this.tree.start / 1000 }];
    const query = { $expr: by > 0 ? { $gt: [began, at] } : { $not: [{ $gte: [began, at] }] } };
    const sort_by = [{ field: "started_at", direction: by > 0 ? "asc" : "desc" }];
    const rows = await queryCalls(this.project, { filter: { trace_roots_only: true }, query, sort_by, limit: 3, columns: ["id", "trace_id"] }, this.signal);
    const next = rows.find((row) => row.trace_id !== this.id);
    if (next) go(within(this.project, "traces", next.trace_id));
  }

  follow() {
    const later = throttled(() => this.refresh().catch(() => undefined), REFRESH);
    subscribe((state) => state.route.query, (query) => {
      const call = query.get("call");
      if (call && this.chosen && call !== this.chosen.call.id) this.pick(this.tree.nodes.get(call));
      this.panes.dataset.show = query.get("pane") ?? "tree";
    }, this.signal);
    hearOf("calls", ({ project, changed }) => {
      if (project !== this.project) return;
      for (const [id, trace] of changed) if (trace === this.id || (!trace && this.tree.nodes.has(id))) this.changed.add(id);
      if (this.changed.size) later();
    }, this.signal);
    hearOf("resync", () => {
      for (const id of this.tree.nodes.keys()) this.changed.add(id);
      later();
    }, this.signal);
    eachSecond(() => this.grow(), this.signal);
  }

  /** Ask for the calls that changed, and for those above them, whose sums changed too. */
  async refresh() {
    const ids = [...this.changed];
    this.changed.clear();
    const wanted = new Set(ids);
    for (const id of ids) for (let node = this.tree.nodes.get(id)?.parent; node; node = node.parent) wanted.add(node.call.id);
    const filter = { trace_ids: [this.id], call_ids: [...wanted] };
    const rows = await queryCalls(this.project, { filter, include_feedback: true, columns: COLUMNS }, this.signal);
    const isKnown = new Set(rows.map((row) => row.id));
    this.tree.put(rows);
    this.tree.drop([...wanted].filter((id) => !isKnown.has(id)));
    if (!this.tree.nodes.size) return gone(this.root, this.project, "trace", this.id);
    this.cover();
    this.drawHead();
    this.refill();
    for (const id of ids) this.read.delete(id);
    if (this.chosen && ids.includes(this.chosen.call.id)) this.reload(this.chosen);
  }

  /** What runs grows to now. */
  grow() {
    if (!this.tree.isRunning || document.hidden) return;
    this.cover();
    this.list.redraw();
    this.minimap.draw(this.tree.order ?? [], this.now);
    this.drawHead();
  }
}
