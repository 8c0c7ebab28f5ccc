// Addresses: the path and the query hold all that a view shows.

import { current, remember, update } from "./store.js";

export const ROOT = "/__console";

/** @typedef {{view: string, params: Record<string, string>, query: URLSearchParams}} Route */

/** View by the template of its path. A project is `{entity}/{project}`. */
const VIEWS = [
  ["projects", "/"],
  ["traces", "/p/{entity}/{project}/traces"],
  ["trace", "/p/{entity}/{project}/traces/{trace}"],
  ["call", "/p/{entity}/{project}/calls/{call}"],
  ["threads", "/p/{entity}/{project}/threads"],
  ["thread", "/p/{entity}/{project}/threads/{thread}"],
  ["evals", "/p/{entity}/{project}/evals"],
  ["eval", "/p/{entity}/{project}/evals/{evals}"],
  ["data", "/p/{entity}/{project}/data"],
  ["data", "/p/{entity}/{project}/data/{kind}"],
  ["data", "/p/{entity}/{project}/data/{kind}/{name}"],
  ["data", "/p/{entity}/{project}/data/{kind}/{name}/{version}"],
  ["requests", "/requests"],
  ["requests", "/requests/{number}"],
  ["control", "/control"],
  ["control", "/control/{part}"],
  ["chat", "/chat"],
].map(([view, template]) => ({ view, pattern: pattern(template) }));

function pattern(template) {
  const source = template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${ROOT}${source}/?$`);
}

/** @param {URL | Location} place @returns {Route} */
export function read(place) {
  const query = new URLSearchParams(place.search);
  const path = place.pathname === ROOT ? `${ROOT}/` : place.pathname;
  for (const { view, pattern } of VIEWS) {
    const match = path.match(pattern);
    if (match) {
      const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decoded(value)]);
      return { view, params: Object.fromEntries(params), query };
    }
  }
  return { view: "missing", params: { path }, query };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address of the console: `address("p", "acme", "shop", "traces")`. @param {...string} parts */
export function address(...parts) {
  return `${ROOT}/${parts.map(encodeURIComponent).join("/")}`;
}

/** An address within a project, by its full name. @param {string} project @param {...string} parts */
export function within(project, ...parts) {
  const [entity, ...name] = project.split("/");
  return address("p", entity, name.join("/"), ...parts);
}

/** Open an address: as a new entry of the history, or in place of the present one.
 * @param {string} href @param {{replace?: boolean}} [how] */
export function go(href, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](replace ? history.state : {}, "", href);
  arrive();
}

/** Change the query of this view in place; null or "" takes a key away. @param {Record<string, any>} changes */
export function ask(changes) {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") query.delete(key);
    else query.set(key, String(value));
  }
  const text = query.toString();
  history.replaceState(history.state, "", location.pathname + (text ? `?${text}` : ""));
  update({ route: { ...current().route, query } });
}

/** Note what Back has to restore: scroll and active row. @param {Record<string, any>} changes */
export function keep(changes) {
  history.replaceState({ ...history.state, ...changes }, "");
}

export const kept = () => history.state ?? {};

/** Read where the page is now. */
export function arrive() {
  const route = read(location);
  const { entity, project } = route.params;
  const name = entity && project ? `${entity}/${project}` : current().project;
  if (name) remember("project", name);
  update({ route, project: name });
}

/** Follow links inside the console without loading the page again. */
export function start() {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target).closest("a[href]");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!target || !plain || event.defaultPrevented) return;
    const link = /** @type {HTMLAnchorElement} */ (target);
    if (link.target || link.download || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(ROOT)) return;
    event.preventDefault();
    go(link.href);
  });
  arrive();
}
