// What two lists have in common, and what each has alone: the shortest way from one to the other.

import { el } from "./dom.js";

/** @typedef {{kind: "same" | "removed" | "added", items: string[]}} Part */

const MOST = 2_000_000;

/** @param {string[]} before @param {string[]} after @returns {Part[]} */
export function diff(before, after) {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle = left.length * right.length > MOST ? [part("removed", left), part("added", right)] : common(left, right);
  return merged([part("same", before.slice(0, head)), ...middle, part("same", before.slice(before.length - tail))]);
}

/** @param {Part["kind"]} kind @param {string[]} items @returns {Part} */
const part = (kind, items) => ({ kind, items });

/** By the longest common subsequence. @param {string[]} left @param {string[]} right @returns {Part[]} */
function common(left, right) {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const at = row * width + column;
      longest[at] = left[row] === right[column] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  const parts = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const at = row * width + column;
    if (row < left.length && column < right.length && left[row] === right[column]) {
      parts.push(part("same", [left[row]]));
      row += 1;
      column += 1;
    } else if (column === right.length || (row < left.length && longest[at + width] >= longest[at + 1])) parts.push(part("removed", [left[row++]]));
    else parts.push(part("added", [right[column++]]));
  }
  return parts;
}

/** @param {Part[]} parts @returns {Part[]} */
function merged(parts) {
  /** @type {Part[]} */
  const made = [];
  for (const each of parts) {
    const last = made[made.length - 1];
    if (!each.items.length) continue;
    if (last?.kind === each.kind) last.items.push(...each.items);
    else made.push(part(each.kind, [...each.items]));
  }
  return made;
}

/** A text with what it has otherwise than another, word by word. @param {string} before @param {string} after */
export function wordDiff(before, after) {
  const words = (text) => text.match(/\S+/g) ?? [];
  return el("p", { class: "diff" }, diff(words(before), words(after)).flatMap(({ kind, items }) => {
    const text = items.join(" ");
    return [kind === "same" ? text : el(kind === "added" ? "ins" : "del", {}, text), " "];
  }));
}
