// The state that views share: one frozen object, and who listens to which part of it.

import { onceAFrame } from "./dom.js";

/**
 * @typedef {object} State
 * @property {import("./router.js").Route} route
 * @property {string} project `entity/project` of the view, or the last one that had any
 * @property {"connecting" | "open" | "lost"} connection
 * @property {number | null} lostAt
 * @property {any[]} projects
 * @property {boolean} live
 * @property {{theme: string, density: string, keys: boolean}} prefs
 */

const SAVED = "mockserver.console";

/** @type {State} */
let state = Object.freeze({
  route: { view: "", params: {}, query: new URLSearchParams() },
  project: "",
  connection: "connecting",
  lostAt: null,
  projects: [],
  live: true,
  prefs: { theme: "auto", density: "normal", keys: true, ...remembered("prefs", {}) },
});

/** @type {Set<{select: (state: State) => any, hear: (value: any) => void, last: any}>} */
const listeners = new Set();

const spread = onceAFrame(() => {
  for (const listener of [...listeners]) {
    const value = listener.select(state);
    if (value !== listener.last) {
      listener.last = value;
      listener.hear(value);
    }
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

/** Preferences survive the page. @param {Partial<State["prefs"]>} patch */
export function prefer(patch) {
  const prefs = { ...state.prefs, ...patch };
  remember("prefs", prefs);
  update({ prefs });
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  localStorage.setItem(`${SAVED}.${name}`, JSON.stringify(value));
}

/** @param {string} name @param {any} otherwise */
export function remembered(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`${SAVED}.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
