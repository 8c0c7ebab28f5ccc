// The list of traces: live, of any length, filtered and sorted through the query of calls.
//
// Rows up to the opening of the view stand still, so that offsets stay true; what begins later is
// the head, which grows above them. A row that changes is drawn again where it stands.

import { ADMIN, TRACE, hearOf, json, post, queryCalls } from "../api.js";
import { clock, cost, figure, latency, latencyText, models, name, preview, reactions, statusIcon } from "../calls.js";
import { button, div, eachSecond, el, fill, icon, isShot, nothingFits, onceAFrame, searchField, span, throttled, toolbar } from "../dom.js";
import { KEYS, parse } from "../filter.js";
import { PAGE, Pages, VirtualList, rowHeight } from "../lists.js";
import { ask, callAddress, go, keep, kept } from "../router.js";
import { keys, remember, remembered } from "../store.js";
import { firstSteps } from "./projects.js";

const MOST_NEW = 500;
const NEWEST = { field: "started_at", direction: "desc" };
/** Milliseconds between two looks at what changed; in a flood of more than `AT_ONCE` calls they are rarer. */
const REFRESH = 250;
const FLOODED = 1000;
const AT_ONCE = 200;
/** Milliseconds after the pointer moved in which no row goes in. */
const CALM = 600;
/** What every row is asked for with. */
const SHAPE = { include_costs: true, include_feedback: true, preview: 120 };
const NARROW = matchMedia("(max-width: 720px)");
const TWO_LINES = 56;

/** @typedef {{id: string, label: string, width: string, sort?: string, draw: (call: any, now: number) => any, figure?: boolean, least?: number}} Column
 * `least` is the width of a page below which the column goes */

/** @type {Column[]} */
const COLUMNS = [
  { id: "status", label: "", width: "32px", draw: statusIcon },
  { id: "name", label: "Name", width: "minmax(200px, 1fr)", draw: (call) => [el("b", {}, name(call)), " ", span("dim", said(call))] },
  { id: "started", label: "Started", width: "112px", sort: "started_at", draw: (call) => clock(call.started_at) },
  { id: "latency", label: "Latency", width: "112px", sort: "summary.weave.latency_ms", draw: latencyText, figure: true },
  { id: "tokens", label: "Tokens", width: "80px", sort: "console.tokens", draw: (call) => figure(call.console?.tokens || null), figure: true, least: 900 },
  { id: "cost", label: "Cost", width: "96px", sort: "console.cost", draw: (call) => cost(call.console?.cost), figure: true, least: 780 },
  { id: "calls", label: "Calls", width: "60px", sort: "console.calls", draw: (call) => figure(call.console?.calls), figure: true, least: 1080 },
  { id: "model", label: "Model", width: "minmax(130px, .15fr)", draw: models, least: 1080 },
  { id: "feedback", label: "Feedback", width: "96px", sort: "console.feedback", draw: reactions, least: 900 },
  { id: "thread", label: "Thread", width: "minmax(110px, .15fr)", sort: "thread_id", draw: (call) => call.thread_id, least: 1200 },
  { id: "user", label: "User", width: "minmax(130px, .15fr)", sort: "wb_user_id", draw: (call) => call.wb_user_id, least: 1200 },
  { id: "output", label: "Output", width: "minmax(120px, .6fr)", draw: (call) => preview(call.output) },
  { id: "ended", label: "Ended", width: "120px", sort: "ended_at", draw: (call) => clock(call.ended_at) },
  { id: "trace", label: "Trace", width: "120px", draw: (call) => call.trace_id },
];
const SHOWN = COLUMNS.slice(0, 11).map((column) => column.id);

/** What a call says beside its name: why it failed, else what it was asked, else what it answered. */
const said = (call) => [call.exception, call.inputs, call.output].map((each) => preview(each)).find((each) => each && each !== name(call)) ?? "";

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const { now } = await json(`${ADMIN}/clock`, { signal });
  const view = new Traces(route, Date.parse(now), signal);
  fill(root, view.toolbar, view.heads, view.empty, view.list.element, view.pill);
  await view.begin();
  return `Traces of ${route.project}`;
}

class Traces {
  /** @param {import("../router.js").Route} route @param {number} now @param {AbortSignal} signal */
  constructor({ project, query }, now, signal) {
    const [field, direction] = (query.get("sort") ?? "").split(":");
    this.project = project;
    this.signal = signal;
    this.ahead = now - Date.now();
    this.asOf = new Date(now).toISOString();
    this.text = query.get("q") ?? "";
    this.order = field ? { field, direction: direction === "asc" ? "asc" : "desc" } : NEWEST;
    /** @type {string[]} ids of columns */
    this.columns = query.get("cols")?.split(",") ?? remembered("columns", SHOWN);
    /** @type {any[]} roots that began since, the newest first */
    this.head = [];
    /** @type {any[]} those of them that wait for the pill */
    this.waiting = [];
    /** @type {Set<string>} ids of calls that changed */
    this.changed = new Set();
    /** @type {Pages<any> | null} */
    this.pages = null;
    this.longest = 1;
    /** When the pointer last moved over the list. */
    this.touched = 0;
    /** @type {any} where one was before going on from here */
    this.was = "rows" in kept() ? kept() : null;
    this.list = new VirtualList({
      kind: "grid",
      label: `Traces of ${project}`,
      height: NARROW.matches ? TWO_LINES : rowHeight(),
      id: (index) => this.row(index)?.id ?? `at-${index}`,
      draw: (row, index) => this.draw(row, index),
      choose: (index, event) => this.open(index, event),
      activate: (index) => keep({ active: this.row(index)?.id, index }),
      shown: (first, last) => this.shown(first, last),
    }, signal);
    this.empty = el("div", { hidden: true });
    this.heads = el("div", { class: "heads", role: "presentation" });
    this.pill = button("", () => this.admit(), { class: "pill", hidden: true });
    this.toolbar = this.makeToolbar();
    this.drawHeads();
    this.live();
  }

  get now() {
    return isShot ? Date.parse(this.asOf) : Date.now() + this.ahead;
  }

  get isNewest() {
    return this.order === NEWEST;
  }

  row(index) {
    return index < this.head.length ? this.head[index] : this.pages?.get(index - this.head.length);
  }

  inView() {
    return [...this.list.drawn.keys()].map((index) => ({ index, row: this.row(index) })).filter(({ row }) => row);
  }

  makeToolbar() {
    this.input = searchField({ label: "Filter the traces", value: this.text, placeholder: "Filter: words, status:error, latency:>2s, op:answer …", search: (text) => this.search(text), list: "filter-keys" });
    this.count = el("span", { class: "dim", role: "status" });
    this.note = el("p", { class: "mistake", role: "alert", hidden: true });
    this.switch = button("Live", () => this.flip(), { symbol: "play", "aria-pressed": "true", title: "New traces come in as they begin (l)" });
    const hints = Object.entries(KEYS).map(([key, means]) => el("option", { value: `${key}:` }, means));
    const boxes = COLUMNS.slice(1).map(({ id, label }) =>
      el("label", {}, el("input", { type: "checkbox", checked: this.columns.includes(id), onchange: () => this.choose(id) }), label));
    keys({
      "/": ["Filter", () => this.input.focus()],
      Escape: ["Leave the filter", () => this.list.element.focus()],
      l: ["Live or still", () => this.flip()],
    }, this.signal);
    return toolbar("Traces", this.input, el("datalist", { id: "filter-keys" }, hints), this.count, this.switch,
      el("details", { class: "menu" }, el("summary", { class: "button" }, icon("columns"), "Columns"), div("popover", boxes)), this.note);
  }

  choose(id) {
    this.columns = this.columns.includes(id) ? this.columns.filter((each) => each !== id) : [...this.columns, id];
    remember("columns", this.columns);
    ask({ cols: this.columns.join(",") });
    this.refit();
  }

  search(text) {
    this.text = this.input.value = text;
    ask({ q: text });
    this.begin();
  }

  /** A head sorts falling, then rising, then as at first. */
  sort(field) {
    if (this.order.field !== field) this.order = { field, direction: "desc" };
    else this.order = this.order.direction === "desc" ? { field, direction: "asc" } : NEWEST;
    ask({ sort: this.isNewest ? null : `${this.order.field}:${this.order.direction}` });
    this.drawHeads();
    this.begin();
  }

  /** Ask for the rows anew, those that begun up to now without what begins later. */
  async begin() {
    const { filter, query, mistakes } = parse(this.text, this.now);
    this.tell(mistakes.join(" · "));
    if (mistakes.length) return;
    this.pages?.stop();
    const before = { $not: [{ $gt: [{ $getField: "started_at" }, { $literal: Date.parse(this.asOf) / 1000 }] }] };
    const settled = { filter, query: { $expr: query ? { $and: [before, query.$expr] } : before } };
    this.lookup = { filter, query };
    this.pages = new Pages(
      (offset, limit, signal) => queryCalls(this.project, { ...settled, ...SHAPE, sort_by: [this.order], offset, limit }, signal),
      (first, last) => this.arrived(first, last),
      (error) => this.tell(`The server refused this: ${error.message}`),
    );
    this.head = [];
    this.waiting = [];
    this.isStale = false;
    /** @type {number | null} */
    this.total = null;
    this.guess = this.was?.rows ?? 2 * PAGE;
    await this.pages.ask(0);
    this.resize();
    this.restore();
    this.drawPill();
    post(`${TRACE}/calls/query_stats`, { project_id: this.project, ...settled }, this.signal).then(({ count }) => {
      this.total = count;
      this.resize();
    }, () => undefined);
  }

  tell(mistake) {
    this.note.hidden = !mistake;
    fill(this.note, mistake);
  }

  /** As many rows as there are; until the total is known, as many as Back needs, or two pages. */
  resize() {
    if (!this.pages) return;
    const rows = (this.total ?? Math.min(this.pages.end, this.guess)) + this.head.length;
    this.list.resize(rows, this.total === null ? -1 : rows);
    fill(this.count, this.total === null ? "…" : `${figure(rows)} ${this.text ? "found" : rows === 1 ? "trace" : "traces"}`);
    this.empty.hidden = rows > 0;
    this.heads.hidden = this.list.element.hidden = !rows;
    if (!rows) fill(this.empty, this.text ? nothingFits(this.text, () => this.search("")) : firstSteps(`No traces in ${this.project} yet. Point a client here:`));
  }

  /** Back leads to where one was: the same rows in view, the same one active, wherever it is by now. */
  restore() {
    const { was } = this;
    if (!was) {
      this.list.element.scrollTop = 0;
      return;
    }
    requestAnimationFrame(async () => {
      if (was.index !== undefined) await this.pages?.ask(Math.floor(was.index / PAGE));
      if (this.signal.aborted) return;
      const found = [...(this.pages?.known() ?? [])].find(([, row]) => row.id === was.active);
      const moved = found ? found[0] - was.index : 0;
      this.list.active = found ? found[0] : -1;
      this.list.element.scrollTop = (was.scroll ?? 0) + (moved * this.list.rows.height) / this.list.scale;
      this.was = null;
      this.list.draw();
      if (found) this.list.element.focus();
    });
  }

  shown(first, last) {
    this.pages?.want(Math.max(0, first - this.head.length), Math.max(0, last - this.head.length));
    if (!this.was) keep({ scroll: this.list.element.scrollTop, rows: this.list.count });
  }

  arrived(first, last) {
    for (let index = first; index <= last; index++) this.list.refresh(index + this.head.length);
    if (this.total === null) this.resize();
  }

  /** Open a trace; with Ctrl in a window of its own. @param {number} index @param {MouseEvent | KeyboardEvent} event */
  open(index, event) {
    const call = this.row(index);
    if (!call) return;
    keep({ active: call.id, index, scroll: this.list.element.scrollTop });
    const href = callAddress(this.project, call);
    if (event.ctrlKey || event.metaKey) window.open(href);
    else go(href);
  }

  get shownColumns() {
    return COLUMNS.filter(({ id, least = 0 }) => this.columns.includes(id) && innerWidth >= least);
  }

  drawHeads() {
    const columns = this.shownColumns;
    this.template = columns.map((column) => column.width).join(" ");
    this.heads.style.gridTemplateColumns = this.template;
    fill(this.heads, columns.map(({ label, sort, figure }) => {
      const arrow = this.order.field !== sort ? "" : this.order.direction === "desc" ? " ↓" : " ↑";
      return el("div", { class: figure ? "cell figure" : "cell" }, sort ? button(label + arrow, () => this.sort(sort)) : label);
    }));
  }

  draw(row, index) {
    const call = this.row(index);
    row.style.gridTemplateColumns = NARROW.matches ? "" : this.template ?? "";
    row.classList.toggle("faded", Boolean(call?.gone));
    if (!call) fill(row, el("div", { class: "cell", role: "gridcell" }, span("skeleton")));
    else if (NARROW.matches) fill(row, twoLines(call, this.now));
    else fill(row, this.shownColumns.map((column) => this.cell(column, call)));
  }

  /** A cell; the latency stands over a bar beside the longest that was seen, by orders of magnitude. @param {Column} column @param {any} call */
  cell(column, call) {
    const made = el("div", { class: `cell ${column.figure ? "figure" : ""} cell-${column.id}`, role: "gridcell" }, column.draw(call, this.now));
    if (column.id === "latency") {
      const length = Math.log10(1 + latency(call, this.now));
      this.longest = Math.max(this.longest, length);
      made.style.setProperty("--share", String(length / this.longest));
    }
    return made;
  }

  flip() {
    this.isStill = !this.isStill;
    this.switch.setAttribute("aria-pressed", String(!this.isStill));
    if (!this.isStill) this.refresh();
  }

  live() {
    const later = throttled(() => this.refresh().catch(() => undefined), () => (this.isFlooded ? FLOODED : REFRESH));
    hearOf("calls", ({ project, changed, more }) => {
      if (project !== this.project) return;
      this.isFlooded ||= Boolean(more) || this.changed.size > AT_ONCE;
      for (const [id, trace] of changed) this.changed.add(id).add(this.inView().find(({ row }) => row.trace_id === trace)?.row.id ?? id);
      if (!this.isStill) later();
    }, this.signal);
    hearOf("resync", () => this.begin(), this.signal);
    this.list.element.addEventListener("pointermove", () => { this.touched = Date.now(); }, { signal: this.signal, passive: true });
    addEventListener("resize", onceAFrame(() => this.refit()), { signal: this.signal });
    eachSecond(() => this.inView().forEach(({ index, row }) => row.ended_at || this.list.refresh(index)), this.signal);
  }

  /** The page has another width, or other columns are wanted. */
  refit() {
    this.list.rows.height = NARROW.matches ? TWO_LINES : rowHeight();
    this.drawHeads();
    this.resize();
  }

  /** Ask once for all calls that changed and still belong here; of a flood, for what is in view and the newest. */
  async refresh() {
    const { isFlooded, lookup } = this;
    const ids = isFlooded ? this.inView().map(({ row }) => row.id) : [...this.changed];
    this.changed.clear();
    this.isFlooded = false;
    if (!lookup) return;
    const query = (more) => queryCalls(this.project, { ...lookup, ...SHAPE, ...more }, this.signal);
    const rows = ids.length ? await query({ filter: { ...lookup.filter, call_ids: ids } }) : [];
    if (isFlooded) rows.push(...await query({ sort_by: [NEWEST], limit: MOST_NEW }));
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { index, row } of this.inView()) {
      if (!ids.includes(row.id)) continue;
      const fresh = found.get(row.id) ?? { gone: true };
      this.isStale ||= !this.isNewest && this.placeOf(fresh) !== this.placeOf(row);
      Object.assign(row, fresh);
      this.list.refresh(index);
    }
    for (const list of [this.head, this.waiting]) list.forEach((row, at) => { list[at] = found.get(row.id) ?? row; });
    const isKnown = new Set([...this.head, ...this.waiting].map((row) => row.id));
    for (const row of found.values()) if (row.started_at > this.asOf && !isKnown.has(row.id)) this.waiting.unshift(row);
    this.waiting.length = Math.min(this.waiting.length, MOST_NEW);
    if (this.isNewest && this.list.atTop && Date.now() - this.touched > CALM) this.admit();
    this.drawPill();
  }

  /** What the order of the rows goes by. */
  placeOf(row) {
    const { field } = this.order;
    return field === "summary.weave.latency_ms" ? row.ended_at : field.split(".").reduce((value, key) => value?.[key], row);
  }

  /** Let the new rows in above the others; what is in view stays where it is, unless it is the top.
   * Rows in another order are sorted anew, with the new ones among them. */
  admit() {
    if (!this.isNewest) {
      this.asOf = new Date(this.now).toISOString();
      this.begin();
      return;
    }
    const { atTop } = this.list;
    const added = this.waiting.length;
    if (!added) return;
    this.head.unshift(...this.waiting.sort((a, b) => (a.started_at < b.started_at ? 1 : -1)));
    this.waiting = [];
    this.resize();
    this.list.shift(added);
    if (atTop) this.list.element.scrollTop = 0;
    this.drawPill();
  }

  drawPill() {
    const fresh = this.waiting.length ? `↑ ${this.waiting.length} new` : "";
    this.pill.hidden = !fresh && !this.isStale;
    fill(this.pill, [fresh, this.isNewest ? "" : "sort again"].filter(Boolean).join(" · "));
  }
}

/** A row of a narrow page. */
function twoLines(call, now) {
  const line = (left, right) => div("pair", span("clip grow", left), span("dim", right));
  return el("div", { class: "cell two-lines", role: "gridcell" },
    line([statusIcon(call), " ", el("b", {}, name(call))], latencyText(call, now)),
    line(span("dim", said(call)), [clock(call.started_at), " ", cost(call.console?.cost)]));
}
