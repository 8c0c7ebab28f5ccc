// A value as a tree that opens where one looks: folded below the second level, a hundred items at
// a time, long texts cut, like objects as a table, with search over everything.

import { TRACE, post } from "./api.js";
import { figure, preview, size } from "./calls.js";
import { append, button, copy, div, el, fill, span } from "./dom.js";
import { media } from "./media.js";
import { parseRef, refLink } from "./router.js";

const OPEN = 2;
const CHUNK = 100;
const LONG = 300;
const HITS = 1000;
const MOST = 2_000_000;
const MOST_COLUMNS = 12;

/** @typedef {(string | number)[]} Path */
/** @typedef {import("./media.js").Where & {filter?: (path: string, value: any) => void}} Where */

/** Opens the child of an element at a place, and gives it back. @type {WeakMap<Element, (at: number) => Element>} */
const openers = new WeakMap();

/** A value with a line to search in it. @param {any} value @param {Where} where @returns {HTMLElement} */
export function jsonView(value, where) {
  const whole = () => JSON.stringify(value, null, 2);
  const root = el("div", { class: "json", dir: "ltr" });
  if (roughSize(value) > MOST) {
    const url = URL.createObjectURL(new Blob([whole()], { type: "application/json" }));
    where.signal.addEventListener("abort", () => URL.revokeObjectURL(url));
    fill(root, el("pre", {}, `${whole().slice(0, 20_000)}…`), el("a", { class: "button", href: url, download: "value.json" }, "Save all"));
    return root;
  }
  fill(root, children(value, [], 0, where, root));
  return el("div", {}, searchLine(value, root, () => copy(whole(), "JSON")), root);
}

function searchLine(value, root, copyAll) {
  /** @type {number[][]} */
  let hits = [];
  let at = -1;
  const count = el("span", { class: "dim", role: "status" });
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
  const search = () => {
    hits = input.value ? find(value, input.value.toLowerCase()) : [];
    at = -1;
    count.textContent = input.value ? `${hits.length} found` : "";
    step(1);
  };
  const onkeydown = (event) => event.key === "Enter" && step(event.shiftKey ? -1 : 1);
  const input = el("input", { type: "search", placeholder: "Search this value", "aria-label": "Search this value", oninput: search, onkeydown });
  return div("search", input, button("", () => step(1), { symbol: "chevron", class: "quiet", "aria-label": "Next found" }), count,
    span("grow"), button("Copy", copyAll, { symbol: "copy", class: "quiet" }));
}

/** Where a text is, in keys and values: places among the children, level by level. */
function find(value, text) {
  /** @type {number[][]} */
  const hits = [];
  /** @type {[any, number[]][]} */
  const waiting = [[value, []]];
  for (let next = waiting.pop(); next && hits.length < HITS; next = waiting.pop()) {
    const [each, places] = next;
    const below = [];
    for (const [index, [key, item]] of (entriesOf(each) ?? []).entries()) {
      const own = `${typeof key === "number" ? "" : key}\n${entriesOf(item) ? "" : item}`;
      if (own.toLowerCase().includes(text)) hits.push([...places, index]);
      if (entriesOf(item)) below.unshift(/** @type {[any, number[]]} */ ([item, [...places, index]]));
    }
    waiting.push(...below);
  }
  return hits.slice(0, HITS);
}

/** @param {any} value @returns {[string | number, any][] | null} */
function entriesOf(value) {
  if (value === null || typeof value !== "object") return null;
  return Array.isArray(value) ? value.map((item, at) => [at, item]) : Object.entries(value);
}

/** `inputs.messages[0].content` @param {Path} path */
const pathText = (path) => path.map((key, at) => {
  if (typeof key === "number") return `[${key}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
  return at ? `.${key}` : key;
}).join("");

/** What is in a value, a chunk at a time. @param {any} value @param {Path} path @param {number} depth @param {Where} where @param {Element} holder @returns {any} */
function children(value, path, depth, where, holder) {
  const entries = entriesOf(value);
  if (!entries) return scalar(value, where);
  const columns = likeObjects(value);
  const place = columns ? el("tbody") : div("entries");
  const more = el("div");
  let drawn = 0;
  const grow = (to) => {
    append(place, entries.slice(drawn, to).map(([key, item]) => (columns ? tableRow(item, columns, where) : entry(key, item, [...path, key], depth, where))));
    drawn = Math.max(drawn, Math.min(to, entries.length));
    fill(more, drawn < entries.length ? button(`${figure(entries.length - drawn)} more`, () => grow(drawn + CHUNK)) : null);
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
  const names = Object.keys(Object(value[0]));
  const isShort = (each) => !entriesOf(each) && String(each).length <= LONG;
  const isLike = (item) => !Array.isArray(item) && Object.keys(Object(item)).join() === names.join() && Object.values(item).every(isShort);
  return names.length && names.length <= MOST_COLUMNS && value.every(isLike) ? names : null;
}

function tableRow(item, columns, where) {
  const row = el("tr", {}, columns.map((name) => el("td", {}, scalar(item[name], where))));
  openers.set(row, (at) => row.children[at]);
  return row;
}

/** @param {string | number} key @param {any} value @param {Path} path @param {number} depth @param {Where} where */
function entry(key, value, path, depth, where) {
  const entries = entriesOf(value);
  const act = (symbol, what, run) => button("", run, { symbol, title: what, "aria-label": `${what} ${key}` });
  const acts = el("span", { class: "acts" },
    act("copy", "Copy the value of", () => copy(typeof value === "string" ? value : JSON.stringify(value), "Value")),
    act("link", "Copy the path of", () => copy(pathText(path), "Path")),
    where.filter && !entries ? act("search", "Filter by", () => where.filter?.(pathText(path), value)) : null);
  if (!entries) return div("entry leaf", span("key", String(key)), span("value", scalar(value, where)), acts);
  const count = Array.isArray(value) ? `[${entries.length}] ` : `{${entries.length}} `;
  const inside = el("details", {}, el("summary", {}, span("key", String(key)), " ", span("dim", count, span("peek", preview(value, 80)))));
  const holder = div("entry", inside, media(value, where), acts);
  const open = () => {
    if (inside.childElementCount === 1) append(inside, [children(value, path, depth + 1, where, holder)]);
    inside.open = true;
  };
  inside.addEventListener("toggle", () => inside.open && open());
  openers.set(holder, (at) => {
    open();
    return openers.get(holder)?.(at) ?? holder;
  });
  if (depth + 1 < OPEN && entries.length) open();
  return holder;
}

/** @param {any} value @param {Where} where */
function scalar(value, where) {
  if (value === null) return span("dim", "null");
  if (typeof value !== "string") return span("code-number", JSON.stringify(value));
  const shown = media(value, where);
  if (shown) return [shown, span("dim", `${value.slice(0, 40)}… ${size(value.length)}`)];
  if (parseRef(value)) return reference(value, where);
  const text = el("span", { class: "text", dir: "auto" }, value);
  if (value.length > LONG) fill(text, `${value.slice(0, LONG)}… `, button(`show ${size(value.length)}`, () => fill(text, value)));
  return text;
}

/** A reference with a way to unfold what it names. @param {string} ref @param {Where} where */
function reference(ref, where) {
  const place = el("div");
  const unfold = async () => {
    if (place.hasChildNodes()) return fill(place);
    const { vals } = await post(`${TRACE}/refs/read_batch`, { refs: [ref] }, where.signal).catch((error) => ({ vals: [{ error: error.message }] }));
    fill(place, div("json", children(vals[0], [], OPEN, where, place)));
  };
  const canUnfold = parseRef(ref)?.kind !== "call";
  return [refLink(ref), " ", canUnfold ? button("", unfold, { symbol: "chevron", class: "quiet", "aria-label": "Unfold", title: "Unfold" }) : null, place];
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
