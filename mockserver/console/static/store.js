// What views share: one frozen state with who listens to which part of it, what survives the page,
// and the keys that mean something now.

import { onceAFrame } from "./dom.js";

/**
 * @typedef {object} State
 * @property {import("./router.js").Route} route
 * @property {string} project `entity/project` of the view, or the last one that had any
 * @property {"connecting" | "open" | "lost"} connection
 * @property {any[]} projects
 * @property {{theme: string, density: string, keys: boolean}} prefs
 */

/** @type {State} */
let state = Object.freeze({
  route: { view: "", project: "", params: {}, query: new URLSearchParams() },
  project: "",
  connection: "connecting",
  projects: [],
  prefs: { theme: "auto", density: "normal", keys: true, ...remembered("prefs", {}) },
});

/** @type {Set<{select: (state: State) => any, hear: (value: any) => void, last: any}>} */
const listeners = new Set();

const spread = onceAFrame(() => {
  for (const listener of [...listeners]) {
    const value = listener.select(state);
    if (value === listener.last) continue;
    listener.last = value;
    listener.hear(value);
  }
});

export const current = () => state;

/** @param {Partial<State>} patch */
export function update(patch) {
  state = Object.freeze({ ...state, ...patch });
  spread();
}

/** Calls `hear` with a part of the state now, and once a frame when it has changed.
 * @template T @param {(state: State) => T} select @param {(value: T) => void} hear @param {AbortSignal} signal */
export function subscribe(select, hear, signal) {
  const listener = { select, hear, last: select(state) };
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
  hear(listener.last);
}

/** @param {string} name @param {any} value */
export const remember = (name, value) => localStorage.setItem(`mockserver.console.${name}`, JSON.stringify(value));

/** @param {string} name @param {any} otherwise */
export function remembered(name, otherwise) {
  return JSON.parse(localStorage.getItem(`mockserver.console.${name}`) ?? "null") ?? otherwise;
}

/** Keys by what they do, for the help. @type {Set<{key: string, does: string, run: (event: KeyboardEvent) => void}>} */
export const bound = new Set();

/** Have keys until `signal` aborts: `{"/": ["Filter", () => …]}`; `Ctrl+k` and `Alt+ArrowUp` are keys too.
 * @param {Record<string, [string, (event: KeyboardEvent) => void]>} bindings @param {AbortSignal} signal */
export function keys(bindings, signal) {
  const own = Object.entries(bindings).map(([key, [does, run]]) => ({ key, does, run }));
  for (const each of own) bound.add(each);
  signal.addEventListener("abort", () => own.forEach((each) => bound.delete(each)));
}

/** No key counts under a dialog, no single one while somebody types. The view's own come before the page's. */
addEventListener("keydown", (event) => {
  const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${event.key}`;
  const isTyping = document.activeElement?.closest("input, textarea, select");
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (isTyping && name !== "Escape" && !name.startsWith("Ctrl+")) return;
  if (name.length === 1 && !state.prefs.keys) return;
  const found = [...bound].reverse().find((each) => each.key === name);
  if (!found) return;
  event.preventDefault();
  found.run(event);
});
