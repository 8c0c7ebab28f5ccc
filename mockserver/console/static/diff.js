// What two texts have in common, and what each has alone: the shortest way from one to the other,
// by their lines or by their words.

import { el } from "./dom.js";

const MOST = 4_000_000;
const TAGS = { same: "span", removed: "del", added: "ins" };
const SIGNS = { same: " ", removed: "−", added: "+" };

/** @typedef {"same" | "removed" | "added"} Kind */

/** Every item of both lists in order, with whether it stayed, went or came, by the longest common
 * subsequence; lists too long for that differ as a whole.
 * @param {string[]} before @param {string[]} after @returns {[Kind, string][]} */
function diff(before, after) {
  const width = after.length + 1;
  const isLong = before.length * after.length > MOST;
  const longest = new Uint32Array(isLong ? 0 : (before.length + 1) * width);
  for (let at = longest.length - width - 2; at >= 0; at--) {
    const [row, column] = [Math.floor(at / width), at % width];
    if (column === after.length) continue;
    const isSame = before[row] === after[column];
    longest[at] = isSame ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
  }
  /** @type {[Kind, string][]} */
  const made = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const at = row * width + column;
    const isLeft = row < before.length;
    const isRight = column < after.length;
    if (!isLong && isLeft && isRight && before[row] === after[column]) {
      made.push(["same", before[row++]]);
      column += 1;
    } else if (isLeft && (!isRight || isLong || longest[at + width] >= longest[at + 1])) made.push(["removed", before[row++]]);
    else made.push(["added", after[column++]]);
  }
  return made;
}

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
  return el("p", { class: "diff" }, runs.map(({ kind, words }) => [el(TAGS[kind], {}, words.join(" ")), " "]));
}
