// One trace: its calls as a tree with bars in time, and the details of one of them beside it. A
// call's own address leads here too.

import { ADMIN, TRACE, hearOf, json, post, queryCalls } from "../api.js";
import { clock, cost, figure, kind, latencyText, name, status, statusIcon } from "../calls.js";
import { details } from "../details.js";
import { button, div, dotted, eachSecond, el, fill, icon, isShot, link, notice, refusal, searchField, settled, span, throttled, toolbar } from "../dom.js";
import { parse } from "../filter.js";
import { VirtualList } from "../lists.js";
import { ask, go, within } from "../router.js";
import { current, keys, subscribe } from "../store.js";
import { Timeline, bar } from "../timeline.js";
import { Tree, above } from "../tree.js";

/** @typedef {import("../tree.js").Node} Node */

const COLUMNS = ("id trace_id parent_id op_name display_name started_at ended_at exception summary thread_id wb_user_id "
  + "attributes.weave.kind attributes.kind").split(" ");
/** Milliseconds between two looks at what changed, and one for each call of the trace; before the details of a call one passes are read. */
const REFRESH = 250;
const RESTED = 120;
/** Calls deeper than this are set off by a figure rather than by more space. */
const LEVELS = 8;
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
  if (!call) return gone(root, project, "call", params.call);
  const search = new URLSearchParams([...query, ["call", call.id]]);
  go(`${within(project, "traces", call.trace_id)}?${search}`, { replace: true });
}

function gone(root, project, what, id) {
  fill(root, toolbar("Trace"), notice(`No ${what} ${id} in ${project}. It may have been reset.`, link(within(project, "traces"), "All traces")));
}

class Trace extends VirtualList {
  constructor(root, { project, params, query }, time, signal) {
    super("treegrid", "Calls of the trace", signal);
    this.root = root;
    this.project = project;
    this.id = params.trace;
    this.query = query;
    this.opened = Date.parse(time.now);
    this.ahead = time.frozen || isShot ? null : this.opened - Date.now();
    this.tree = new Tree();
    /** @type {Node[]} */
    this.rows = [];
    /** The id of the call whose details are shown. */
    this.chosenId = "";
    /** @type {string[] | null} ids of calls that a search found */
    this.found = null;
    this.timeline = new Timeline();
    this.axis = el("div", { class: "axis", "aria-hidden": "true" });
    this.rest = settled(() => this.show(), RESTED);
  }

  get now() {
    return this.ahead === null ? this.opened : Date.now() + this.ahead;
  }

  get chosen() {
    return this.tree.nodes.get(this.chosenId);
  }

  read(body) {
    return queryCalls(this.project, { include_feedback: true, columns: COLUMNS, ...body }, this.signal);
  }

  /** All calls as they are now. */
  async load() {
    this.tree.put(await this.read({ filter: { trace_ids: [this.id] } }));
    if (!this.tree.roots.length) gone(this.root, this.project, "trace", this.id);
    return this.tree.roots.length > 0;
  }

  async begin() {
    if (!await this.load()) return;
    this.tree.foldMost();
    this.assemble();
    this.follow();
    this.search(this.query.get("find") ?? "");
    this.pick(this.tree.nodes.get(this.query.get("call") ?? "") ?? this.tree.roots[0]);
  }

  assemble() {
    const text = this.query.get("find") ?? "";
    this.head = toolbar("");
    this.input = searchField({ label: "Find calls", value: text, placeholder: "Find: words, op:tool …", search: (wanted) => this.search(wanted) });
    this.count = el("span", { class: "dim", role: "status" });
    this.side = el("section", { class: "pane details", "aria-label": "Details", tabIndex: -1 });
    const left = el("section", { class: "pane tree", "aria-label": "Tree" },
      div("heads", div("find", this.input, this.count), this.axis), this.element);
    this.panes = div("panes", left, this.side);
    fill(this.root, this.head, this.panes);
    this.element.addEventListener("keydown", (event) => this.fold(event));
    this.keys();
    this.drawHead();
  }

  drawHead() {
    const { call } = this.tree.roots[0];
    const { size } = this.tree.nodes;
    const facts = [
      latencyText(call, this.now), `${figure(size)} ${size === 1 ? "call" : "calls"}`,
      call.console?.tokens && `${figure(call.console.tokens)} tokens`, cost(call.console?.cost), clock(call.started_at),
      call.thread_id && link(within(this.project, "threads", call.thread_id), `thread ${call.thread_id}`), call.wb_user_id && `user ${call.wb_user_id}`,
    ];
    fill(this.head,
      link(within(this.project, "traces"), "‹ Traces"), el("h1", { class: "clip", title: name(call) }, statusIcon(call), " ", name(call)),
      span("figures dim", dotted(facts)), span("grow"),
      button("‹", () => this.step(-1), { title: "The trace before this one ([)", "aria-label": "Previous trace" }),
      button("›", () => this.step(1), { title: "The trace after this one (])", "aria-label": "Next trace" }));
  }

  /** Rows again, with the chosen call still the active one. */
  refill() {
    this.rows = this.tree.rows();
    this.active = this.chosen ? this.rows.indexOf(this.chosen) : -1;
    this.resize(this.rows.length);
  }

  /** The axis reaches to now while something runs, and has as many ticks as fit. */
  resize(size) {
    super.resize(size);
    this.timeline.cover(this.tree.start, this.tree.reach, this.tree.isRunning ? this.now : null);
    fill(this.axis, this.timeline.ticks(this.axis.clientWidth || 400));
  }

  idOf(index) {
    return this.rows[index].call.id;
  }

  drawRow(row, index) {
    const node = this.rows[index];
    const { call, level, children } = node;
    const beside = this.siblings(node);
    const isOpen = !this.tree.folded.has(call.id);
    row.ariaLevel = level;
    row.ariaSetSize = beside.length;
    row.ariaPosInSet = beside.indexOf(node) + 1;
    row.ariaExpanded = children.length ? isOpen : null;
    const twist = children.length ? icon("chevron") : span("icon");
    twist.addEventListener("click", (event) => {
      event.stopPropagation();
      this.toggle(node, !isOpen);
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
    for (const each of above(node)) this.tree.folded.delete(each.call.id);
    if (this.tree.only && !this.tree.only.has(node.call.id)) this.search("");
    this.choose(node);
    this.refill();
    this.activate(this.rows.indexOf(node));
  }

  choose(node) {
    this.chosenId = node.call.id;
    if (current().route.query.get("call") !== this.chosenId) ask({ call: this.chosenId });
    if (this.side.hasChildNodes()) this.rest();
    else this.show();
  }

  onActive(index) {
    this.choose(this.rows[index]);
  }

  /** On a narrow page the details are a place of their own, from which Back leads to the tree. */
  onChoose() {
    if (!NARROW.matches) return;
    history.pushState({}, "");
    ask({ pane: "details" });
  }

  /** The details of the chosen call. */
  async show() {
    this.shown?.abort();
    this.shown = new AbortController();
    const signal = AbortSignal.any([this.signal, this.shown.signal]);
    const id = this.chosenId;
    try {
      const { call } = await post(`${TRACE}/call/read`, { project_id: this.project, id, include_costs: true }, signal);
      const tab = current().route.query.get("tab") ?? "";
      const how = { project: this.project, signal, now: this.now, tab, chosen: (tab) => ask({ tab }), changed: () => this.show() };
      const made = call && await details(call, how);
      if (signal.aborted) return;
      this.nextTab = made?.next;
      const back = button("‹ Back to the tree", () => ask({ pane: null }), { class: "back" });
      fill(this.side, back, made?.element ?? notice(`No call ${id} in ${this.project}. It may have been reset.`));
    } catch (error) {
      if (!signal.aborted) fill(this.side, refusal(error, button("Try again", () => this.show())));
    }
  }

  siblings(node) {
    return node.parent ? node.parent.children : this.tree.roots;
  }

  /** To the next or last of the nodes that fit, without an end at either side.
   * @param {Node[]} nodes @param {number} by @param {(node: Node) => boolean} fits */
  turn(nodes, by, fits = () => true) {
    const all = nodes.filter((node) => node === this.chosen || fits(node));
    this.pick(all[(all.findIndex((node) => node === this.chosen) + by + all.length) % all.length]);
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
      for (const each of this.siblings(node)) this.tree.folded.delete(each.call.id);
      this.refill();
    } else return;
    event.preventDefault();
  }

  keys() {
    const isError = (node) => status(node.call) === "error";
    const isFound = (node) => Boolean(this.found?.includes(node.call.id));
    const isPeer = (node) => name(node.call) === name(this.chosen?.call);
    const to = (by, nodes, fits) => () => this.chosen && this.turn(nodes(this.chosen), by, fits);
    const all = () => this.tree.order;
    const siblings = (node) => this.siblings(node);
    keys({
      "/": ["Find calls", () => this.input.focus()],
      Escape: ["Leave the field, clear the search, back", () => this.leave()],
      "[": ["The trace before", () => this.step(-1)],
      "]": ["The trace after", () => this.step(1)],
      "Alt+ArrowUp": ["The call above", () => this.walk(this.active - 1)],
      "Alt+ArrowDown": ["The call below", () => this.walk(this.active + 1)],
      ",": ["The sibling before", to(-1, siblings)],
      ".": ["The sibling after", to(1, siblings)],
      "<": ["The call of the same name before", to(-1, all, isPeer)],
      ">": ["The call of the same name after", to(1, all, isPeer)],
      e: ["The next error", to(1, all, isError)],
      E: ["The error before", to(-1, all, isError)],
      n: ["The next find", to(1, all, isFound)],
      N: ["The find before", to(-1, all, isFound)],
      t: ["The next tab of the details", () => this.nextTab?.()],
    }, this.signal);
  }

  leave() {
    if (document.activeElement === this.input) this.element.focus();
    else if (this.tree.only) this.search("");
    else if (this.panes.dataset.show === "details") ask({ pane: null });
    else history.back();
  }

  /** Leave only the calls that fit, and those above them. */
  async search(text) {
    if (this.input.value !== text) this.input.value = text;
    if ((current().route.query.get("find") ?? "") !== text) ask({ find: text });
    const { filter, query, mistakes } = parse(`${text} is:all`, this.now);
    this.found = null;
    fill(this.count, mistakes.join(" · "));
    if (text.trim() && !mistakes.length) {
      const rows = await this.read({ filter: { ...filter, trace_ids: [this.id] }, query, columns: ["id"] });
      if (this.input.value !== text) return;
      this.found = rows.map((row) => row.id);
      fill(this.count, `${figure(rows.length)} found`);
    }
    this.tree.filter(this.found);
    this.refill();
  }

  /** To the root that began before or after this one. */
  async step(by) {
    const [began, at] = [{ $getField: "started_at" }, { $literal: this.tree.start / 1000 }];
    const query = { $expr: by > 0 ? { $gt: [began, at] } : { $not: [{ $gte: [began, at] }] } };
    const sort_by = [{ field: "started_at", direction: by > 0 ? "asc" : "desc" }];
    const rows = await this.read({ filter: { trace_roots_only: true }, query, sort_by, limit: 3, columns: ["id", "trace_id"] });
    const next = rows.find((row) => row.trace_id !== this.id);
    if (next) go(within(this.project, "traces", next.trace_id));
  }

  follow() {
    const later = throttled(() => this.refresh().catch(() => undefined), () => REFRESH + this.tree.nodes.size);
    subscribe((state) => state.route.query, (query) => {
      const call = query.get("call");
      if (call && this.chosenId && call !== this.chosenId) this.pick(this.tree.nodes.get(call));
      this.panes.dataset.show = query.get("pane") ?? "tree";
    }, this.signal);
    hearOf("calls", ({ project, changed }) => {
      if (project !== this.project) return;
      const own = changed.filter(([id, trace]) => trace === this.id || this.tree.nodes.has(id));
      this.hasNews ||= own.some(([id]) => id === this.chosenId);
      if (own.length) later();
    }, this.signal);
    hearOf("resync", later, this.signal);
    eachSecond(() => this.grow(), this.signal);
  }

  /** Something changed: read the trace again, and the details unless somebody writes there. */
  async refresh() {
    if (!await this.load()) return;
    this.drawHead();
    this.refill();
    if (this.hasNews && !this.side.querySelector("input:focus")) this.show();
    this.hasNews = false;
  }

  /** What runs grows to now. */
  grow() {
    if (!this.tree.isRunning || document.hidden) return;
    this.resize(this.size);
    this.drawHead();
  }
}
