// Two panes and the line between them, and tabs.

import { el, fill } from "./dom.js";
import { remember, remembered } from "./store.js";

const STEP = 16;

/** How many groups of tabs there were; ids come from it. */
let made = 0;

/**
 * A line that is dragged, or moved by the arrow keys, to change a width that CSS knows as a variable.
 * @param {HTMLElement} holder what is divided; it gets the variable
 * @param {{name: string, label: string, least: number, most: number, otherwise: string}} how
 * `most` is a share of the holder
 * @returns {HTMLElement}
 */
export function splitter(holder, { name, label, least, most, otherwise }) {
  const line = el("div", { class: "splitter", role: "separator", tabIndex: 0, "aria-orientation": "vertical", "aria-label": label });
  const set = (width) => {
    const limit = holder.clientWidth * most;
    const fits = width === null ? null : Math.round(Math.max(least, limit ? Math.min(limit, width) : width));
    holder.style.setProperty(`--${name}`, fits === null ? otherwise : `${fits}px`);
    line.setAttribute("aria-valuenow", String(fits ?? 0));
    remember(`split.${name}`, fits);
  };
  const place = () => line.getBoundingClientRect().left - holder.getBoundingClientRect().left;
  line.addEventListener("pointerdown", (event) => {
    line.setPointerCapture(event.pointerId);
    const off = event.clientX - place();
    line.onpointermove = (moved) => set(moved.clientX - off - holder.getBoundingClientRect().left);
    line.onpointerup = () => { line.onpointermove = null; };
  });
  line.addEventListener("dblclick", () => set(null));
  line.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(place() + by);
  });
  set(remembered(`split.${name}`, null));
  return line;
}

/**
 * @typedef {object} Tab
 * @property {string} id
 * @property {string} label
 * @property {() => any} draw what the panel shows when the tab is chosen; may come later
 */

/**
 * Tabs after the ARIA practices: arrows choose, one tab stop.
 * @param {Tab[]} list @param {string} first the chosen one, if there is such a tab
 * @param {(id: string) => void} [chosen]
 * @returns {{element: HTMLElement, panel: HTMLElement, choose: (id: string) => void, next: () => void}}
 */
export function tabs(list, first, chosen) {
  const bar = el("div", { role: "tablist" });
  const panel = el("div", { class: "panel", role: "tabpanel", tabIndex: 0 });
  const group = `tabs-${++made}`;
  let now = list.some((tab) => tab.id === first) ? first : list[0].id;
  const draw = async () => {
    const tab = /** @type {Tab} */ (list.find((each) => each.id === now));
    fill(bar, list.map((each) => el("button", {
      type: "button", role: "tab", id: `${group}-${each.id}`, tabIndex: each === tab ? 0 : -1,
      "aria-selected": String(each === tab), "aria-controls": group, onclick: () => choose(each.id),
    }, each.label)));
    panel.id = group;
    panel.setAttribute("aria-labelledby", `${group}-${now}`);
    const content = await tab.draw();
    if (now === tab.id) fill(panel, content);
  };
  const choose = (id) => {
    const hadFocus = bar.contains(document.activeElement);
    now = id;
    draw();
    if (hadFocus) /** @type {HTMLElement | null} */ (bar.querySelector('[aria-selected="true"]'))?.focus();
    chosen?.(id);
  };
  const step = (by) => choose(list[(list.findIndex((each) => each.id === now) + by + list.length) % list.length].id);
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) step(by);
  });
  draw();
  return { element: el("div", { class: "tabs" }, bar, panel), panel, choose, next: () => step(1) };
}
