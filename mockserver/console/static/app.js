// The frame around the views: navigation, project, connection, theme, help, and which view stands.

import { ADMIN, Refused, behind, curl, follow, hearOf, json } from "./api.js";
import { button, copy, div, el, fill, icon, isShot, link, notice, onceAFrame, say, settled, span, table, toolbar } from "./dom.js";
import { figure } from "./calls.js";
import { ROOT, address, go, start, within } from "./router.js";
import { bound, current, keys, remember, remembered, subscribe, update } from "./store.js";

/** @typedef {(root: HTMLElement, route: import("./router.js").Route, signal: AbortSignal) => Promise<string | void>} Mount
 * draws a view until `signal` aborts, and may return a title */

/** Modules by view; each exports `mount`. */
const VIEWS = {
  projects: () => import("./views/projects.js"),
  traces: () => import("./views/traces.js"),
  trace: () => import("./views/trace.js"),
  threads: () => import("./views/threads.js"),
  thread: () => import("./views/threads.js"),
  evals: () => import("./views/evals.js"),
  eval: () => import("./views/evals.js"),
  data: () => import("./views/data.js"),
  requests: () => import("./views/requests.js"),
  control: () => import("./views/control.js"),
  chat: () => import("./views/chat.js"),
};

/** The places of the navigation: name, symbol, address in a project, and views that belong there. */
const PLACES = [
  { name: "Traces", symbol: "trace", to: inProject("traces"), views: ["traces", "trace"] },
  { name: "Threads", symbol: "thread", to: inProject("threads"), views: ["threads", "thread"] },
  { name: "Evals", symbol: "scorer", to: inProject("evals"), views: ["evals", "eval"] },
  { name: "Data", symbol: "table", to: inProject("data", "objects"), views: ["data"] },
  { name: "Requests", symbol: "bolt", to: () => address("requests"), views: ["requests"] },
  { name: "Chat", symbol: "chat", to: () => address("chat"), views: ["chat"] },
  { name: "Control", symbol: "agent", to: () => address("control", "faults"), views: ["control"] },
];
const THEMES = { auto: "light", light: "dark", dark: "auto" };
const CONNECTION = { connecting: ["dash", "connecting"], open: ["tick", "live"], lost: ["cross", "no connection"] };

const forever = new AbortController().signal;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let leaving = new AbortController();

/** @param {...string} parts */
function inProject(...parts) {
  return (project) => (project ? within(project, ...parts) : `${ROOT}/`);
}

/** @param {import("./router.js").Route} route */
async function show(route) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  behind.length = 0;
  delete document.documentElement.dataset.ready;
  const load = VIEWS[route.view];
  const root = div(`view view-${route.view}`);
  try {
    const title = load ? await (await load()).mount(root, route, signal) : missing(root, route);
    if (signal.aborted) return;
    fill(main, root);
    document.title = `${title ?? route.view} · mockserver`;
  } catch (error) {
    if (signal.aborted) return;
    fill(main, notice(`The server refused this: ${error.message}`, button("Try again", () => show(route))));
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
  const quiet = (symbol, label, title, run) => button("", run, { symbol, title, "aria-label": label, class: "quiet" });
  const header = /** @type {HTMLElement} */ (document.getElementById("top"));
  fill(header, link(`${ROOT}/`, [icon("logo"), "mockserver"], { class: "brand" }), picker(), nav, span("grow"), live,
    el("a", { href: "/__guide", class: "guide", target: "_blank" }, "Guide"),
    quiet("sun", "Theme", "Theme", () => prefer({ theme: THEMES[current().prefs.theme] })),
    quiet("keys", "Go to", "Go to… (Ctrl+K)", palette), quiet("menu", "Help", "Keys and requests (?)", help));
  header.after(lost);
  subscribe((state) => `${state.project} ${state.route.view}`, () => fill(nav, places()), forever);
  subscribe((state) => state.connection, (now) => {
    live.dataset.state = now;
    if (!isShot) fill(live, icon(CONNECTION[now][0]), CONNECTION[now][1]);
  }, forever);
  subscribe((state) => state.lostAt, (at) => {
    lost.hidden = at === null;
    fill(lost, `No connection since ${new Date(at ?? 0).toLocaleTimeString("en-GB")}. What you see is from then. Trying again.`);
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

function picker() {
  const open = (event) => go(event.target.value ? within(event.target.value, "traces") : `${ROOT}/`);
  const select = el("select", { class: "project", "aria-label": "Project", onchange: open });
  subscribe((state) => JSON.stringify([state.projects, state.project]), () => {
    const { projects, project } = current();
    const counts = new Map(projects.map((each) => [each.project_id, each]));
    const names = [...new Set([...counts.keys(), project])].filter(Boolean);
    fill(select, el("option", { value: "" }, "All projects"), names.map((name) => {
      const found = counts.get(name);
      const said = found ? `${found.running ? "● " : ""}${name} (${figure(found.calls)})` : name;
      return el("option", { value: name, selected: name === project }, said);
    }));
  }, forever);
  return select;
}

/** A dialog that returns the focus when it closes. @param {string} title @param {...any} content */
function dialog(title, ...content) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const shown = el("dialog", { "aria-label": title, onclose: () => { shown.remove(); before?.focus(); } });
  const close = button("", () => shown.close(), { symbol: "cross", "aria-label": "Close", class: "quiet" });
  fill(shown, el("header", {}, el("h2", {}, title), close), ...content);
  document.body.append(shown);
  shown.showModal();
  return shown;
}

function help() {
  const rows = [...bound].map(({ key, does }) => [el("kbd", {}, key), does]);
  const requests = behind.map((request) => el("pre", { class: "code" }, curl(request)));
  const single = el("input", { type: "checkbox", checked: current().prefs.keys, onchange: () => prefer({ keys: single.checked }) });
  dialog("Help", el("p", {}, el("a", { href: "/__guide", target: "_blank" }, "The guide"), " · ", el("a", { href: "/docs", target: "_blank" }, "All operations")),
    el("label", {}, single, " Keys of one letter"), table("Keys", ["Key", "Does"], rows),
    el("h3", {}, "The requests behind this view"), requests.length ? requests : el("p", {}, "None."));
}

function palette() {
  const { project, projects } = current();
  const targets = [
    ...PLACES.map(({ name, to }) => [name, to(project)]),
    ...["faults", "replies", "clock", "snapshots", "reset", "settings"].map((part) => [`Control: ${part}`, address("control", part)]),
    ...["objects", "ops", "datasets", "files", "prices", "feedback"].map((kind) => [`Data: ${kind}`, inProject("data", kind)(project)]),
    ...projects.map((each) => [each.project_id, within(each.project_id, "traces")]),
  ];
  const list = el("ul", { class: "palette" });
  const draw = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const found = targets.filter(([name]) => words.every((word) => name.toLowerCase().includes(word)));
    fill(list, found.slice(0, 20).map(([name, href]) => el("li", {}, link(href, name, { onclick: () => shown.close() }))));
  };
  const enter = (event) => event.key === "Enter" && list.querySelector("a")?.click();
  const input = el("input", { type: "search", "aria-label": "Go to", placeholder: "Go to…", autofocus: true, oninput: draw, onkeydown: enter });
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
  "Ctrl+k": ["Go to…", palette],
  c: ["Copy this address", () => copy(location.href, "Address")],
  ...Object.fromEntries(PLACES.map(({ name, to }, at) => [String(at + 1), [name, () => go(to(current().project))]])),
}, forever);
start();
subscribe(({ route }) => JSON.stringify([route.view, route.project, route.params]), () => show(current().route), forever);
const recount = onceAFrame(() => countProjects().catch(() => undefined));
recount();
for (const kind of /** @type {const} */ (["state", "resync"])) hearOf(kind, settled(recount, 1000), forever);
if (!isShot) follow();
