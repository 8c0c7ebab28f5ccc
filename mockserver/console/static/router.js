// Addresses: the path and the query hold all that a view shows. References of the form
// weave:///entity/project/kind/name:version lead to addresses too.

import { el, link } from "./dom.js";
import { current, remember, update } from "./store.js";

export const ROOT = "/__console";

/** @typedef {{view: string, project: string, params: Record<string, string>, query: URLSearchParams}} Route */

/** View by the template of its path; the part in brackets may be missing. */
const VIEWS = Object.entries({
  projects: "/",
  traces: "/p/{entity}/{name}/traces",
  trace: "/p/{entity}/{name}/(?:traces/{trace}|calls/{call})",
  threads: "/p/{entity}/{name}/threads",
  thread: "/p/{entity}/{name}/threads/{thread}",
  evals: "/p/{entity}/{name}/evals",
  eval: "/p/{entity}/{name}/evals/{evals}",
  data: "/p/{entity}/{name}/data[/{kind}[/{object}[/{version}]]]",
  requests: "/requests[/{number}]",
  control: "/control[/{part}]",
  chat: "/chat",
}).map(([view, template]) => {
  const source = template.replaceAll("[", "(?:").replaceAll("]", ")?").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { view, pattern: new RegExp(`^${ROOT}${source}/?$`) };
});

/** Where the page is. @returns {Route} */
function read() {
  const query = new URLSearchParams(location.search);
  const path = location.pathname === ROOT ? `${ROOT}/` : location.pathname;
  for (const { view, pattern } of VIEWS) {
    const match = path.match(pattern);
    if (!match) continue;
    const found = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    const { entity, name, ...params } = Object.fromEntries(found.map(([key, value]) => [key, decoded(value)]));
    return { view, project: entity ? `${entity}/${name}` : "", params, query };
  }
  return { view: "missing", project: "", params: { path }, query };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address of the console: `address("p", "acme", "shop", "traces")`. @param {...string} parts */
export const address = (...parts) => `${ROOT}/${parts.map(encodeURIComponent).join("/")}`;

/** An address within a project, by its full name. @param {string} project @param {...string} parts */
export function within(project, ...parts) {
  const [entity, ...name] = project.split("/");
  return address("p", entity, name.join("/"), ...parts);
}

/** A call in its trace. @param {string} project @param {any} call */
export const callAddress = (project, call) => `${within(project, "traces", call.trace_id)}?call=${encodeURIComponent(call.id)}`;

/** Open an address: as a new entry of the history, or in place of the present one.
 * @param {string} href @param {{replace?: boolean}} [how] */
export function go(href, { replace = false } = {}) {
  if (replace) history.replaceState(history.state, "", href);
  else history.pushState({}, "", href);
  arrive();
}

/** Change the query of this view in place; null or "" takes a key away. @param {Record<string, any>} changes */
export function ask(changes) {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") query.delete(key);
    else query.set(key, String(value));
  }
  history.replaceState(history.state, "", query.size ? `?${query}` : location.pathname);
  update({ route: { ...current().route, query } });
}

/** Note what Back has to restore: scroll and active row. @param {Record<string, any>} changes */
export const keep = (changes) => history.replaceState({ ...history.state, ...changes }, "");

/** Read where the page is now. */
function arrive() {
  const route = read();
  const project = route.project || current().project;
  if (project) remember("project", project);
  update({ route, project });
}

/** Follow links inside the console without loading the page again. */
export function start() {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!target || !isPlain || event.defaultPrevented || target.target || target.download) return;
    if (target.origin !== location.origin || !target.pathname.startsWith(ROOT)) return;
    event.preventDefault();
    go(target.href);
  });
  arrive();
}

const REF = /^weave:\/\/\/([^/]+\/[^/]+)\/(\w+)\/([^:/]+)(?::([^/]+))?/;

/** What a reference names; null for any other value. @param {any} text */
export function parseRef(text) {
  const match = typeof text === "string" ? text.match(REF) : null;
  return match && { project: match[1], kind: match[2], name: decoded(match[3]), version: match[4] ?? "" };
}

/** The address of what a reference names; "" if the console has no view of it. @param {any} text */
export function hrefOf(text) {
  const { project = "", kind = "", name = "", version = "" } = parseRef(text) ?? {};
  if (kind === "call") return within(project, "calls", name);
  return kind === "object" || kind === "op" ? within(project, "data", `${kind}s`, name, ...(version ? [version] : [])) : "";
}

/** A reference as a link by its short name; any other text as it is. @param {string} text */
export function refLink(text) {
  const ref = parseRef(text);
  if (!ref || !hrefOf(text)) return el("span", {}, text);
  return link(hrefOf(text), ref.name + (ref.version ? `:${ref.version.slice(0, 6)}` : ""), { title: text });
}
