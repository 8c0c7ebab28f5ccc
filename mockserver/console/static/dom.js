// Elements, and the shapes that several views are made of: buttons, tables, search fields, notices.
// Text is always a text node, so hostile values stay text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** The page is a picture (`?shot=1`): nothing in it moves. */
export const isShot = new URLSearchParams(location.search).has("shot");

/**
 * An element with properties, attributes and listeners (`onclick`), and its children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | any[])} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "dataset") Object.assign(made.dataset, value);
    else if (name in made && !name.includes("-") && name !== "list") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

/** A `div` of a class. @param {string} kind @param {...any} children */
export const div = (kind, ...children) => el("div", { class: kind }, children);

/** A `span` of a class. @param {string} kind @param {...any} children */
export const span = (kind, ...children) => el("span", { class: kind }, children);

/** @param {Element} parent @param {any[]} children */
export function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Replace everything inside an element. @param {Element} parent @param {...any} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/** A symbol of `index.html`; decoration unless it has a label. @param {string} name @param {string} [label] */
export function icon(name, label) {
  const space = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(space, "svg");
  const use = document.createElementNS(space, "use");
  const names = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const attributes = { class: `icon icon-${name}`, viewBox: "0 0 16 16", ...names };
  for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
  use.setAttribute("href", `#${name}`);
  drawn.append(use);
  return drawn;
}

/** @param {string} text @param {(event: Event) => any} action @param {Record<string, any>} [more] */
export function button(text, action, { symbol, ...more } = {}) {
  return el("button", { type: "button", onclick: action, ...more }, symbol && icon(symbol), text && el("span", {}, text));
}

/** A link inside the console. @param {string} href @param {any} text @param {Record<string, any>} [more] */
export const link = (href, text, more = {}) => el("a", { href, ...more }, text);

/** What a place shows when there is nothing, or nothing yet. @param {string} text @param {...any} more */
export const notice = (text, ...more) => el("div", { class: "notice" }, el("p", {}, text), ...more);

/** What a list shows when nothing fits its filter. @param {string} text @param {() => void} clear */
export const nothingFits = (text, clear) => notice(`Nothing matches ${text}.`, button("Clear the filter", clear));

/** The line above a view: its name, and what one can do there. @param {any} title @param {...any} more */
export const toolbar = (title, ...more) => el("div", { class: "toolbar" }, title instanceof Node ? title : el("h1", {}, title), ...more);

/** Facts in a row, without those that are missing. @param {any[]} facts */
export const dotted = (facts) => facts.filter(Boolean).flatMap((each, at) => (at ? [" · ", each] : [each]));

/**
 * A table. The first cell of a row names it; a head that begins with # stands over figures.
 * @param {string} label @param {string[]} heads @param {any[][]} rows @param {string} [none] what is said of no rows
 * @returns {HTMLElement}
 */
export function table(label, heads, rows, none = "Nothing here.") {
  if (!rows.length) return notice(none);
  const kinds = heads.map((head) => (head.startsWith("#") ? "figure" : null));
  const top = heads.map((head, at) => el(head ? "th" : "td", { scope: head ? "col" : null, class: kinds[at] }, head.replace("#", "")));
  const line = (row) => el("tr", {}, row.map((cell, at) => el(at ? "td" : "th", { scope: at ? null : "row", class: kinds[at] }, cell)));
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": label },
    el("table", { class: "plain" }, el("thead", {}, el("tr", {}, top)), el("tbody", {}, rows.map(line))));
}

/** What is made only when it is opened. @param {string} label @param {() => any} make */
export function folded(label, make) {
  const place = el("details", { class: "folded" }, el("summary", {}, label));
  place.addEventListener("toggle", () => append(place, [make()]), { once: true });
  return place;
}

/** A field that searches a moment after the last key. @param {{label: string, value: string, placeholder: string, search: (text: string) => void, list?: string}} how */
export function searchField({ label, search, ...more }) {
  const field = el("input", { type: "search", class: "filter grow", "aria-label": label, spellcheck: false, ...more });
  field.addEventListener("input", settled(() => search(field.value), 200));
  return field;
}

/** Runs `work` once before the next frame, however often it is asked for. @param {() => void} work */
export function onceAFrame(work) {
  let asked = 0;
  return () => { asked ||= requestAnimationFrame(() => { asked = 0; work(); }); };
}

/** Runs `work` some time after it was asked for first. @param {() => void} work @param {number | (() => number)} ms */
export function throttled(work, ms) {
  let due = 0;
  return () => { due ||= setTimeout(() => { due = 0; work(); }, typeof ms === "number" ? ms : ms()); };
}

/** Runs `work` some time after it was asked for last. @param {() => void} work @param {number} ms */
export function settled(work, ms) {
  let due = 0;
  return () => {
    clearTimeout(due);
    due = setTimeout(work, ms);
  };
}

/** Runs `work` each second until `signal` aborts; not in a picture. @param {() => void} work @param {AbortSignal} signal */
export function eachSecond(work, signal) {
  const timer = isShot ? 0 : setInterval(work, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Copies a text and says so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say(`This browser does not let the page copy: ${text}`);
  }
}

/** Tells the person something in a line that goes by itself, and screen readers politely. @param {string} text */
export function say(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}
