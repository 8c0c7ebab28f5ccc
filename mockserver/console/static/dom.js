// Elements and icons. Text is always a text node, so hostile values stay text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with properties, attributes and listeners (`onclick`), and its children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
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

/** @param {Element} parent @param {any[]} children */
export function append(parent, children) {
  for (const child of children.flat(3)) {
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
  drawn.setAttribute("class", `icon icon-${name}`);
  drawn.setAttribute("viewBox", "0 0 16 16");
  if (label) {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", label);
  } else {
    drawn.setAttribute("aria-hidden", "true");
  }
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#${name}`);
  drawn.append(use);
  return drawn;
}

/** @param {string} text @param {(event: Event) => any} action @param {Record<string, any>} [more] */
export function button(text, action, more = {}) {
  const { symbol, ...rest } = more;
  return el("button", { type: "button", onclick: action, ...rest }, symbol && icon(symbol), text && el("span", {}, text));
}

/** A link inside the console. @param {string} href @param {any} text @param {Record<string, any>} [more] */
export function link(href, text, more = {}) {
  return el("a", { href, ...more }, text);
}

/** What a place shows when there is nothing, or nothing yet. @param {string} text @param {...any} more */
export function notice(text, ...more) {
  return el("div", { class: "notice" }, el("p", {}, text), ...more);
}

/** Calls `listener` for an event until `signal` aborts.
 * @param {EventTarget} target @param {string} kind @param {(event: any) => void} listener @param {AbortSignal} signal */
export function on(target, kind, listener, signal) {
  target.addEventListener(kind, listener, { signal });
}

/** Runs `work` once before the next frame, however often it is asked for. @param {() => void} work */
export function onceAFrame(work) {
  let asked = 0;
  return () => {
    if (!asked) asked = requestAnimationFrame(() => { asked = 0; work(); });
  };
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
