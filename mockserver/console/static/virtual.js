// A long list of which only the rows in view are elements.
//
// The scroller keeps the focus and says which row is active, so that rows can be used again for
// others without losing either. Rows stand absolutely in a spacer as high as the whole list; above
// the height that browsers can scroll, positions are scaled.

import { el, onceAFrame } from "./dom.js";

const OVERSCAN = 10;
const HIGHEST = 15_000_000;

/**
 * @typedef {object} Rows
 * @property {number} height pixels of a row
 * @property {(row: HTMLElement, index: number) => void} draw fills an element for a row; it may have been another
 * @property {(index: number) => string} id what a row is, wherever it stands
 * @property {(index: number) => void} [choose] a row was clicked, or Enter pressed
 * @property {(index: number) => void} [activate] a row became the active one
 * @property {(first: number, last: number) => void} [shown] these rows are in view
 * @property {string} [role] of a row
 * @property {string} label what the list is
 * @property {"grid" | "treegrid" | "listbox"} kind
 */

/** Pixels of a row, by the density. */
export const rowHeight = () => parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10) || 32;

export class VirtualList {
  /** @param {Rows} rows @param {AbortSignal} signal */
  constructor(rows, signal) {
    this.rows = rows;
    this.count = 0;
    this.active = -1;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    /** @type {HTMLElement[]} */
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

  get full() {
    return this.count * this.rows.height;
  }

  /** How many list pixels one pixel of the spacer stands for. */
  get scale() {
    return Math.max(1, this.full / HIGHEST);
  }

  /** @param {number} count @param {{total?: number}} [how] `total` is -1 while it is unknown */
  resize(count, { total = count } = {}) {
    this.count = count;
    this.element.setAttribute("aria-rowcount", String(total));
    this.spacer.style.height = `${Math.min(this.full, HIGHEST)}px`;
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
    if (!row) return;
    row.id = `row-${this.rows.id(index)}`;
    this.rows.draw(row, index);
  }

  /** Rows came in before the first one: what is in view stays where it is. */
  shift(added) {
    this.element.scrollTop += (added * this.rows.height) / this.scale;
    if (this.active >= 0) this.active += added;
  }

  get atTop() {
    return this.element.scrollTop < 4;
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
    const top = (index * this.rows.height) / this.scale;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.rows.height > scrollTop + clientHeight) {
      this.element.scrollTop = top + this.rows.height - clientHeight;
    }
  }

  drawNow() {
    const { height } = this.rows;
    const { scrollTop, clientHeight } = this.element;
    const offset = scrollTop * this.scale;
    const first = Math.max(0, Math.floor(offset / height) - OVERSCAN);
    const last = Math.min(this.count - 1, Math.ceil((offset + clientHeight) / height) + OVERSCAN);
    const wanted = new Set();
    for (let index = first; index <= last; index++) wanted.add(index);
    if (this.active >= 0 && this.active < this.count) wanted.add(this.active);
    for (const [index, row] of this.drawn) {
      if (!wanted.has(index)) {
        this.drawn.delete(index);
        this.spare.push(row);
      }
    }
    for (const index of wanted) this.place(index, offset, scrollTop);
    for (const row of this.spare.splice(0)) row.remove();
    const active = this.drawn.get(this.active);
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
    this.rows.shown?.(first, last);
  }

  place(index, offset, scrollTop) {
    const row = this.drawn.get(index) ?? this.take(index);
    if (row.dataset.index !== String(index)) {
      row.dataset.index = String(index);
      row.id = `row-${this.rows.id(index)}`;
      row.setAttribute("aria-rowindex", String(index + 1));
      this.rows.draw(row, index);
    }
    row.setAttribute("aria-selected", String(index === this.active));
    row.style.transform = `translateY(${scrollTop + index * this.rows.height - offset}px)`;
  }

  /** An element for a row that comes into view: one of a row that left it, or a new one. */
  take(index) {
    const row = this.spare.pop() ?? el("div", { class: "row", role: this.rows.role ?? "row" });
    this.drawn.set(index, row);
    if (!row.isConnected) this.spacer.append(row);
    row.dataset.index = "";
    return row;
  }

  onClick(event) {
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".row"));
    if (!row || event.defaultPrevented) return;
    this.activate(Number(row.dataset.index));
    if (!(/** @type {Element} */ (event.target).closest("a, button"))) this.rows.choose?.(this.active);
  }

  onKey(event) {
    if (event.target !== this.element || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rows.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    const step = /** @type {Record<string, number>} */ (steps)[event.key];
    if (step !== undefined) this.activate(this.active < 0 ? 0 : this.active + step);
    else if (event.key === "Enter" && this.active >= 0) this.rows.choose?.(this.active);
    else return;
    event.preventDefault();
  }
}
