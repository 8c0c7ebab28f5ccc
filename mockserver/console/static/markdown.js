// Markdown as elements, and code with its comments, texts, numbers and keywords marked. A pass over
// the lines finds the blocks, one pattern what stands inside them; marks reach no farther than a
// thousand characters, so that no text takes long. HTML in the text stays text.

import { el, link, span, table } from "./dom.js";
import { hrefOf } from "./router.js";

const LONGEST = 200_000;
const DEEPEST = 8;

/** @param {string} text @returns {HTMLElement} */
export function markdown(text) {
  if (text.length > LONGEST) return el("pre", {}, text);
  return el("div", { class: "prose", dir: "auto" }, blocks(text.split(/\r?\n/), 0));
}

const FENCE = /^\s{0,3}(```+|~~~+)\s*([\w+-]*)/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^\s{0,3}> ?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+/;
const DIVISION = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$/;

function blocks(lines, depth) {
  const made = [];
  let at = 0;
  /** The lines from `from` to the first one that ends the block, which is read up to there. */
  const take = (from, ends) => {
    at = from;
    while (at < lines.length && !ends(lines[at])) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const fence = line.match(FENCE);
    const heading = line.match(HEADING);
    const margin = indent(line);
    if (!line.trim()) at += 1;
    else if (fence) {
      made.push(highlight(take(at + 1, (each) => each.trim().startsWith(fence[1])).join("\n"), fence[2].toLowerCase()));
      at += 1;
    } else if (heading) {
      made.push(el(`h${Math.min(6, heading[1].length + 3)}`, {}, inline(heading[2])));
      at += 1;
    } else if (RULE.test(line)) {
      made.push(el("hr"));
      at += 1;
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const quoted = take(at, (each) => !QUOTE.test(each)).map((each) => each.replace(QUOTE, ""));
      made.push(el("blockquote", {}, blocks(quoted, depth + 1)));
    } else if (ITEM.test(line) && depth < DEEPEST) {
      const items = take(at, (each) => Boolean(each.trim()) && indent(each) <= margin && !ITEM.test(each));
      made.push(list(items, margin, depth));
    } else if (line.includes("|") && DIVISION.test(lines[at + 1] ?? "")) {
      const [heads, , ...rows] = take(at, (each) => !each.includes("|")).map(cells);
      made.push(table("Table", heads.map((each) => each.replace(/[*_`]/g, "")), rows.map((row) => row.map(inline))));
    } else made.push(el("p", {}, inline([line, ...take(at + 1, startsBlock)].join("\n"))));
  }
  return made;
}

const startsBlock = (line) => !line.trim() || [FENCE, HEADING, QUOTE, ITEM, RULE].some((each) => each.test(line));

const indent = (line) => line.length - line.trimStart().length;

function list(lines, margin, depth) {
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    const item = line.match(ITEM);
    if (item && item[1].length <= margin + 1) items.push([line.slice(item[0].length)]);
    else items[items.length - 1].push(line.slice(Math.min(indent(line), margin + 2)));
  }
  const isOrdered = /^\s*\d/.test(lines[0]);
  return el(isOrdered ? "ol" : "ul", { start: isOrdered ? parseInt(lines[0], 10) : null }, items.map(([first, ...rest]) => {
    const task = first.match(/^\[([ xX])\]\s+/);
    const box = task && el("input", { type: "checkbox", checked: task[1] !== " ", disabled: true, "aria-label": "done" });
    const text = task ? first.slice(task[0].length) : first;
    return el("li", { class: task ? "task" : null }, box, inline(text), blocks(rest, depth + 1));
  }));
}

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((each) => each.trim());

/** What stands inside a line: escapes, code, links, bare addresses, and text that is strong, struck or stressed. */
const INLINE = new RegExp([
  String.raw`\\(?<plain>[!-/:-@[-\`{-~])`,
  String.raw`(?<!\`)(?<ticks>\`{1,3})(?!\`)(?<code>(?:(?!\k<ticks>)[^\n]){1,1000})\k<ticks>`,
  String.raw`(?<image>!?)\[(?<label>[^[\]]{0,1000})\]\(\s*<?(?<target>[^\s)>]*)>?(?:\s+"[^"]*")?\s*\)`,
  String.raw`(?<bare>https?:\/\/[^\s<>"')\]]+)`,
  String.raw`(?<strong>\*\*|__)(?=\S)(?<bold>(?:(?!\k<strong>)[^\n]){1,1000})(?<=\S)\k<strong>`,
  String.raw`~~(?=\S)(?<struck>[^~\n]{1,1000})~~`,
  String.raw`\*(?=[^\s*])(?<stressed>[^*\n]{1,1000})(?<=\S)\*`,
  String.raw`(?<!\w)_(?=[^\s_])(?<slanted>[^_\n]{1,1000})(?<=\S)_(?!\w)`,
].join("|"), "g");

function inline(text) {
  /** @type {Node[]} */
  const made = [];
  let done = 0;
  const plain = (end) => end > done && made.push(document.createTextNode(text.slice(done, end)));
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    done = match.index + match[0].length;
    made.push(marked(match[0], match.groups ?? {}));
  }
  plain(text.length);
  return made;
}

function marked(whole, { plain, code, image, label = "", target, bare, bold, struck, stressed, slanted }) {
  const isImage = /^data:image\/[\w+.-]+;base64,/.test(target ?? "");
  if (code) return el("code", {}, code.trim());
  if (bold) return el("strong", {}, inline(bold));
  if (struck) return el("del", {}, inline(struck));
  if (stressed || slanted) return el("em", {}, inline(stressed ?? slanted ?? ""));
  if (image && isImage) return el("img", { src: target, alt: label, class: "media" });
  if (bare || (!image && /^(https?:|mailto:)/i.test(target ?? ""))) {
    return el("a", { href: bare ?? target, target: "_blank", rel: "noopener noreferrer" }, bare ?? label);
  }
  if (!image && hrefOf(target)) return link(hrefOf(target), label);
  return document.createTextNode(plain ?? whole);
}

const KEYWORDS = new Set((
  "and as async await break case catch class const continue curl def default del do done elif else esac except export false False fi finally for from "
  + "function global if import in is lambda let new None nonlocal not null of or pass raise return static switch then this throw true True try typeof "
  + "undefined var void while with yield SELECT FROM WHERE AND OR NOT INSERT INTO VALUES UPDATE SET DELETE JOIN ON GROUP ORDER BY LIMIT"
).split(" "));
const TEXT = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const HASH = "#.*";
const SLASHES = String.raw`\/\/.*|\/\*[\s\S]*?(?:\*\/|$)`;
/** How a comment begins, by the language; what is in none of these has no colours. @type {Record<string, string>} */
const COMMENTS = {
  python: HASH, py: HASH, shell: HASH, bash: HASH, sh: HASH, sql: "--.*", json: "$^",
  javascript: SLASHES, js: SLASHES, typescript: SLASHES, ts: SLASHES,
};

/** @param {string} code @param {string} [language] @returns {HTMLElement} */
export function highlight(code, language = "") {
  const place = el("pre", { class: "code", tabIndex: 0 });
  const isKnown = Object.hasOwn(COMMENTS, language) && code.length <= LONGEST;
  const tokens = isKnown ? new RegExp(`(${COMMENTS[language]})|(${TEXT})|(\\b\\d[\\w.]*)|([A-Za-z_]\\w*)`, "g") : /$^/g;
  let done = 0;
  for (const { 0: whole, 1: comment, 2: text, 3: number, index } of code.matchAll(tokens)) {
    const is = comment ? "comment" : text ? "text" : number ? "number" : KEYWORDS.has(whole) ? "keyword" : "";
    if (!is) continue;
    place.append(code.slice(done, index), span(`code-${is}`, whole));
    done = index + whole.length;
  }
  place.append(code.slice(done));
  return place;
}
