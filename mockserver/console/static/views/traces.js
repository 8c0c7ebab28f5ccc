// The list of traces: live, of any length, filtered and sorted through the query of calls.
//
// Rows up to the opening of the view stand still, so that offsets stay true; what begins later is
// the head, which grows above them. A row that changes is drawn again where it stands.

import { ADMIN, TRACE, all, json, post } from "../api.js";
import { latency, latencyText, models, name, reactions, statusIcon, tokens } from "../calls.js";
import { button, el, fill, icon, notice, onceAFrame } from "../dom.js";
import { KEYS, parse } from "../filter.js";
import { clock, cost, figure, preview } from "../format.js";
import { keys } from "../keys.js";
import { hearOf } from "../live.js";
import { PAGE, Pages } from "../pages.js";
import { ask, go, keep, kept, within } from "../router.js";
import { current, remember, remembered } from "../store.js";
import { VirtualList, rowHeight } from "../virtual.js";

const MOST_NEW = 500;
const NEWEST = { field: "started_at", direction: "desc" };
const REFRESH = 250;
const CALM = 600;
const AT_ONCE = 200;
const CALM_DOWN = 1000;

/** @typedef {{id: string, label: string, width: string, sort?: string, draw: (call: any, now: number) => any, figure?: boolean}} Column */

/** @type {Column[]} */
const COLUMNS = [
  { id: "status", label: "", width: "32px", draw: statusIcon },
  { id: "name", label: "Name", width: "minmax(200px, 1fr)", draw: named },
  { id: "started", label: "Started", width: "112px", sort: "started_at", draw: (call) => clock(call.started_at) },
  { id: "latency", label: "Latency", width: "112px", sort: "summary.weave.latency_ms", draw: latencyText, figure: true },
  { id: "tokens", label: "Tokens", width: "80px", sort: "console.tokens", draw: tokens, figure: true },
  { id: "cost", label: "Cost", width: "104px", sort: "console.cost", draw: (call) => cost(call.console?.cost), figure: true },
  { id: "calls", label: "Calls", width: "60px", sort: "console.calls", draw: (call) => figure(call.console?.calls), figure: true },
  { id: "model", label: "Model", width: "130px", draw: models },
  { id: "feedback", label: "Feedback", width: "90px", sort: "console.feedback", draw: reactions },
  { id: "thread", label: "Thread", width: "110px", sort: "thread_id", draw: (call) => call.thread_id },
  { id: "user", label: "User", width: "130px", sort: "wb_user_id", draw: (call) => call.wb_user_id },
  { id: "output", label: "Output", width: "minmax(120px, .6fr)", draw: (call) => preview(call.output) },
  { id: "ended", label: "Ended", width: "120px", sort: "ended_at", draw: (call) => clock(call.ended_at) },
  { id: "trace", label: "Trace", width: "120px", draw: (call) => call.trace_id },
];
/** Columns that a narrow page does without, and below which width. @type {Record<string, number>} */
const ROOM = { user: 1200, thread: 1200, calls: 1080, model: 1080, feedback: 900, tokens: 900, cost: 780 };
const NARROW = matchMedia("(max-width: 720px)");
const TWO_LINES = 56;
const SHOWN = ["status", "name", "started", "latency", "tokens", "cost", "calls", "model", "feedback", "thread", "user"];

function named(call) {
  return [el("b", {}, name(call)), " ", el("span", { class: "dim" }, preview(call.exception ?? call.inputs))];
}

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const project = `${route.params.entity}/${route.params.project}`;
  const { now } = await json(`${ADMIN}/clock`, { signal });
  const view = new Traces(project, route, Date.parse(now), signal);
  fill(root, view.toolbar, view.heads, view.empty, view.list.element, view.pill);
  await view.begin();
  return `Traces of ${project}`;
}

class Traces {
  /** @param {string} project @param {import("../router.js").Route} route @param {number} now @param {AbortSignal} signal */
  constructor(project, route, now, signal) {
    this.project = project;
    this.signal = signal;
    this.ahead = now - Date.now();
    this.asOf = new Date(now).toISOString();
    this.text = route.query.get("q") ?? "";
    this.order = orderOf(route.query.get("sort"));
    /** @type {string[]} ids of columns */
    this.columns = (route.query.get("cols")?.split(",") ?? remembered("columns", SHOWN)).filter(known);
    /** @type {any[]} roots that began since, the newest first */
    this.head = [];
    /** @type {any[]} those of them that wait for the pill */
    this.waiting = [];
    /** @type {Set<string>} ids of calls that changed */
    this.changed = new Set();
    /** @type {Pages<any> | null} */
    this.pages = null;
    this.touched = 0;
    this.list = new VirtualList({
      kind: "grid",
      label: `Traces of ${project}`,
      height: NARROW.matches ? TWO_LINES : rowHeight(),
      id: (index) => this.row(index)?.id ?? `at-${index}`,
      draw: (row, index) => this.draw(row, index),
      choose: (index) => this.open(index),
      activate: (index) => keep({ active: this.row(index)?.id, index }),
      shown: (first, last) => this.shown(first, last),
    }, signal);
    /** @type {any} where one was before going on from here */
    this.was = "rows" in kept() ? kept() : null;
    this.empty = el("div", { hidden: true });
    this.toolbar = this.makeToolbar();
    this.heads = el("div", { class: "heads", role: "presentation" });
    this.pill = button("", () => this.admit(), { class: "pill", hidden: true });
    this.drawHeads();
    this.live();
  }

  get now() {
    return Date.now() + this.ahead;
  }

  row(index) {
    return index < this.head.length ? this.head[index] : this.pages?.get(index - this.head.length);
  }

  /** The query of the rows, without what began after the view was opened. */
  request() {
    const made = parse(this.text, this.now);
    const before = { $not: [{ $gt: [{ $getField: "started_at" }, { $literal: Date.parse(this.asOf) / 1000 }] }] };
    const inner = made.query?.$expr;
    return { ...made, body: { $expr: inner ? { $and: [before, inner] } : before } };
  }

  async begin() {
    this.pages?.stop();
    const { filter, body, mistakes } = this.request();
    this.note.hidden = !mistakes.length;
    if (mistakes.length) {
      fill(this.note, mistakes.map((each) => `${each.text}: ${each.error}`).join(" · "));
      return;
    }
    const query = { project_id: this.project, filter, query: body };
    this.lookup = { project_id: this.project, filter, query: parse(this.text, this.now).query };
    this.pages = new Pages(
      (offset, limit, signal) => all(`${TRACE}/calls/stream_query`, { ...query, ...SHAPE, sort_by: [this.order], offset, limit }, signal),
      (first, last) => this.arrived(first, last),
      (error) => this.fail(error),
    );
    this.head = [];
    this.waiting = [];
    this.total = null;
    /** Rows to scroll in until the total is known. */
    this.guess = this.was?.rows ?? 2 * PAGE;
    fill(this.count, "…");
    await this.pages.ask(0);
    this.resize();
    this.restore();
    post(`${TRACE}/calls/query_stats`, query, this.signal).then(({ count }) => {
      this.total = count;
      this.resize();
    }, () => undefined);
  }

  resize() {
    if (!this.pages) return;
    const known = this.total ?? Math.min(this.pages.end, this.guess);
    const rows = known + this.head.length;
    this.list.resize(rows, { total: this.total === null ? -1 : rows });
    fill(this.count, this.total === null ? "…" : `${figure(rows)} ${this.text ? "found" : "traces"}`);
    this.empty.hidden = rows > 0;
    this.list.element.hidden = !rows;
    if (!rows) fill(this.empty, this.nothing());
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

  nothing() {
    if (!this.text) return notice(`No traces in ${this.project} yet.`);
    return notice(`Nothing matches ${this.text}.`, button("Clear the filter", () => this.search("")));
  }

  shown(first, last) {
    this.pages?.want(Math.max(0, first - this.head.length), Math.max(0, last - this.head.length));
    if (!this.was) keep({ scroll: this.list.element.scrollTop, rows: this.list.count });
  }

  arrived(first, last) {
    for (let index = first; index <= last; index++) this.list.refresh(index + this.head.length);
    if (this.total === null) this.resize();
  }

  /** @param {Error} error */
  fail(error) {
    this.note.hidden = false;
    fill(this.note, `The server refused this: ${error.message}`);
  }

  draw(row, index) {
    const call = this.row(index);
    row.style.gridTemplateColumns = NARROW.matches ? "" : this.template;
    row.classList.toggle("faded", Boolean(call?.gone));
    row.dataset.status = call ? call.summary?.weave?.status : "";
    if (NARROW.matches) fill(row, twoLines(call, this.now));
    else fill(row, this.shownColumns.map((column) => cell(column, call, this.now)));
  }

  get shownColumns() {
    return COLUMNS.filter((column) => this.columns.includes(column.id) && innerWidth >= (ROOM[column.id] ?? 0));
  }

  get template() {
    return this.shownColumns.map((column) => column.width).join(" ");
  }

  drawHeads() {
    this.heads.style.gridTemplateColumns = this.template;
    fill(this.heads, this.shownColumns.map((column) => {
      const sorted = this.order.field === column.sort;
      const label = sorted ? `${column.label} ${this.order.direction === "desc" ? "↓" : "↑"}` : column.label;
      const shown = column.sort ? button(label, () => this.sort(column)) : column.label;
      return el("div", { class: column.figure ? "cell figure" : "cell" }, shown);
    }));
  }

  /** A head sorts falling, then rising, then as at first. @param {Column} column */
  sort(column) {
    const field = /** @type {string} */ (column.sort);
    if (this.order.field !== field) this.order = { field, direction: "desc" };
    else if (this.order.direction === "desc") this.order = { field, direction: "asc" };
    else this.order = NEWEST;
    ask({ sort: this.order === NEWEST ? null : `${this.order.field}:${this.order.direction}` });
    this.drawHeads();
    this.begin();
  }

  search(text) {
    this.text = text;
    this.input.value = text;
    ask({ q: text });
    this.begin();
  }

  makeToolbar() {
    let due = 0;
    this.input = el("input", {
      type: "search",
      class: "filter grow",
      value: this.text,
      placeholder: "Filter: words, status:error, latency:>2s, op:answer …",
      "aria-label": "Filter the traces",
      list: "filter-keys",
      spellcheck: false,
      oninput: () => {
        clearTimeout(due);
        due = setTimeout(() => this.search(this.input.value), 200);
      },
    });
    this.count = el("span", { class: "dim", role: "status" });
    this.note = el("p", { class: "mistake", role: "alert", hidden: true });
    const hints = Object.entries(KEYS).map(([key, means]) => el("option", { value: `${key}:` }, means));
    keys({
      "/": ["Filter", () => this.input.focus()],
      Escape: ["Leave the filter", () => this.list.element.focus()],
      l: ["Live or still", () => this.flip()],
    }, this.signal);
    this.switch = button("Live", () => this.flip(), { symbol: "play", "aria-pressed": "true" });
    return el(
      "div",
      { class: "toolbar" },
      el("h1", {}, "Traces"),
      this.input,
      el("datalist", { id: "filter-keys" }, hints),
      this.count,
      this.switch,
      this.columnsMenu(),
      this.note,
    );
  }

  columnsMenu() {
    const boxes = COLUMNS.slice(1).map((column) =>
      el("label", {}, el("input", {
        type: "checkbox",
        checked: this.columns.includes(column.id),
        onchange: () => this.choose(column.id),
      }), column.label),
    );
    return el("details", { class: "menu" }, el("summary", { class: "button" }, icon("columns"), "Columns"), el("div", { class: "popover" }, boxes));
  }

  choose(id) {
    this.columns = this.columns.includes(id) ? this.columns.filter((each) => each !== id) : [...this.columns, id];
    remember("columns", this.columns);
    ask({ cols: this.columns.join(",") });
    this.drawHeads();
    this.list.redraw();
  }

  open(index) {
    const call = this.row(index);
    if (!call) return;
    keep({ active: call.id, index, scroll: this.list.element.scrollTop });
    go(`${within(this.project, "traces", call.trace_id)}?call=${encodeURIComponent(call.id)}`);
  }

  flip() {
    this.still = !this.still;
    this.switch.setAttribute("aria-pressed", String(!this.still));
    if (!this.still) this.refresh();
  }

  live() {
    hearOf("calls", ({ project, changed, more }) => {
      if (project !== this.project) return;
      this.flooded ||= Boolean(more) || this.changed.size > AT_ONCE;
      for (const [id, trace] of changed) this.changed.add(id).add(this.rootOf(trace));
      this.later();
    }, this.signal);
    hearOf("resync", () => this.begin(), this.signal);
    this.list.element.addEventListener("pointermove", () => { this.touched = Date.now(); }, { signal: this.signal, passive: true });
    addEventListener("resize", onceAFrame(() => this.refit()), { signal: this.signal });
    const tick = setInterval(() => this.grow(), 1000);
    this.signal.addEventListener("abort", () => clearInterval(tick));
  }

  /** The page has another width: other columns, or rows of two lines. */
  refit() {
    this.list.rows.height = NARROW.matches ? TWO_LINES : rowHeight();
    this.drawHeads();
    this.resize();
  }

  /** The root of a trace among the rows, whose figures change with any call of it. */
  rootOf(trace) {
    const found = [...this.list.drawn.keys()].map((index) => this.row(index)).find((row) => row?.trace_id === trace);
    return found?.id ?? "";
  }

  later() {
    if (this.due || this.still) return;
    this.due = setTimeout(() => {
      this.due = 0;
      this.refresh().catch(() => undefined);
    }, this.flooded ? CALM_DOWN : REFRESH);
  }

  /** Ask once for all calls that changed and still belong here; of a flood, for what is in view and the newest. */
  async refresh() {
    const { flooded } = this;
    const ids = flooded ? [...this.list.drawn.keys()].map((index) => this.row(index)?.id ?? "") : [...this.changed].filter(Boolean);
    this.changed.clear();
    this.flooded = false;
    if (!this.lookup) return;
    const ask = (more) => all(`${TRACE}/calls/stream_query`, { ...this.lookup, ...SHAPE, ...more }, this.signal);
    const rows = ids.length ? await ask({ filter: { ...this.lookup.filter, call_ids: ids } }) : [];
    if (flooded) rows.push(...await ask({ sort_by: [NEWEST], limit: MOST_NEW }));
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const index of this.list.drawn.keys()) this.replace(index, ids, found);
    for (const list of [this.head, this.waiting]) list.forEach((row, at) => { list[at] = found.get(row.id) ?? row; });
    for (const row of found.values()) if (row.started_at > this.asOf && !this.has(row.id)) this.waiting.unshift(row);
    this.waiting.length = Math.min(this.waiting.length, MOST_NEW);
    if (this.order === NEWEST && this.list.atTop && Date.now() - this.touched > CALM) this.admit();
    this.drawPill();
  }

  /** @param {number} index @param {string[]} ids @param {Map<string, any>} found */
  replace(index, ids, found) {
    const row = this.row(index);
    if (!row || !ids.includes(row.id)) return;
    const fresh = found.get(row.id);
    Object.assign(row, fresh ?? { gone: true });
    this.list.refresh(index);
  }

  has(id) {
    return [this.head, this.waiting].some((list) => list.some((row) => row.id === id));
  }

  /** Let the new rows in above the others; what is in view stays where it is, unless it is the top. */
  admit() {
    const added = this.waiting.length;
    if (!added) return;
    const top = this.list.atTop;
    this.head.unshift(...this.waiting.sort((a, b) => (a.started_at < b.started_at ? 1 : -1)));
    this.waiting = [];
    this.resize();
    this.list.shift(added);
    if (top) this.list.element.scrollTop = 0;
    this.drawPill();
  }

  drawPill() {
    this.pill.hidden = !this.waiting.length;
    fill(this.pill, `↑ ${this.waiting.length} new`);
  }

  /** Running calls grow to now. */
  grow() {
    for (const index of this.list.drawn.keys()) {
      const row = this.row(index);
      if (row && !row.ended_at) this.list.refresh(index);
    }
  }
}

/** What every row is asked for with. */
const SHAPE = { include_costs: true, include_feedback: true, lean: true, preview: 120 };

function orderOf(text) {
  const [field, direction] = (text ?? "").split(":");
  return field ? { field, direction: direction === "asc" ? "asc" : "desc" } : NEWEST;
}

const known = (id) => COLUMNS.some((column) => column.id === id);

/** @param {Column} column @param {any} call @param {number} now */
function cell(column, call, now) {
  const shown = call ? column.draw(call, now) : el("span", { class: "skeleton" });
  return el("div", { class: column.figure ? "cell figure" : "cell", role: "gridcell" }, shown);
}

/** A row of a narrow page. */
function twoLines(call, now) {
  if (!call) return el("div", { class: "cell", role: "gridcell" }, el("span", { class: "skeleton" }));
  const line = (left, right) => el("div", { class: "pair" }, el("span", { class: "clip grow" }, left), el("span", { class: "dim" }, right));
  return el("div", { class: "cell two-lines", role: "gridcell" },
    line([statusIcon(call), " ", el("b", {}, name(call))], latencyText(call, now)),
    line(el("span", { class: "dim" }, preview(call.exception ?? call.inputs)), [clock(call.started_at), " ", cost(call.console?.cost)]));
}
