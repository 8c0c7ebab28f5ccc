// What two lists have in common, and what each has alone: the shortest way from one to the other,
// shown line by line or word by word.

import { el } from "./dom.js";

/** @typedef {"same" | "removed" | "added"} Kind */

const MOST = 2_000_000;

/** Every item of both lists in order, with whether it stayed, went or came. @param {string[]} before @param {string[]} after @returns {[Kind, string][]} */
function diff(before, after) {
  const least = Math.min(before.length, after.length);
  let head = 0;
  let tail = 0;
  while (head < least && before[head] === after[head]) head += 1;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle = left.length * right.length > MOST ? [...as("removed", left), ...as("added", right)] : common(left, right);
  return [...as("same", before.slice(0, head)), ...middle, ...as("same", before.slice(before.length - tail))];
}

/** @param {Kind} kind @param {string[]} items @returns {[Kind, string][]} */
const as = (kind, items) => items.map((item) => [kind, item]);

/** By the longest common subsequence. */
function common(left, right) {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const at = row * width + column;
      longest[at] = left[row] === right[column] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  /** @type {[Kind, string][]} */
  const made = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const at = row * width + column;
    if (row < left.length && left[row] === right[column]) made.push(["same", left[row++]]) && column++;
    else if (column === right.length || (row < left.length && longest[at + width] >= longest[at + 1])) made.push(["removed", left[row++]]);
    else made.push(["added", right[column++]]);
  }
  return made;
}

const TAGS = { same: "span", removed: "del", added: "ins" };
const SIGNS = { same: " ", removed: "−", added: "+" };

/** @param {string[]} before @param {string[]} after @param {string} label */
export function lineDiff(before, after, label) {
  const lines = diff(before, after).map(([kind, line]) => el(TAGS[kind], { class: "diff-line" }, `${SIGNS[kind]} ${line}\n`));
  return el("pre", { class: "code diff", tabIndex: 0, "aria-label": label }, lines);
}

/** A text with what it has otherwise than another. @param {string} before @param {string} after */
export function wordDiff(before, after) {
  const words = (text) => text.match(/\S+/g) ?? [];
  /** @type {{kind: Kind, words: string[]}[]} */
  const runs = [];
  for (const [kind, word] of diff(words(before), words(after))) {
    if (runs.at(-1)?.kind === kind) runs.at(-1)?.words.push(word);
    else runs.push({ kind, words: [word] });
  }
  return el("p", { class: "diff" }, runs.map(({ kind, words }) => [kind === "same" ? words.join(" ") : el(TAGS[kind], {}, words.join(" ")), " "]));
}
