// A value as a tree that opens where one looks: folded below the second level, a hundred items at
// a time, long texts cut, like objects as a table, with search over everything.

import { button, copy, el, fill } from "./dom.js";
import { preview, size } from "./format.js";
import { media } from "./media.js";
import { parseRef, readRef, refLink } from "./refs.js";

const OPEN = 2;
const CHUNK = 100;
const LONG = 300;
const HITS = 1000;
const MOST = 2_000_000;

/** @typedef {(string | number)[]} Path */
/** @typedef {import("./media.js").Where & {filter?: (path: string, value: any) => void}} Where */

/** `inputs.messages[0].content` @param {Path} path */
export function pathText(path) {
  return path.map((key, at) => {
    if (typeof key === "number") return `[${key}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
    return at ? `.${key}` : key;
  }).join("");
}

/** Opens the child of an element at a place, and gives it back. @type {WeakMap<Element, (at: number) => Element>} */
const openers = new WeakMap();

/** A value with a line to search in it. @param {any} value @param {Where} where @returns {HTMLElement} */
export function jsonView(value, where) {
  const whole = () => JSON.stringify(value, null, 2);
  const root = el("div", { class: "json", dir: "ltr" });
  const isBig = roughSize(value) > MOST;
  if (isBig) fill(root, el("pre", {}, `${whole().slice(0, 20_000)}…`), button("Save all", () => save(whole()), { symbol: "download" }));
  else fill(root, children(value, [], 0, where, root));
  return el("div", {}, isBig ? null : searchLine(value, root), root);
}

function searchLine(value, root) {
  /** @type {number[][]} */
  let hits = [];
  let at = -1;
  const count = el("span", { class: "dim", role: "status" });
  const input = el("input", { type: "search", placeholder: "Search this value", "aria-label": "Search this value" });
  const step = (by) => {
    if (!hits.length) return;
    at = (at + by + hits.length) % hits.length;
    for (const each of root.querySelectorAll(".hit")) each.classList.remove("hit");
    let place = root;
    for (const index of hits[at]) place = openers.get(place)?.(index) ?? place;
    place.classList.add("hit");
    place.scrollIntoView({ block: "center" });
    count.textContent = `${at + 1} of ${hits.length}${hits.length === HITS ? " or more" : ""}`;
  };
  input.addEventListener("input", () => {
    hits = input.value ? find(value, input.value.toLowerCase()) : [];
    at = -1;
    count.textContent = input.value ? `${hits.length} found` : "";
    step(1);
  });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") step(event.shiftKey ? -1 : 1); });
  return el("div", { class: "search" }, input, button("", () => step(1), { symbol: "chevron", "aria-label": "Next found" }), count, el("span", { class: "grow" }),
    button("Copy", () => copy(JSON.stringify(value, null, 2), "JSON"), { symbol: "copy" }));
}

/** Where a text is, in keys and values: places among the children, level by level. */
function find(value, text) {
  /** @type {number[][]} */
  const hits = [];
  /** @type {[any, number[]][]} */
  const waiting = [[value, []]];
  while (waiting.length && hits.length < HITS) {
    const [each, places] = /** @type {[any, number[]]} */ (waiting.pop());
    const entries = entriesOf(each);
    if (!entries) continue;
    const below = [];
    for (const [index, [key, item]] of entries.entries()) {
      const own = `${typeof key === "number" ? "" : key}\n${entriesOf(item) ? "" : item}`;
      if (own.toLowerCase().includes(text)) hits.push([...places, index]);
      if (entriesOf(item)) below.push(/** @type {[any, number[]]} */ ([item, [...places, index]]));
    }
    waiting.push(...below.reverse());
  }
  return hits.slice(0, HITS);
}

/** @param {any} value @returns {[string | number, any][] | null} */
function entriesOf(value) {
  if (value === null || typeof value !== "object") return null;
  return Array.isArray(value) ? value.map((item, at) => [at, item]) : Object.entries(value);
}

/** @param {any} value @param {Path} path @param {number} depth @param {Where} where @param {Element} holder @returns {any} */
function children(value, path, depth, where, holder) {
  const entries = entriesOf(value);
  if (!entries) return scalar(value, where);
  const columns = likeObjects(value);
  const place = columns ? el("tbody") : el("div", { class: "entries" });
  const more = el("div");
  let drawn = 0;
  const grow = (to) => {
    for (const [key, item] of entries.slice(drawn, to)) place.append(columns ? tableRow(item, columns, where) : entry(key, item, [...path, key], depth, where));
    drawn = Math.max(drawn, Math.min(to, entries.length));
    fill(more, drawn < entries.length ? button(`${(entries.length - drawn).toLocaleString("en-US")} more`, () => grow(drawn + CHUNK)) : null);
  };
  grow(CHUNK);
  openers.set(holder, (at) => {
    if (at >= drawn) grow(at + CHUNK);
    return place.children[at];
  });
  if (!columns) return [place, more];
  const head = el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name))));
  return [el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": pathText(path) || "Table" }, el("table", { class: "plain" }, head, place)), more];
}

/** The keys that all items of a list share, if all are flat objects with the same few. @param {any} value @returns {string[] | null} */
function likeObjects(value) {
  if (!Array.isArray(value) || value.length < 2) return null;
  const names = Object.keys(value[0] ?? {});
  const alike = (item) => item && typeof item === "object" && !Array.isArray(item) && Object.keys(item).join() === names.join() &&
    Object.values(item).every((each) => !entriesOf(each) && String(each).length <= LONG);
  return names.length && names.length <= 12 && value.every(alike) ? names : null;
}

/** @param {any} item @param {string[]} columns @param {Where} where */
function tableRow(item, columns, where) {
  const row = el("tr", {}, columns.map((name) => el("td", {}, scalar(item[name], where))));
  openers.set(row, (at) => row.children[at]);
  return row;
}

/** @param {string | number} key @param {any} value @param {Path} path @param {number} depth @param {Where} where */
function entry(key, value, path, depth, where) {
  const acts = el("span", { class: "acts" },
    button("", () => copy(typeof value === "string" ? value : JSON.stringify(value), "Value"), { symbol: "copy", title: "Copy the value", "aria-label": `Copy the value of ${key}` }),
    button("", () => copy(pathText(path), "Path"), { symbol: "link", title: "Copy the path", "aria-label": `Copy the path of ${key}` }),
    where.filter && !entriesOf(value) && button("", () => where.filter?.(pathText(path), value), { symbol: "search", title: "Filter by this", "aria-label": `Filter by ${key}` }));
  const entries = entriesOf(value);
  if (!entries) return el("div", { class: "entry leaf" }, el("span", { class: "key" }, String(key)), el("span", { class: "value" }, scalar(value, where)), acts);
  const said = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const shown = media(value, where);
  const inside = el("details", {}, el("summary", {}, el("span", { class: "key" }, String(key)), " ", el("span", { class: "dim" }, said, " ", el("span", { class: "peek" }, preview(value, 80)))));
  let filled = false;
  const open = () => {
    if (!filled) inside.append(...[children(value, path, depth + 1, where, holder)].flat(2));
    filled = true;
  };
  const holder = el("div", { class: "entry" }, inside, shown, acts);
  inside.addEventListener("toggle", () => inside.open && open());
  openers.set(holder, (at) => {
    open();
    inside.open = true;
    return /** @type {(at: number) => Element} */ (openers.get(holder))(at);
  });
  if (depth + 1 < OPEN && entries.length) {
    open();
    inside.open = true;
  }
  return holder;
}

/** @param {any} value @param {Where} where */
function scalar(value, where) {
  if (typeof value !== "string") return el("span", { class: value === null ? "dim" : "code-number" }, value === null ? "null" : typeof value === "object" ? JSON.stringify(value) : String(value));
  const shown = media(value, where);
  if (shown) return [shown, el("span", { class: "dim" }, `${value.slice(0, 40)}… ${size(value.length)}`)];
  if (parseRef(value)) return reference(value, where);
  if (value.length <= LONG) return el("span", { class: "text", dir: "auto" }, value);
  const cut = el("span", { class: "text", dir: "auto" }, `${value.slice(0, LONG)}… `);
  const all = button(`show ${size(value.length)}`, () => fill(cut, value));
  cut.append(all);
  return cut;
}

/** A reference with a way to unfold what it names. @param {string} ref @param {Where} where */
function reference(ref, where) {
  const place = el("div");
  const unfold = async () => {
    const value = await readRef(ref, where.signal).catch((error) => ({ error: error.message }));
    fill(place, place.hasChildNodes() ? null : el("div", { class: "json" }, children(value, [], OPEN, where, place)));
  };
  return [refLink(ref), " ", parseRef(ref)?.kind === "call" ? null : button("", unfold, { symbol: "chevron", class: "quiet", "aria-label": "Unfold", title: "Unfold" }), place];
}

function roughSize(value) {
  let sum = 0;
  const waiting = [value];
  while (waiting.length && sum <= MOST) {
    const each = waiting.pop();
    if (typeof each === "string") sum += each.length;
    else if (each && typeof each === "object") waiting.push(...Object.values(each));
    sum += 8;
  }
  return sum;
}

function save(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: "value.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
