// Two panes and the line between them, and tabs.

import { div, el, fill } from "./dom.js";
import { remember, remembered } from "./store.js";

const STEP = 16;

/** How many groups of tabs there were; ids come from it. */
let made = 0;

/**
 * A line that is dragged, or moved by the arrow keys, to change a width that CSS knows as a variable.
 * @param {HTMLElement} holder what is divided; it gets the variable
 * @param {{name: string, label: string, least: number, most: number, otherwise: string}} how `most` is a share of the holder
 * @returns {HTMLElement}
 */
export function splitter(holder, { name, label, least, most, otherwise }) {
  const line = el("div", { class: "splitter", role: "separator", tabIndex: 0, "aria-orientation": "vertical", "aria-label": label });
  const left = () => holder.getBoundingClientRect().left;
  const place = () => line.getBoundingClientRect().left - left();
  const set = (width) => {
    const limit = holder.clientWidth * most || Infinity;
    const fits = width === null ? null : Math.round(Math.max(least, Math.min(limit, width)));
    holder.style.setProperty(`--${name}`, fits === null ? otherwise : `${fits}px`);
    line.setAttribute("aria-valuenow", String(fits ?? 0));
    remember(`split.${name}`, fits);
  };
  line.addEventListener("pointerdown", (event) => {
    const off = event.clientX - place();
    line.setPointerCapture(event.pointerId);
    line.onpointermove = (moved) => set(moved.clientX - off - left());
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

/** @typedef {{id: string, label: string, draw: () => any}} Tab `draw` makes what the panel shows, also later */

/**
 * Tabs after the ARIA practices: arrows choose, one tab stop.
 * @param {Tab[]} list @param {string} first the chosen one, if there is such a tab
 * @param {(id: string) => void} [chosen]
 * @returns {{element: HTMLElement, next: () => void}}
 */
export function tabs(list, first, chosen) {
  const group = `tabs-${++made}`;
  const bar = el("div", { role: "tablist" });
  const panel = el("div", { class: "panel", role: "tabpanel", tabIndex: 0, id: group });
  let now = list.find((tab) => tab.id === first) ?? list[0];
  const draw = async () => {
    const tab = now;
    fill(bar, list.map((each) => el("button", {
      type: "button", role: "tab", id: `${group}-${each.id}`, tabIndex: each === tab ? 0 : -1,
      "aria-selected": String(each === tab), "aria-controls": group, onclick: () => choose(each),
    }, each.label)));
    panel.setAttribute("aria-labelledby", `${group}-${tab.id}`);
    const content = await Promise.resolve().then(tab.draw).catch((error) => `The server refused this: ${error.message}`);
    if (now === tab) fill(panel, content);
  };
  const choose = (tab) => {
    const hadFocus = bar.contains(document.activeElement);
    now = tab;
    draw();
    if (hadFocus) bar.querySelector('[aria-selected="true"]')?.focus();
    chosen?.(tab.id);
  };
  const step = (by) => choose(list[(list.indexOf(now) + by + list.length) % list.length]);
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) step(by);
  });
  draw();
  return { element: div("tabs", bar, panel), next: () => step(1) };
}
