// Long lists of which only the rows in view are elements, and the pages their rows come in.
//
// The scroller keeps the focus and says which row is active, so that rows can be used again for
// others without losing either. Rows stand absolutely in a spacer as high as the whole list; above
// the height that browsers can scroll, positions are scaled.

import { el, onceAFrame } from "./dom.js";

const OVERSCAN = 10;
const HIGHEST = 15_000_000;
export const PAGE = 100;
const MOST_PAGES = 40;

/** Pixels of a row, by the density. */
export const rowHeight = () => parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10) || 32;

/**
 * @typedef {object} Rows
 * @property {"grid" | "treegrid"} kind
 * @property {string} label what the list is
 * @property {number} height pixels of a row
 * @property {(row: HTMLElement, index: number) => void} draw fills an element for a row; it may have been another
 * @property {(index: number) => string} id what a row is, wherever it stands
 * @property {(index: number, event: MouseEvent | KeyboardEvent) => void} [choose] a row was clicked, or Enter pressed
 * @property {(index: number) => void} [activate] a row became the active one
 * @property {(first: number, last: number) => void} [shown] these rows are in view
 */

export class VirtualList {
  /** @param {Rows} rows @param {AbortSignal} signal */
  constructor(rows, signal) {
    this.rows = rows;
    this.signal = signal;
    this.count = 0;
    this.active = -1;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    /** @type {HTMLElement[]} elements of rows that left the view */
    this.spare = [];
    this.spacer = el("div", { class: "spacer", role: "presentation" });
    this.element = el("div", { class: "virtual", role: rows.kind, tabIndex: 0, "aria-label": rows.label }, this.spacer);
    this.draw = onceAFrame(() => this.drawNow());
    this.element.addEventListener("scroll", this.draw, { passive: true, signal });
    this.element.addEventListener("keydown", (event) => this.onKey(event), { signal });
    this.spacer.addEventListener("click", (event) => this.onClick(event), { signal });
    let isSeen = false;
    const watch = new ResizeObserver(() => {
      if (!isSeen && this.active >= 0) this.reveal(this.active);
      isSeen ||= this.element.clientHeight > 0;
      this.draw();
    });
    watch.observe(this.element);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** How many list pixels one pixel of the spacer stands for. */
  get scale() {
    return Math.max(1, (this.count * this.rows.height) / HIGHEST);
  }

  get atTop() {
    return this.element.scrollTop < 4;
  }

  /** @param {number} count @param {number} [total] -1 while it is unknown */
  resize(count, total = count) {
    this.count = count;
    this.element.setAttribute("aria-rowcount", String(total));
    this.spacer.style.height = `${Math.min(count * this.rows.height, HIGHEST)}px`;
    this.redraw();
  }

  /** Draw every row in view again. */
  redraw() {
    for (const row of this.drawn.values()) row.dataset.index = "";
    this.draw();
  }

  /** Draw one row again if it is in view. */
  refresh(index) {
    const row = this.drawn.get(index);
    if (row) this.fill(row, index);
  }

  fill(row, index) {
    row.id = `row-${this.rows.id(index)}`;
    this.rows.draw(row, index);
  }

  /** Rows went in above: what is in view stays where it is. */
  shift(added) {
    this.element.scrollTop += (added * this.rows.height) / this.scale;
    if (this.active >= 0) this.active += added;
  }

  /** @param {number} index @param {{quiet?: boolean}} [how] */
  activate(index, { quiet = false } = {}) {
    if (!this.count) return;
    this.active = Math.max(0, Math.min(this.count - 1, index));
    this.reveal(this.active);
    this.drawNow();
    if (!quiet) this.rows.activate?.(this.active);
  }

  reveal(index) {
    const { height } = this.rows;
    const top = (index * height) / this.scale;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + height - clientHeight;
  }

  drawNow() {
    if (this.signal.aborted) return;
    const { height } = this.rows;
    const { scrollTop, clientHeight } = this.element;
    const offset = scrollTop * this.scale;
    const first = Math.max(0, Math.floor(offset / height) - OVERSCAN);
    const last = Math.min(this.count - 1, Math.ceil((offset + clientHeight) / height) + OVERSCAN);
    const wanted = new Set(this.active >= 0 && this.active < this.count ? [this.active] : []);
    for (let index = first; index <= last; index++) wanted.add(index);
    for (const [index, row] of this.drawn) {
      if (wanted.has(index)) continue;
      this.drawn.delete(index);
      this.spare.push(row);
    }
    for (const index of wanted) this.place(index, scrollTop - offset);
    for (const row of this.spare.splice(0)) row.remove();
    const active = this.drawn.get(this.active);
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
    this.rows.shown?.(first, last);
  }

  /** @param {number} index @param {number} shifted pixels between the list's place and the spacer's */
  place(index, shifted) {
    const row = this.drawn.get(index) ?? this.spare.pop() ?? el("div", { class: "row", role: "row" });
    if (!row.isConnected) this.spacer.append(row);
    if (this.drawn.get(index) !== row || row.dataset.index !== String(index)) {
      this.drawn.set(index, row);
      row.dataset.index = String(index);
      row.setAttribute("aria-rowindex", String(index + 1));
      this.fill(row, index);
    }
    row.setAttribute("aria-selected", String(index === this.active));
    row.style.transform = `translateY(${index * this.rows.height + shifted}px)`;
  }

  onClick(event) {
    const row = event.target.closest(".row");
    if (!row || event.defaultPrevented) return;
    this.activate(Number(row.dataset.index));
    if (!event.target.closest("a, button")) this.rows.choose?.(this.active, event);
  }

  onKey(event) {
    if (event.target !== this.element || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rows.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (event.key in steps) this.activate(this.active < 0 ? 0 : this.active + steps[event.key]);
    else if (event.key === "Enter" && this.active >= 0) this.rows.choose?.(this.active, event);
    else return;
    event.preventDefault();
  }
}

/** Rows of a query, fetched a page at a time as they come into view. @template Row */
export class Pages {
  /**
   * @param {(offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>} fetch
   * @param {(first: number, last: number) => void} arrived rows between these have come
   * @param {(error: Error) => void} failed
   */
  constructor(fetch, arrived, failed) {
    this.fetch = fetch;
    this.arrived = arrived;
    this.failed = failed;
    /** @type {Map<number, Row[]>} */
    this.pages = new Map();
    /** @type {Map<number, Promise<void>>} pages under way */
    this.asked = new Map();
    this.stopping = new AbortController();
    /** Rows there are, as far as is known: a short page is the last one. */
    this.end = Infinity;
  }

  /** @param {number} index @returns {Row | undefined} */
  get(index) {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Fetch what is in view, and the next page. */
  want(first, last) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE) + 1; page++) if (page * PAGE < this.end) this.ask(page);
  }

  /** @param {number} page @returns {Promise<void>} */
  ask(page) {
    if (this.pages.has(page)) return Promise.resolve();
    const under = this.asked.get(page) ?? this.read(page).finally(() => this.asked.delete(page));
    this.asked.set(page, under);
    return under;
  }

  async read(page) {
    try {
      const rows = await this.fetch(page * PAGE, PAGE, this.stopping.signal);
      this.pages.set(page, rows);
      if (rows.length < PAGE) this.end = Math.min(this.end, page * PAGE + rows.length);
      if (this.pages.size > MOST_PAGES) this.pages.delete(/** @type {number} */ (this.pages.keys().next().value));
      this.arrived(page * PAGE, page * PAGE + rows.length - 1);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.failed(error);
    }
  }

  /** Give up what is under way; these rows are no longer wanted. */
  stop() {
    this.stopping.abort();
  }

  /** Every row that has come, with its index. @returns {Generator<[number, Row]>} */
  *known() {
    for (const [page, rows] of this.pages) for (const [place, row] of rows.entries()) yield [page * PAGE + place, row];
  }
}
