// The frame around the views: navigation, project, connection, theme, help.

import { ADMIN, Refused, behind, curl, forgetBehind, json } from "./api.js";
import { button, copy, el, fill, icon, link, notice, onceAFrame, say } from "./dom.js";
import { bound, keys } from "./keys.js";
import { follow, hearOf } from "./live.js";
import { ROOT, address, go, start, within } from "./router.js";
import { current, prefer, remembered, subscribe, update } from "./store.js";

/** Modules by view; each exports `mount(root, route, signal)` and may return a title. */
const VIEWS = {
  projects: () => import("./views/projects.js"),
  traces: () => import("./views/traces.js"),
  trace: () => import("./views/trace.js"),
  call: () => import("./views/call.js"),
  threads: () => import("./views/threads.js"),
  thread: () => import("./views/threads.js"),
  evals: () => import("./views/evals.js"),
  eval: () => import("./views/evals.js"),
  data: () => import("./views/data.js"),
  requests: () => import("./views/requests.js"),
  control: () => import("./views/control.js"),
  chat: () => import("./views/chat.js"),
};

const PLACES = [
  ["Traces", "trace", (project) => (project ? within(project, "traces") : `${ROOT}/`)],
  ["Threads", "thread", (project) => (project ? within(project, "threads") : `${ROOT}/`)],
  ["Evals", "scorer", (project) => (project ? within(project, "evals") : `${ROOT}/`)],
  ["Data", "table", (project) => (project ? within(project, "data", "objects") : `${ROOT}/`)],
  ["Requests", "bolt", () => address("requests")],
  ["Chat", "chat", () => address("chat")],
  ["Control", "agent", () => address("control", "faults")],
];
const OWN_PLACE = { trace: "Traces", call: "Traces", thread: "Threads", eval: "Evals" };

const forever = new AbortController().signal;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let leaving = new AbortController();

/** @param {import("./router.js").Route} route */
async function show(route) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  forgetBehind();
  delete document.documentElement.dataset.ready;
  const load = /** @type {any} */ (VIEWS)[route.view];
  const root = el("div", { class: `view view-${route.view}` });
  try {
    const title = load ? await (await load()).mount(root, route, signal) : missing(root, route);
    if (signal.aborted) return;
    fill(main, root);
    document.title = `${title ?? route.view} · mockserver`;
  } catch (error) {
    if (signal.aborted) return;
    fill(main, refused(error, () => show(route)));
  }
  document.documentElement.dataset.ready = route.view;
}

function missing(root, route) {
  fill(root, el("h1", {}, "No such page"), notice(`Nothing has the address ${route.params.path}.`, link(`${ROOT}/`, "All projects")));
}

/** What a view shows that the server refused. @param {any} error @param {() => void} again */
export function refused(error, again) {
  return notice(`The server refused this: ${error.message}`, button("Try again", again));
}

function frame() {
  const header = /** @type {HTMLElement} */ (document.getElementById("top"));
  const nav = el("nav", { "aria-label": "Views" });
  const lost = el("p", { class: "lost", role: "alert", hidden: true });
  fill(
    header,
    link(`${ROOT}/`, "mockserver", { class: "brand" }),
    picker(),
    nav,
    el("span", { class: "grow" }),
    connection(),
    button("", flipTheme, { symbol: "sun", title: "Theme", "aria-label": "Theme", class: "quiet" }),
    button("", () => palette(), { symbol: "keys", title: "Go to… (Ctrl+K)", "aria-label": "Go to", class: "quiet" }),
    button("", help, { symbol: "menu", title: "Keys and requests (?)", "aria-label": "Help", class: "quiet" }),
  );
  header.after(lost);
  subscribe((state) => `${state.project} ${state.route.view}`, () => fill(nav, places()), forever);
  subscribe((state) => state.lostAt, (at) => showLost(lost, at), forever);
  subscribe((state) => state.prefs, (prefs) => {
    const query = new URLSearchParams(location.search);
    document.documentElement.dataset.theme = query.get("theme") ?? prefs.theme;
    document.documentElement.dataset.density = query.get("density") ?? prefs.density;
    if (query.has("shot")) document.documentElement.dataset.shot = "";
  }, forever);
}

function places() {
  const { project, route } = current();
  const here = /** @type {any} */ (OWN_PLACE)[route.view] ?? route.view;
  return PLACES.map(([name, symbol, href]) =>
    el(
      "a",
      {
        href: /** @type {any} */ (href)(project),
        "aria-current": here.toLowerCase() === String(name).toLowerCase() ? "page" : null,
      },
      icon(String(symbol)),
      el("span", {}, String(name)),
    ),
  );
}

function picker() {
  const select = el("select", {
    class: "project",
    "aria-label": "Project",
    onchange: (event) => go(event.target.value ? within(event.target.value, "traces") : `${ROOT}/`),
  });
  subscribe((state) => [state.projects, state.project].toString() + state.projects.length, () => {
    const { projects, project } = current();
    const names = [...new Set([...projects.map((each) => each.project_id), project].filter(Boolean))];
    const counts = new Map(projects.map((each) => [each.project_id, each]));
    fill(select, el("option", { value: "" }, "All projects"), names.map((name) => {
      const found = counts.get(name);
      return el("option", { value: name, selected: name === project }, found ? `${name} (${found.calls}${found.running ? ", running" : ""})` : name);
    }));
  }, forever);
  return select;
}

function connection() {
  const shown = el("span", { class: "connection" });
  const words = { connecting: "connecting", open: "live", lost: "no connection" };
  const symbols = { connecting: "dash", open: "tick", lost: "cross" };
  subscribe((state) => state.connection, (now) => {
    shown.dataset.state = now;
    fill(shown, icon(symbols[now]), words[now]);
  }, forever);
  return shown;
}

function showLost(place, at) {
  place.hidden = at === null;
  document.body.toggleAttribute("inert-forms", at !== null);
  if (at !== null) {
    const since = new Date(at).toLocaleTimeString("en-GB");
    fill(place, `No connection since ${since}. What you see is from then. Trying again.`);
  }
}

function flipTheme() {
  const next = { auto: "light", light: "dark", dark: "auto" };
  const theme = /** @type {any} */ (next)[current().prefs.theme];
  prefer({ theme });
}

/** A dialog that returns the focus when it closes. @param {string} title @param {...any} content */
export function dialog(title, ...content) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const shown = el("dialog", { "aria-label": title, onclose: () => { shown.remove(); before?.focus(); } });
  fill(shown, el("header", {}, el("h2", {}, title), button("", () => shown.close(), { symbol: "cross", "aria-label": "Close", class: "quiet" })), ...content);
  document.body.append(shown);
  shown.showModal();
  return shown;
}

function help() {
  const rows = bound().map(({ key, does }) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, does)));
  const requests = behind.map((request) => el("pre", { class: "code" }, curl(request)));
  dialog("Help", el("h3", {}, "Keys"), el("table", { class: "plain" }, rows), el("h3", {}, "The requests behind this view"), requests.length ? requests : el("p", {}, "None."));
}

function palette() {
  const { project, projects } = current();
  const targets = [
    ...PLACES.map(([name, , href]) => [String(name), /** @type {any} */ (href)(project)]),
    ...["faults", "replies", "clock", "snapshots", "reset", "settings", "load"].map((part) => [`Control: ${part}`, address("control", part)]),
    ...["objects", "ops", "datasets", "files", "prices", "feedback"].map((kind) => [`Data: ${kind}`, project ? within(project, "data", kind) : `${ROOT}/`]),
    ...projects.map((each) => [each.project_id, within(each.project_id, "traces")]),
  ];
  const list = el("ul", { class: "palette" });
  const input = el("input", { type: "search", "aria-label": "Go to", placeholder: "Go to…", autofocus: true });
  const shown = dialog("Go to", input, list);
  const draw = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const found = targets.filter(([name]) => words.every((word) => name.toLowerCase().includes(word)));
    fill(list, found.slice(0, 20).map(([name, href]) => el("li", {}, link(href, name, { onclick: () => shown.close() }))));
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
  draw();
}

async function countProjects() {
  const { projects } = await json(`${ADMIN}/projects`);
  const { project } = current();
  update({ projects, project: project || projects[0]?.project_id || "" });
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
  ...Object.fromEntries(PLACES.map(([name, , href], place) => [String(place + 1), [String(name), () => go(/** @type {any} */ (href)(current().project))]])),
}, forever);
start();
subscribe((state) => `${state.route.view} ${JSON.stringify(state.route.params)}`, () => show(current().route), forever);
const recount = onceAFrame(() => countProjects().catch(() => undefined));
recount();
let due = 0;
for (const kind of /** @type {const} */ (["state", "resync"])) {
  hearOf(kind, () => {
    clearTimeout(due);
    due = setTimeout(recount, 1000);
  }, forever);
}
follow();
