// The list of traces: live, of any length, filtered and sorted through the query of calls.
//
// Rows up to the opening of the view stand still, so that offsets stay true; what begins later goes
// in above them. A row that changes is drawn again where it stands.

import { ADMIN, TRACE, hearOf, json, post, queryCalls } from "../api.js";
import { clock, cost, figure, latency, latencyText, models, name, preview, reactions, statusIcon } from "../calls.js";
import { button, div, eachSecond, el, fill, isShot, span, throttled } from "../dom.js";
import { HINTS, parse } from "../filter.js";
import { LiveList } from "../lists.js";
import { ask, callAddress, go, keep } from "../router.js";

const PAGE = 100;
const NEWEST = { field: "started_at", direction: "desc" };
/** Milliseconds between two looks at what changed; they are rarer in a flood. */
const REFRESH = 250;
const FLOODED = 1000;
/** Milliseconds after the pointer moved in which no row goes in. */
const CALM = 600;
/** What every row is asked for with. */
const SHAPE = { include_costs: true, include_feedback: true, preview: 120 };

/** What a call says beside its name: why it failed, else what it was asked, else what it answered. */
const said = (call) => [call.exception, call.inputs, call.output].map((each) => preview(each)).find((each) => each && each !== name(call));

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const { now } = await json(`${ADMIN}/clock`, { signal });
  const view = new Traces(route, Date.parse(now), signal);
  const hints = HINTS.map(([value, means]) => el("option", { value }, means));
  fill(root, view.toolbar(el("datalist", { id: "traces-keys" }, hints)), view.elements, view.pill);
  await view.begin();
  return `Traces of ${route.project}`;
}

class Traces extends LiveList {
  /** @param {import("../router.js").Route} route @param {number} now by the server's clock @param {AbortSignal} signal */
  constructor({ project, query }, now, signal) {
    super({
      name: "traces",
      text: query.get("q") ?? "",
      placeholder: "Filter: words, status:error, latency:>2s, op:answer …",
      none: `No traces in ${project} yet. Point a client here:`,
      columns: [
        { id: "status", draw: statusIcon },
        { id: "name", label: "Name", draw: (call) => [el("b", {}, name(call)), " ", span("dim", said(call) ?? "")] },
        { id: "started", label: "Started", sort: "started_at", draw: (call) => clock(call.started_at) },
        { id: "latency", label: "Latency", sort: "summary.weave.latency_ms", figure: true, draw: (call) => this.latency(call) },
        { id: "tokens", label: "Tokens", sort: "console.tokens", figure: true, draw: (call) => figure(call.console?.tokens || null) },
        { id: "cost", label: "Cost", sort: "console.cost", figure: true, draw: (call) => cost(call.console?.cost) },
        { id: "calls", label: "Calls", sort: "console.calls", figure: true, draw: (call) => figure(call.console?.calls) },
        { id: "model", label: "Model", draw: models },
        { id: "feedback", label: "Feedback", sort: "console.feedback", draw: reactions },
        { id: "thread", label: "Thread", sort: "thread_id", draw: (call) => call.thread_id },
        { id: "user", label: "User", sort: "wb_user_id", draw: (call) => call.wb_user_id },
      ],
    }, signal);
    const [field, direction] = (query.get("sort") ?? "").split(":");
    this.order = field ? { field, direction } : NEWEST;
    this.drawArrows();
    this.project = project;
    this.ahead = now - Date.now();
    this.asOf = new Date(now).toISOString();
    /** How many rows went in above since then. */
    this.above = 0;
    /** @type {any[]} roots that wait for the pill */
    this.waiting = [];
    /** @type {Map<number, Promise<void>>} pages that were asked for */
    this.pages = new Map();
    this.stopping = new AbortController();
    this.longest = 1;
    /** When the pointer last moved over the list. */
    this.touched = 0;
    /** @type {any} where one was before going on from here */
    this.was = "rows" in (history.state ?? {}) ? history.state : null;
    this.pill = button("", () => this.admit(), { class: "pill", hidden: true });
    this.follow();
  }

  get now() {
    return isShot ? Date.parse(this.asOf) : Date.now() + this.ahead;
  }

  get isNewest() {
    return this.order === NEWEST;
  }

  inView() {
    return [...this.drawn.keys()].map((index) => this.rows[index]).filter(Boolean);
  }

  /** The latency over a bar beside the longest that was seen, by orders of magnitude. */
  latency(call) {
    const length = Math.log10(1 + latency(call, this.now));
    this.longest = Math.max(this.longest, length);
    const shown = span("measured", latencyText(call, this.now));
    shown.style.setProperty("--share", String(length / this.longest));
    return shown;
  }

  /** @param {import("../lists.js").Column} column */
  head({ label = "", sort }) {
    return sort ? button(label, () => this.sort(sort), { dataset: { sort } }) : label;
  }

  /** A head sorts falling, then rising, then as at first. */
  sort(field) {
    const { field: before, direction } = this.order;
    if (before !== field || this.isNewest) this.order = { field, direction: "desc" };
    else this.order = direction === "desc" ? { field, direction: "asc" } : NEWEST;
    ask({ sort: this.isNewest ? null : `${field}:${this.order.direction}` });
    this.drawArrows();
    this.begin();
  }

  drawArrows() {
    for (const head of this.heads.querySelectorAll("[data-sort]")) {
      head.dataset.arrow = head.dataset.sort !== this.order.field ? "" : this.order.direction === "desc" ? " ↓" : " ↑";
    }
  }

  async begin() {
    const { filter, query, mistakes } = parse(this.text, this.now);
    fill(this.mistake, mistakes.join(" · "));
    if (mistakes.length) return;
    this.stopping.abort();
    this.stopping = new AbortController();
    const isLater = { $gt: [{ $getField: "started_at" }, { $literal: Date.parse(this.asOf) / 1000 }] };
    const isOld = { $not: [isLater] };
    this.lookup = { filter, query };
    this.settled = { filter, query: { $expr: query ? { $and: [isOld, query.$expr] } : isOld } };
    this.rows = [];
    this.above = 0;
    this.waiting = [];
    this.pages.clear();
    this.hasChanges = false;
    await this.page(0);
    this.restore();
    this.drawPill();
    this.sum();
  }

  /** Rows of the query, a page at a time. @param {number} number @returns {Promise<void>} */
  page(number) {
    const known = this.pages.get(number) ?? this.fetch(number, AbortSignal.any([this.signal, this.stopping.signal]));
    this.pages.set(number, known);
    return known;
  }

  async fetch(number, signal) {
    try {
      const at = { sort_by: [this.order], offset: number * PAGE, limit: PAGE };
      const rows = await queryCalls(this.project, { ...this.settled, ...SHAPE, ...at }, signal);
      for (const [place, row] of rows.entries()) this.rows[this.above + number * PAGE + place] = row;
      if (number) this.redraw();
      else this.measure(rows.length < PAGE);
    } catch (error) {
      if (!signal.aborted) fill(this.mistake, error.message);
    }
  }

  /** Ask how many rows there are. */
  async sum() {
    if (this.rows.length < PAGE) return;
    const { signal } = this.stopping;
    const { count } = await post(`${TRACE}/calls/query_stats`, { project_id: this.project, ...this.settled }, signal);
    this.rows.length = count + this.above;
    this.measure(true);
  }

  /** Back leads to where one was: the same rows in view, the same one active, wherever it is by now. */
  async restore() {
    const { was } = this;
    this.was = null;
    if (!was) {
      this.element.scrollTop = 0;
      return;
    }
    if (this.rows.length === PAGE) {
      this.rows.length = Math.max(PAGE, was.rows);
      this.measure(false);
    }
    if (was.index !== undefined) await this.page(Math.floor(was.index / PAGE));
    requestAnimationFrame(() => {
      const found = this.rows.findIndex((row) => row?.id === was.active);
      const moved = found < 0 ? 0 : found - was.index;
      this.active = found;
      this.element.scrollTop = was.scroll + moved * this.height;
      this.draw();
      if (found >= 0) this.element.focus();
    });
  }

  onShown(first, last) {
    const ahead = Math.min(last + PAGE, this.rows.length - 1) - this.above;
    for (let page = Math.floor(Math.max(0, first - this.above) / PAGE); page * PAGE <= ahead; page++) this.page(page);
    keep({ scroll: this.element.scrollTop, rows: this.rows.length });
  }

  onActive(index) {
    keep({ active: this.rows[index]?.id, index });
  }

  /** Open a trace; with Ctrl in a window of its own. @param {number} index @param {MouseEvent | KeyboardEvent} event */
  onChoose(index, event) {
    const call = this.rows[index];
    if (!call) return;
    const href = callAddress(this.project, call);
    if (event.ctrlKey || event.metaKey) window.open(href);
    else go(href);
  }

  follow() {
    const later = throttled(() => this.isLive && this.refresh().catch(() => undefined), () => (this.isFlooded ? FLOODED : REFRESH));
    hearOf("calls", ({ project }) => project === this.project && later(), this.signal);
    hearOf("resync", () => this.beginAnew(), this.signal);
    this.element.addEventListener("pointermove", () => { this.touched = Date.now(); }, { passive: true });
    eachSecond(() => this.inView().every((row) => row.ended_at) || this.redraw(), this.signal);
  }

  /** Ask for the rows in view as they are now, and for the newest. A row that no longer fits stands there faded. */
  async refresh() {
    const { lookup } = this;
    if (!lookup) return;
    const shown = this.inView();
    const query = (more) => queryCalls(this.project, { ...lookup, ...SHAPE, ...more }, this.signal);
    const ids = shown.map((row) => row.id);
    const fresh = ids.length ? await query({ filter: { ...lookup.filter, call_ids: ids } }) : [];
    const newest = await query({ sort_by: [NEWEST], limit: PAGE });
    for (const row of shown) Object.assign(row, fresh.find((each) => each.id === row.id) ?? { gone: true });
    const isKnown = new Set([...this.rows.slice(0, this.above), ...this.waiting].map((row) => row.id));
    const later = newest.filter((row) => row.started_at > this.asOf && !isKnown.has(row.id));
    this.waiting.unshift(...later);
    this.isFlooded = later.length === PAGE;
    this.hasChanges ||= !this.isNewest;
    this.redraw();
    if (this.isNewest && this.atTop && Date.now() - this.touched > CALM) this.admit();
    this.drawPill();
  }

  /** Fetch all rows, those that were written since the list began among them. */
  beginAnew() {
    this.asOf = new Date(this.now).toISOString();
    this.begin();
  }

  /** Let the new rows in above the others. In a flood, or another order, all rows are fetched anew with the new ones among them. */
  admit() {
    if (!this.isNewest || this.isFlooded) {
      this.beginAnew();
      return;
    }
    const added = this.waiting.splice(0).sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
    this.rows.unshift(...added);
    this.above += added.length;
    this.insert(added.length);
    this.measure(true);
    this.drawPill();
  }

  drawPill() {
    const fresh = this.waiting.length ? `↑ ${this.waiting.length} new` : "";
    this.pill.hidden = !fresh && !this.hasChanges;
    fill(this.pill, [fresh, this.isNewest ? "" : "sort again"].filter(Boolean).join(" · "));
  }
}
