// The frame around the views: navigation, project, connection, theme, help, and which view stands.

import { ADMIN, Refused, follow, hearOf, json } from "./api.js";
import { button, copy, div, dotted, el, fill, icon, isShot, link, notice, refusal, say, settled, span, table, toolbar } from "./dom.js";
import { figure } from "./calls.js";
import { ROOT, address, go, start, within } from "./router.js";
import { bound, current, keys, remember, remembered, subscribe, update } from "./store.js";

/** @typedef {(root: HTMLElement, route: import("./router.js").Route, signal: AbortSignal) => Promise<string | void>} Mount
 * draws a view until `signal` aborts, and may return a title */

/** Views whose module, which exports `mount`, has another name. */
const MODULES = { thread: "threads", eval: "evals" };

/** The places of the navigation, each with the views that belong there. */
const PLACES = [
  { name: "Traces", symbol: "trace", to: inProject("traces"), views: ["traces", "trace"] },
  { name: "Threads", symbol: "thread", to: inProject("threads"), views: ["threads", "thread"] },
  { name: "Evals", symbol: "scorer", to: inProject("evals"), views: ["evals", "eval"] },
  { name: "Data", symbol: "table", to: inProject("data", "objects"), views: ["data"] },
  { name: "Requests", symbol: "bolt", to: () => address("requests"), views: ["requests"] },
  { name: "Chat", symbol: "chat", to: () => address("chat"), views: ["chat"] },
  { name: "Control", symbol: "agent", to: () => address("control", "faults"), views: ["control"] },
];
/** Keys of the query that make another view; what else stands there a view follows itself. */
const OTHERS = ["page", "with", "only", "edit", "from"];
const THEMES = { auto: "light", light: "dark", dark: "auto" };
const CONNECTION = { connecting: ["dash", "connecting"], open: ["tick", "live"], lost: ["cross", "no connection"] };

const forever = new AbortController().signal;
const [main, header] = ["main", "top"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
let leaving = new AbortController();

function inProject(...parts) {
  return (project) => (project ? within(project, ...parts) : `${ROOT}/`);
}

async function show(route) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  delete document.documentElement.dataset.ready;
  const root = div(`view view-${route.view}`);
  try {
    const { mount } = route.view === "missing" ? { mount: missing } : await import(`./views/${MODULES[route.view] ?? route.view}.js`);
    const title = await mount(root, route, signal);
    if (signal.aborted) return;
    fill(main, root);
    document.title = `${title ?? route.view} · mockserver`;
  } catch (error) {
    if (signal.aborted) return;
    fill(main, refusal(error, button("Try again", () => show(route))));
  }
  document.documentElement.dataset.ready = route.view;
}

function missing(root, route) {
  fill(root, toolbar("No such page"), notice(`Nothing has the address ${route.params.path}.`, link(`${ROOT}/`, "All projects")));
}

function frame() {
  const nav = el("nav", { "aria-label": "Views" });
  const lost = el("p", { class: "lost", role: "alert", hidden: true });
  const live = span("connection");
  const quiet = (symbol, label, run) => button("", run, { symbol, title: label, "aria-label": label, class: "quiet" });
  const project = button("", goTo, { class: "project", title: "Go to another project or view (Ctrl+K)" });
  fill(header, link(`${ROOT}/`, [icon("logo"), "mockserver"], { class: "brand" }), project, nav, span("grow"), live,
    link("/__guide", "Guide", { class: "guide", target: "_blank" }),
    quiet("sun", "Theme", () => prefer({ theme: THEMES[current().prefs.theme] })), quiet("menu", "Help", help));
  header.after(lost);
  subscribe((state) => `${state.project} ${state.route.view}`, () => {
    fill(project, span("clip", current().project || "All projects"), icon("search"));
    fill(nav, places());
  }, forever);
  subscribe((state) => state.connection, (now) => {
    const [symbol, word] = CONNECTION[now];
    if (!isShot) fill(live, icon(symbol), word);
    lost.hidden = now !== "lost";
    fill(lost, `No connection since ${new Date().toLocaleTimeString("en-GB")}. What you see is from then. Trying again.`);
  }, forever);
  subscribe((state) => state.prefs, (prefs) => {
    const query = new URLSearchParams(location.search);
    const { dataset } = document.documentElement;
    dataset.theme = query.get("theme") ?? prefs.theme;
    dataset.density = query.get("density") ?? prefs.density;
    if (isShot) dataset.shot = "";
  }, forever);
}

/** Preferences survive the page. */
function prefer(patch) {
  const prefs = { ...current().prefs, ...patch };
  remember("prefs", prefs);
  update({ prefs });
}

function places() {
  const { project, route } = current();
  return PLACES.map(({ name, symbol, to, views }) =>
    el("a", { href: to(project), "aria-current": views.includes(route.view) ? "page" : null }, icon(symbol), el("span", {}, name)));
}

/** A dialog; the browser gives the focus back when it closes. @param {string} title @param {...any} content */
function dialog(title, ...content) {
  const shown = el("dialog", { "aria-label": title, onclose: () => shown.remove() });
  const close = button("", () => shown.close(), { symbol: "cross", "aria-label": "Close", class: "quiet" });
  fill(shown, el("header", {}, el("h2", {}, title), close), ...content);
  document.body.append(shown);
  shown.showModal();
  return shown;
}

function help() {
  const rows = [...bound].map(({ key, does }) => [el("kbd", {}, key), does]);
  const single = el("input", { type: "checkbox", checked: current().prefs.keys, onchange: () => prefer({ keys: single.checked }) });
  const pages = [link("/__guide", "The guide", { target: "_blank" }), link("/docs", "All operations", { target: "_blank" })];
  dialog("Help", el("p", {}, dotted(pages)), el("label", {}, single, " Keys of one letter"), table("Keys", ["Key", "Does"], rows));
}

/** Every project and place by its name. */
function goTo() {
  const { project, projects } = current();
  const targets = [
    ...projects.map((each) => [each.project_id, within(each.project_id, "traces"), `${figure(each.calls)} calls${each.running ? " ●" : ""}`]),
    ["All projects", `${ROOT}/`],
    ...PLACES.map(({ name, to }) => [name, to(project)]),
  ];
  const list = el("ul", { class: "targets" });
  const draw = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const found = targets.filter(([name]) => words.every((word) => name.toLowerCase().includes(word)));
    fill(list, found.map(([name, href, count]) => el("li", {}, link(href, name, { onclick: () => shown.close() }), span("dim", count))));
  };
  const enter = (event) => event.key === "Enter" && list.querySelector("a")?.click();
  const does = { oninput: draw, onkeydown: enter };
  const input = el("input", { type: "search", "aria-label": "Go to", placeholder: "A project or a view", autofocus: true, ...does });
  const shown = dialog("Go to", input, list);
  draw();
}

async function countProjects() {
  const { projects } = await json(`${ADMIN}/projects`);
  update({ projects, project: current().project || projects[0]?.project_id || "" });
}

addEventListener("unhandledrejection", (event) => {
  // A view that is left gives up its requests; what else nobody waited for is told here.
  if (event.reason?.name === "AbortError") event.preventDefault();
  else if (event.reason instanceof Refused) say(`The server refused this: ${event.reason.message}`);
});
update({ project: remembered("project", "") });
frame();
keys({
  "?": ["Help", help],
  "Ctrl+k": ["Go to…", goTo],
  c: ["Copy this address", () => copy(location.href, "Address")],
  ...Object.fromEntries(PLACES.map(({ name, to }, at) => [String(at + 1), [name, () => go(to(current().project))]])),
}, forever);
start();
const sight = ({ view, project, params, query }) => JSON.stringify([view, project, params, OTHERS.map((key) => query.get(key))]);
subscribe(({ route }) => sight(route), () => show(current().route), forever);
countProjects();
const recount = settled(() => countProjects().catch(() => undefined), 1000);
hearOf("state", recount, forever);
hearOf("resync", recount, forever);
if (!isShot) follow();
