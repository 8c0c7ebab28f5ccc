// Keys: each view says which ones it has; none counts while somebody types.

import { current } from "./store.js";

/** @typedef {{key: string, does: string, run: (event: KeyboardEvent) => void}} Key */

/** @type {Set<Key>} */
const known = new Set();

/** Have keys until `signal` aborts: `{"/": ["Filter", () => …]}`; `Ctrl+k` and `Alt+ArrowUp` are keys too.
 * @param {Record<string, [string, (event: KeyboardEvent) => void]>} bindings @param {AbortSignal} signal */
export function keys(bindings, signal) {
  const own = Object.entries(bindings).map(([key, [does, run]]) => ({ key, does, run }));
  for (const each of own) known.add(each);
  signal.addEventListener("abort", () => own.forEach((each) => known.delete(each)));
}

/** All keys that mean something now, for the help. */
export const bound = () => [...known];

const named = (event) => `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${event.key}`;

const isTyping = (place) => Boolean(place?.closest("input, textarea, select, [contenteditable=true]"));

addEventListener("keydown", (event) => {
  const name = named(event);
  const single = name.length === 1;
  if (document.querySelector("dialog[open]")) return;
  if (event.defaultPrevented || (isTyping(document.activeElement) && name !== "Escape" && !name.startsWith("Ctrl+"))) return;
  if (single && !current().prefs.keys) return;
  const found = [...known].reverse().find((each) => each.key === name);
  if (found) {
    event.preventDefault();
    found.run(event);
  }
});
