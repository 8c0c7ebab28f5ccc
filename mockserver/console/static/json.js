// A value as a tree that opens where one looks: folded below the second level, a hundred items at
// a time, long texts cut, like objects as a table, with search over everything.

import { TRACE, post } from "./api.js";
import { preview, size } from "./calls.js";
import { append, button, copy, div, el, fill, folded, span, table } from "./dom.js";
import { media } from "./media.js";
import { parseRef, refLink } from "./router.js";

const OPEN = 2;
const MANY = 100;
const LONG = 300;
const HITS = 1000;
const MOST_COLUMNS = 12;

/** @typedef {import("./media.js").Where} Where */
/** @typedef {{key: string | number, path: string, value: any}} Entry `path` leads from the root: `inputs.messages[0].content` */

/** A part of a list or object with many items, which is an entry of its own. */
class Some {
  constructor(entries) {
    this.entries = entries;
  }
}

/** Opens an element, and gives back those of its entries. @type {WeakMap<Element, () => HTMLElement[]>} */
const openers = new WeakMap();

/** A value with a line to search in it. @param {any} value @param {Where} where @returns {HTMLElement} */
export function jsonView(value, where) {
  const root = el("div", { class: "json", dir: "ltr" });
  const top = { key: "", path: "", value };
  openInto(root, top, 0, where);
  return div("", searchLine(top, root), root);
}

function searchLine(top, root) {
  /** @type {number[][]} */
  let hits = [];
  let at = -1;
  const count = el("span", { class: "dim", role: "status" });
  const step = (by) => {
    if (!hits.length) return;
    at = (at + by + hits.length) % hits.length;
    for (const each of root.querySelectorAll(".hit")) each.classList.remove("hit");
    let place = root;
    for (const index of hits[at]) place = openers.get(place)?.()[index] ?? place;
    place.classList.add("hit");
    place.scrollIntoView({ block: "center" });
    count.textContent = `${at + 1} of ${hits.length}${hits.length === HITS ? " or more" : ""}`;
  };
  const search = () => {
    hits = input.value ? [...find(top, input.value.toLowerCase())].slice(0, HITS) : [];
    at = -1;
    count.textContent = input.value ? "0 found" : "";
    step(1);
  };
  const onkeydown = (event) => event.key === "Enter" && step(event.shiftKey ? -1 : 1);
  const label = "Search this value";
  const input = el("input", { type: "search", placeholder: label, "aria-label": label, title: "Enter goes on", oninput: search, onkeydown });
  const copyAll = () => copy(JSON.stringify(top.value, null, 2), "JSON");
  return div("search", input, count, span("grow"), button("Copy", copyAll, { symbol: "copy", class: "quiet" }));
}

/** Where a text is, in keys and values: places among the entries, level by level.
 * @param {Entry} within @param {string} text @returns {Generator<number[]>} */
function* find(within, text) {
  for (const [index, entry] of (entriesOf(within) ?? []).entries()) {
    const own = `${typeof entry.key === "number" ? "" : entry.key}\n${entriesOf(entry) ? "" : entry.value}`.toLowerCase();
    if (!(entry.value instanceof Some) && own.includes(text)) yield [index];
    for (const below of find(entry, text)) yield [index, ...below];
  }
}

/** What is in a value, many of them by the hundred; null for a value that holds no others. @param {Entry} of @returns {Entry[] | null} */
function entriesOf({ value, path }) {
  if (value instanceof Some) return value.entries;
  if (value === null || typeof value !== "object") return null;
  const isList = Array.isArray(value);
  const all = Object.entries(value).map(([key, item]) => ({ key: isList ? Number(key) : key, path: path + step(key, isList, path), value: item }));
  if (all.length <= MANY) return all;
  const parts = Array.from({ length: Math.ceil(all.length / MANY) }, (_, at) => all.slice(at * MANY, (at + 1) * MANY));
  return parts.map((part) => ({ key: `${part[0].key} … ${part[part.length - 1].key}`, path, value: new Some(part) }));
}

/** A step of a path as JavaScript writes it. */
function step(key, isList, path) {
  if (isList) return `[${key}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
  return path ? `.${key}` : key;
}

/** Draws what is in a value. @param {HTMLElement} place @param {Entry} of @param {number} depth @param {Where} where */
function openInto(place, of, depth, where) {
  const entries = entriesOf(of);
  const columns = likeObjects(of.value);
  if (!entries) return append(place, [scalar(of.value, where)]);
  if (columns) return append(place, [table(of.path || "Table", columns, of.value.map((item) => columns.map((name) => scalar(item[name], where))))]);
  const drawn = entries.map((entry) => drawEntry(entry, depth, where));
  append(place, [div("entries", drawn)]);
  openers.set(place, () => drawn);
}

/** The keys that all items of a list share, if all are flat objects with the same few. @param {any} value @returns {string[] | null} */
function likeObjects(value) {
  if (!Array.isArray(value) || value.length < 2 || value.length > MANY) return null;
  const names = Object.keys(Object(value[0]));
  const isShort = (each) => (each === null || typeof each !== "object") && String(each).length <= LONG;
  const isLike = (item) => !Array.isArray(item) && Object.keys(Object(item)).join() === names.join() && Object.values(item).every(isShort);
  return names.length && names.length <= MOST_COLUMNS && value.every(isLike) ? names : null;
}

function drawEntry(entry, depth, where) {
  const { key, path, value } = entry;
  const entries = entriesOf(entry);
  const isPart = value instanceof Some;
  const act = (symbol, what, run) => button("", run, { symbol, title: what, "aria-label": `${what} ${key}` });
  const acts = isPart ? null : span("acts",
    act("copy", "Copy the value of", () => copy(typeof value === "string" ? value : JSON.stringify(value), "Value")),
    act("link", "Copy the path of", () => copy(path, "Path")));
  if (!entries) return div("entry leaf", span("key", String(key)), span("value", scalar(value, where)), acts);
  const count = Object.keys(value).length;
  const told = isPart ? null : span("dim", Array.isArray(value) ? `[${count}] ` : `{${count}} `, span("peek", preview(value, 80)));
  const inside = el("details", {}, el("summary", {}, span("key", String(key)), " ", told));
  const holder = div("entry", inside, media(value, where), acts);
  const open = () => {
    inside.open = true;
    if (!openers.has(inside)) {
      openers.set(inside, () => []);
      openInto(inside, entry, depth + 1, where);
    }
    return openers.get(inside)?.() ?? [];
  };
  inside.addEventListener("toggle", () => inside.open && open());
  openers.set(holder, open);
  if (depth + 1 < OPEN && entries.length) open();
  return holder;
}

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

/** A reference as a link, with what it names folded below. @param {string} ref @param {Where} where */
function reference(ref, where) {
  const unfold = async () => {
    const place = div("");
    const { vals } = await post(`${TRACE}/refs/read_batch`, { refs: [ref] }, where.signal);
    openInto(place, { key: "", path: "", value: vals[0] }, OPEN, where);
    return place;
  };
  return [refLink(ref), parseRef(ref)?.kind === "call" ? null : folded("Unfold", unfold)];
}
