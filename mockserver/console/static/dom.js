// Elements, and the shapes that several views are made of: buttons, tables, tabs, search fields,
// notices. Text is always a text node, so hostile values stay text.

/** The page is a picture (`?shot=1`): nothing in it moves. */
export const isShot = new URLSearchParams(location.search).has("shot");

/**
 * An element with properties, attributes and listeners (`onclick`), and its children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
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

/** @param {Element} parent @param {any[]} children nodes and texts, also in lists; what is null or false is left out */
export function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) parent.append(child);
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

/** @param {string} href @param {any} text @param {Record<string, any>} [more] */
export const link = (href, text, more = {}) => el("a", { href, ...more }, text);

/** What a place shows when there is nothing, or nothing yet. @param {string} text @param {...any} more */
export const notice = (text, ...more) => el("div", { class: "notice" }, el("p", {}, text), ...more);

/** What a place shows instead of what the server did not give. @param {Error} error @param {...any} more */
export const refusal = (error, ...more) => notice(`The server refused this: ${error.message}`, ...more);

/** The line above a view: its name, and what one can do there. @param {any} title @param {...any} more */
export const toolbar = (title, ...more) => div("toolbar", title instanceof Node ? title : el("h1", {}, title), more);

/** Links to the parts of a view, of which one is open.
 * @param {string} label @param {string[]} parts @param {string} open @param {(part: string) => string} href */
export function choice(label, parts, open, href) {
  const to = (part) => link(href(part), part, { class: "button", "aria-current": part === open ? "page" : null });
  return el("nav", { class: "choice", "aria-label": label }, parts.map(to));
}

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
  const head = (text, at) => el(text ? "th" : "td", { scope: text ? "col" : null, class: kinds[at] }, text.replace("#", ""));
  const cell = (shown, at) => el(at ? "td" : "th", { scope: at ? null : "row", class: kinds[at] }, shown);
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": label },
    el("table", { class: "plain" },
      el("thead", {}, el("tr", {}, heads.map(head))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell))))));
}

/** What is made only when it is opened, also later. @param {any} label @param {() => any} make @param {Record<string, any>} [more] */
export function folded(label, make, more = {}) {
  const place = el("details", { class: "folded", ...more }, el("summary", {}, label));
  place.addEventListener("toggle", async () => append(place, [await make()]), { once: true });
  return place;
}

/** How many groups of tabs there were; ids come from it. */
let made = 0;

/** @typedef {{id: string, label: string, draw: () => any}} Tab `draw` makes what the panel shows, also later */

/**
 * Tabs after the ARIA practices: arrows choose, one tab stop.
 * @param {Tab[]} list @param {string} first the chosen one, if there is such a tab
 * @param {(id: string) => void} [chosen]
 * @returns {{element: HTMLElement, next: () => void}}
 */
export function tabs(list, first, chosen) {
  const group = `tabs-${++made}`;
  const panel = el("div", { class: "panel", role: "tabpanel", tabIndex: 0, id: group });
  const buttons = list.map(({ id, label }, at) => el("button", {
    type: "button", role: "tab", id: `${group}-${id}`, "aria-controls": group,
    onclick: () => {
      choose(at);
      chosen?.(id);
    },
  }, label));
  const bar = el("div", { role: "tablist" }, buttons);
  let now = -1;
  const choose = async (place) => {
    now = place;
    for (const [at, each] of buttons.entries()) {
      each.tabIndex = at === now ? 0 : -1;
      each.setAttribute("aria-selected", String(at === now));
    }
    panel.setAttribute("aria-labelledby", buttons[now].id);
    const content = await Promise.resolve().then(list[now].draw).catch(refusal);
    if (now === place) fill(panel, content);
  };
  const step = (by) => buttons[(now + by + list.length) % list.length].click();
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    step(by);
    buttons[now].focus();
  });
  choose(Math.max(0, list.findIndex((tab) => tab.id === first)));
  return { element: div("tabs", bar, panel), next: () => step(1) };
}

/** A field that searches a moment after the last key.
 * @param {{label: string, value: string, placeholder: string, search: (text: string) => void, list?: string}} how */
export function searchField({ label, search, ...more }) {
  const field = el("input", { type: "search", class: "filter grow", "aria-label": label, spellcheck: false, ...more });
  field.addEventListener("input", settled(() => search(field.value), 200));
  return field;
}

/** Runs `work` once after it was asked for, however often that is. @param {() => void} work @param {(run: () => void) => void} schedule */
function once(work, schedule) {
  let isAsked = false;
  const run = () => {
    isAsked = false;
    work();
  };
  return () => {
    if (!isAsked) schedule(run);
    isAsked = true;
  };
}

/** Runs `work` before the next frame. @param {() => void} work */
export const onceAFrame = (work) => once(work, requestAnimationFrame);

/** Runs `work` some time after it was asked for first. @param {() => void} work @param {() => number} ms */
export const throttled = (work, ms) => once(work, (run) => setTimeout(run, ms()));

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
  const place = /** @type {HTMLElement} */ (document.getElementById("said"));
  fill(place, el("span", {}, text));
}
