// Code with its comments, texts, numbers and keywords marked. One pass, text nodes only.

import { el } from "./dom.js";

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
const LONGEST = 200_000;

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
    place.append(code.slice(done, match.index), el("span", { class: `code-${is}` }, whole));
    done = match.index + whole.length;
  }
  place.append(code.slice(done));
  return place;
}
