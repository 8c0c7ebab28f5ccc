// Markdown as elements, and code with its comments, texts, numbers and keywords marked. A pass over
// the lines for blocks, a scan of each block for what is inside; all are linear. Only elements and
// text nodes are made: HTML in the text stays text.

import { el, span } from "./dom.js";
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

/** @param {string[]} lines @param {number} depth @returns {Node[]} */
function blocks(lines, depth) {
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const fence = line.match(FENCE);
    const heading = line.match(HEADING);
    if (!line.trim()) at += 1;
    else if (fence) {
      const end = until(lines, at + 1, (each) => each.trim().startsWith(fence[1]));
      made.push(highlight(lines.slice(at + 1, end).join("\n"), fence[2].toLowerCase()));
      at = end + 1;
    } else if (heading) {
      made.push(el(`h${Math.min(6, heading[1].length + 3)}`, {}, inline(heading[2])));
      at += 1;
    } else if (RULE.test(line)) {
      made.push(el("hr"));
      at += 1;
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const end = until(lines, at, (each) => !QUOTE.test(each));
      made.push(el("blockquote", {}, blocks(lines.slice(at, end).map((each) => each.replace(QUOTE, "")), depth + 1)));
      at = end;
    } else if (ITEM.test(line) && depth < DEEPEST) {
      const end = listEnd(lines, at);
      made.push(list(lines.slice(at, end), depth));
      at = end;
    } else if (line.includes("|") && DIVISION.test(lines[at + 1] ?? "")) {
      const end = until(lines, at + 2, (each) => !each.includes("|"));
      made.push(table(lines.slice(at, end)));
      at = end;
    } else {
      const end = until(lines, at + 1, startsBlock);
      made.push(el("p", {}, inline(lines.slice(at, end).join("\n"))));
      at = end;
    }
  }
  return made;
}

const startsBlock = (line) => !line.trim() || FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line) || RULE.test(line);

/** The first place from `at` on where `ends` holds. @param {string[]} lines @param {number} at @param {(line: string) => boolean} ends */
function until(lines, at, ends) {
  while (at < lines.length && !ends(lines[at])) at += 1;
  return at;
}

const indent = (line) => line.length - line.trimStart().length;

/** A list goes on over its items, what is indented below them, and one empty line. */
function listEnd(lines, at) {
  const margin = indent(lines[at]);
  return until(lines, at + 1, (line) => Boolean(line.trim()) && indent(line) <= margin && !ITEM.test(line));
}

function list(lines, depth) {
  const margin = indent(lines[0]);
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    const item = line.match(ITEM);
    if (item && item[1].length <= margin + 1) items.push([line.slice(item[0].length)]);
    else items[items.length - 1].push(line.slice(Math.min(indent(line), margin + 2)));
  }
  const ordered = /^\s*\d/.test(lines[0]);
  const start = ordered ? parseInt(lines[0], 10) : null;
  return el(ordered ? "ol" : "ul", { start: start === 1 ? null : start }, items.map((item) => {
    const task = item[0].match(/^\[([ xX])\]\s+/);
    if (!task) return el("li", {}, tight(item, depth));
    const box = el("input", { type: "checkbox", checked: task[1] !== " ", disabled: true, "aria-label": "done" });
    return el("li", { class: "task" }, box, tight([item[0].slice(task[0].length), ...item.slice(1)], depth));
  }));
}

/** The first line of an item stands without a paragraph of its own. */
function tight(lines, depth) {
  const end = until(lines, 1, startsBlock);
  return [...inline(lines.slice(0, end).join("\n")), ...blocks(lines.slice(end), depth + 1)];
}

function table(lines) {
  const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((each) => inline(each.trim()));
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": "Table" }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, cells(lines[0]).map((cell) => el("th", { scope: "col" }, cell)))),
    el("tbody", {}, lines.slice(2).map((line) => el("tr", {}, cells(line).map((cell) => el("td", {}, cell)))))));
}

const MARKS = [["**", "strong"], ["__", "strong"], ["~~", "del"], ["*", "em"], ["_", "em"]];
const SPECIAL = /[\\`*_~![]|https?:\/\//g;
const LINK = /!?\[([^[\]]*)\]\(\s*<?([^\s)>]*)>?(?:\s+"[^"]*")?\s*\)/y;
const BARE = /https?:\/\/[^\s<>"')\]]+/y;

/** @param {string} text @param {number} [depth] @returns {Node[]} */
function inline(text, depth = 0) {
  /** @type {Node[]} */
  const made = [];
  /** @type {Set<string>} marks that have no end from here on */
  const open = new Set();
  let done = 0;
  let at = 0;
  const flush = (end) => { if (end > done) made.push(document.createTextNode(text.slice(done, end))); };
  const take = (node, start, end) => { flush(start); made.push(node); done = at = end; };
  for (;;) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    if (!found) break;
    const start = found.index;
    at = start + 1;
    if (found[0] === "\\") {
      if (/[!-/:-@[-`{-~]/.test(text[at] ?? "")) take(document.createTextNode(text[at]), start, at + 1);
    } else if (found[0] === "`") {
      const ticks = /** @type {RegExpMatchArray} */ (text.slice(start, start + 8).match(/^`+/))[0];
      const end = open.has(ticks) ? -1 : text.indexOf(ticks, start + ticks.length);
      if (end < 0) { open.add(ticks); at = start + ticks.length; }
      else take(el("code", {}, text.slice(start + ticks.length, end).trim()), start, end + ticks.length);
    } else if (found[0] === "[" || found[0] === "!") {
      LINK.lastIndex = start;
      const match = LINK.exec(text);
      if (match) take(linked(match[0], match[1], match[2]), start, start + match[0].length);
    } else if (found[0].startsWith("http")) {
      BARE.lastIndex = start;
      const match = BARE.exec(text);
      if (match) take(linked(match[0], match[0], match[0]), start, start + match[0].length);
    } else {
      const mark = MARKS.find(([each]) => text.startsWith(each, start));
      const end = mark && depth < DEEPEST && !open.has(mark[0]) ? closing(text, start, mark[0]) : -2;
      if (mark && end > 0) take(el(mark[1], {}, inline(text.slice(start + mark[0].length, end), depth + 1)), start, end + mark[0].length);
      else if (mark && end === -1) open.add(mark[0]);
    }
  }
  flush(text.length);
  return made;
}

/** Where the text marked from `start` ends; -1 if nowhere, -2 if no text is marked here. */
function closing(text, start, mark) {
  const inside = start + mark.length;
  if (/\s/.test(text[inside] ?? " ")) return -2;
  if (mark[0] === "_" && /\w/.test(text[start - 1] ?? " ")) return -2;
  const end = text.indexOf(mark, inside + 1);
  if (end < 0) return -1;
  return /\s/.test(text[end - 1]) || (mark[0] === "_" && /\w/.test(text[end + mark.length] ?? " ")) ? -2 : end;
}

function linked(whole, label, target) {
  if (whole.startsWith("!")) {
    return /^data:image\/[\w+.-]+;base64,/.test(target) ? el("img", { src: target, alt: label, class: "media" }) : document.createTextNode(whole);
  }
  if (target.startsWith("weave:")) return hrefOf(target) ? el("a", { href: hrefOf(target) }, label) : document.createTextNode(whole);
  if (!/^(https?:|mailto:)/i.test(target)) return document.createTextNode(whole);
  return el("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, label);
}

const WORDS = {
  python: "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield match case self",
  javascript: "async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return static switch this throw true try type typeof undefined var void while yield",
  json: "true false null",
  shell: "case cd do done echo elif else esac exit export fi for function if in return set then until while curl",
  sql: "and as between by case create delete desc distinct drop else end exists from group having in insert into is join left limit not null on or order select set table then union update values when where with",
};
/** @type {Record<string, keyof typeof WORDS>} */
const NAMES = { py: "python", js: "javascript", ts: "javascript", jsx: "javascript", tsx: "javascript", typescript: "javascript", bash: "shell", sh: "shell", console: "shell" };

const TEXT = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const NUMBER = String.raw`\b\d[\w.]*`;
/** @type {Record<string, string>} */
const COMMENTS = { python: "#.*", shell: "#.*", sql: "--.*", javascript: String.raw`\/\/.*|\/\*[\s\S]*?(?:\*\/|$)`, json: "$^" };

/** @param {string} code @param {string} [language] @returns {HTMLElement} */
export function highlight(code, language = "") {
  const name = NAMES[language] ?? language;
  const place = el("pre", { class: "code", tabIndex: 0 });
  if (!(name in WORDS) || code.length > LONGEST) {
    place.append(code);
    return place;
  }
  const keywords = new Set(WORDS[/** @type {keyof typeof WORDS} */ (name)].split(" "));
  const tokens = new RegExp(`(${COMMENTS[name]})|(${TEXT})|(${NUMBER})|([A-Za-z_]\\w*)`, "g");
  let done = 0;
  for (const match of code.matchAll(tokens)) {
    const [whole, comment, text, number, word] = match;
    const is = comment ? "comment" : text ? "text" : number ? "number" : keywords.has(name === "sql" ? word.toLowerCase() : word) ? "keyword" : "";
    if (!is) continue;
    place.append(code.slice(done, match.index), span(`code-${is}`, whole));
    done = match.index + whole.length;
  }
  place.append(code.slice(done));
  return place;
}
