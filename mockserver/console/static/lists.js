// Long lists of which only the rows in view are elements, and the live lists below a filter line.
//
// The scroller keeps the focus and says which row is active, so that rows can come and go without
// losing either. Rows stand absolutely in a spacer as high as the whole list.

import { figure } from "./calls.js";
import { button, div, el, fill, notice, onceAFrame, searchField, span, toolbar } from "./dom.js";
import { highlight } from "./markdown.js";
import { ask } from "./router.js";
import { current, keys } from "./store.js";

const OVERSCAN = 10;

/** A list says what its rows are: `idOf` and `drawRow`, and what follows if one is met (`onActive`,
 * `onChoose`) or comes into view (`onShown`). */
export class VirtualList {
  constructor(kind, label, signal) {
    this.signal = signal;
    this.size = 0;
    this.active = -1;
    /** @type {Map<number, HTMLElement>} rows that are elements now */
    this.drawn = new Map();
    this.isStale = false;
    this.spacer = el("div", { class: "spacer", role: "presentation" });
    this.element = el("div", { class: "virtual", role: kind, tabIndex: 0, "aria-label": label }, this.spacer);
    this.draw = onceAFrame(() => this.drawNow());
    this.element.addEventListener("scroll", this.draw, { passive: true });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.spacer.addEventListener("click", (event) => this.onClick(event));
    let isSeen = false;
    const watch = new ResizeObserver(() => {
      this.resize(this.size);
      if (!isSeen) this.reveal();
      isSeen ||= this.element.clientHeight > 0;
    });
    watch.observe(this.element);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** What a row is, wherever it stands. @param {number} index @returns {string} */
  idOf(index) {
    return `at-${index}`;
  }

  /** Fills the element of a row, which may have shown another one. @param {HTMLElement} _row @param {number} _index */
  drawRow(_row, _index) {}

  /** A row became the active one. @param {number} _index */
  onActive(_index) {}

  /** A row was clicked, or Enter pressed. @param {number} _index @param {MouseEvent | KeyboardEvent} _event */
  onChoose(_index, _event) {}

  /** These rows are in view. @param {number} _first @param {number} _last */
  onShown(_first, _last) {}

  /** Pixels of a row, by the density; on a narrow page a row may have two lines. */
  get height() {
    return parseInt(getComputedStyle(this.element).getPropertyValue("--row"), 10) || 32;
  }

  get atTop() {
    return this.element.scrollTop < 4;
  }

  /** @param {number} size @param {boolean} [isKnown] false while there may be more */
  resize(size, isKnown = true) {
    this.size = size;
    this.element.setAttribute("aria-rowcount", String(isKnown ? size : -1));
    this.spacer.style.height = `${size * this.height}px`;
    this.redraw();
  }

  /** Draw every row in view again. */
  redraw() {
    this.isStale = true;
    this.draw();
  }

  /** Rows went in above: what is in view stays where it is, unless that is the top. */
  insert(added) {
    const { atTop } = this;
    if (this.active >= 0) this.active += added;
    this.resize(this.size + added);
    this.element.scrollTop = atTop ? 0 : this.element.scrollTop + added * this.height;
  }

  /** Make a row the active one and bring it into view. */
  activate(index) {
    this.active = Math.max(0, Math.min(this.size - 1, index));
    this.reveal();
    this.drawNow();
  }

  reveal() {
    const top = this.active * this.height;
    const { scrollTop, clientHeight } = this.element;
    if (this.active < 0) return;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.element.scrollTop = top + this.height - clientHeight;
  }

  drawNow() {
    if (this.signal.aborted) return;
    const { height, isStale } = this;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / height) - OVERSCAN);
    const last = Math.min(this.size - 1, Math.ceil((scrollTop + clientHeight) / height) + OVERSCAN);
    const wanted = new Set(this.active >= 0 && this.active < this.size ? [this.active] : []);
    for (let index = first; index <= last; index++) wanted.add(index);
    for (const [index, row] of this.drawn) {
      if (wanted.has(index)) continue;
      this.drawn.delete(index);
      row.remove();
    }
    this.isStale = false;
    for (const index of wanted) this.place(index, height, isStale);
    const active = this.drawn.get(this.active);
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
    this.onShown(first, last);
  }

  place(index, height, isStale) {
    const known = this.drawn.get(index);
    const row = known ?? el("div", { class: "row", role: "row", dataset: { index }, "aria-rowindex": index + 1 });
    if (!known || isStale) {
      row.id = `row-${this.idOf(index)}`;
      row.style.transform = `translateY(${index * height}px)`;
      this.drawRow(row, index);
    }
    row.setAttribute("aria-selected", String(index === this.active));
    if (known) return;
    this.drawn.set(index, row);
    this.spacer.append(row);
  }

  onClick(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    this.walk(Number(row.dataset.index));
    this.onChoose(this.active, event);
  }

  /** To a row, as a person goes. */
  walk(index) {
    if (!this.size) return;
    this.activate(index);
    this.onActive(this.active);
  }

  move(by) {
    this.element.focus();
    this.walk(this.active < 0 ? 0 : this.active + by);
  }

  onKey(event) {
    if (event.target !== this.element || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.size, End: this.size };
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Enter" && this.active >= 0) this.onChoose(this.active, event);
    else return;
    event.preventDefault();
  }
}

/** @typedef {{id: string, label?: string, sort?: string, figure?: boolean, draw: (row: any) => any}} Column
 * its width is that of the class `cell-id`; `sort` is the field that its head sorts by */

/** A live list says where its rows come from: `begin` fetches them anew, `refresh` what happened since. */
export class LiveList extends VirtualList {
  /** @param {{name: string, text: string, placeholder: string, columns: Column[], none: string}} how `none` says that there is nothing
   * @param {AbortSignal} signal */
  constructor({ name, text, placeholder, columns, none }, signal) {
    super("grid", name, signal);
    this.name = name;
    this.text = text;
    this.columns = columns;
    this.none = none;
    this.isLive = true;
    /** @type {any[]} those that have not come yet are missing */
    this.rows = [];
    const search = (wanted) => this.search(wanted);
    this.input = searchField({ label: `Filter the ${name}`, value: text, placeholder, search, list: `${name}-keys` });
    this.count = el("span", { class: "dim", role: "status" });
    this.mistake = el("p", { class: "mistake", role: "alert" });
    this.switch = button("Live", () => this.flip(), { symbol: "play", "aria-pressed": "true", title: "Show what happens as it happens (l)" });
    this.empty = div("");
    this.heads = el("div", { class: "heads", role: "presentation" }, columns.map((column) => div(kindOf(column), this.head(column))));
    keys({
      "/": ["Filter", () => this.input.focus()],
      Escape: ["Leave the filter", () => this.element.focus()],
      j: ["The row below; Enter opens it", () => this.move(1)],
      k: ["The row above", () => this.move(-1)],
      l: ["Live or still", () => this.flip()],
    }, signal);
  }

  /** The line above the list. @param {...any} more */
  toolbar(...more) {
    return toolbar(this.name[0].toUpperCase() + this.name.slice(1), this.input, this.count, this.switch, more, this.mistake);
  }

  /** The list itself, or what stands for no rows. */
  get elements() {
    return [this.heads, this.empty, this.element];
  }

  begin() {}
  refresh() {}

  /** What stands above a column. @param {Column} column @returns {any} */
  head({ label }) {
    return label;
  }

  search(text) {
    this.text = this.input.value = text;
    ask({ q: text });
    this.begin();
  }

  flip() {
    this.isLive = !this.isLive;
    this.switch.setAttribute("aria-pressed", String(this.isLive));
    if (this.isLive) this.refresh();
  }

  /** As many rows as there are now. @param {boolean} isKnown false while there may be more */
  measure(isKnown) {
    const { name, text, rows } = this;
    const what = text ? "found" : rows.length === 1 ? name.replace(/s$/, "") : name;
    this.resize(rows.length, isKnown);
    fill(this.count, `${figure(rows.length)}${isKnown ? "" : "+"} ${what}`);
    this.heads.hidden = this.element.hidden = !rows.length;
    const clear = button("Clear the filter", () => this.search(""));
    fill(this.empty, rows.length ? null : text ? notice(`Nothing matches ${text}.`, clear) : firstSteps(this.none));
  }

  idOf(index) {
    return this.rows[index]?.id ?? super.idOf(index);
  }

  drawRow(row, index) {
    const shown = this.rows[index];
    const cell = (column) => el("div", { class: kindOf(column), role: "gridcell" }, column.draw(shown));
    row.classList.toggle("faded", Boolean(shown?.gone));
    fill(row, shown ? this.columns.map(cell) : el("div", { class: "cell", role: "gridcell" }, span("skeleton")));
  }
}

/** The classes of a cell. @param {Column} column */
const kindOf = ({ id, figure }) => `cell cell-${id} ${figure ? "figure" : ""}`;

/** How a client gets here, where there is nothing yet. @param {string} words */
export function firstSteps(words) {
  const { origin } = location;
  const lines = [
    `export WF_TRACE_SERVER_URL=${origin} WANDB_BASE_URL=${origin} WANDB_API_KEY=any OPENAI_BASE_URL=${origin}/v1 OPENAI_API_KEY=any`,
    `python -c "import weave; weave.init('${current().project || "acme/shop"}'); weave.op(lambda x: x + 1)(1)"`,
  ];
  return notice(words, highlight(lines.join("\n"), "shell"));
}
