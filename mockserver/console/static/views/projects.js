// All projects that have traces, with what is in them.

import { ADMIN, json } from "../api.js";
import { el, fill, icon, link, notice } from "../dom.js";
import { clock, figure } from "../format.js";
import { within } from "../router.js";
import { subscribe, update } from "../store.js";

const FIRST_STEPS = [
  `export WF_TRACE_SERVER_URL=${location.origin} WANDB_BASE_URL=${location.origin} WANDB_API_KEY=any`,
  `python -c "import weave; weave.init('acme/shop'); weave.op(lambda x: x + 1)(1)"`,
].join("\n");

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  update({ projects: (await json(`${ADMIN}/projects`, { signal })).projects });
  const place = el("div", { class: "scroll" });
  fill(root, el("div", { class: "toolbar" }, el("h1", {}, "Projects")), place);
  subscribe((state) => state.projects, (projects) => fill(place, projects.length ? table(projects) : empty()), signal);
  return "Projects";
}

function empty() {
  return notice("No traces yet. Point a client here:", el("pre", { class: "code" }, FIRST_STEPS));
}

function table(projects) {
  const head = ["Project", "Calls", "Traces", "Running", "Errors", "Last start"];
  return el(
    "table",
    { class: "plain projects" },
    el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, projects.map(line)),
  );
}

function line(project) {
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, link(within(project.project_id, "traces"), project.project_id)),
    el("td", { class: "figure" }, figure(project.calls)),
    el("td", { class: "figure" }, figure(project.roots)),
    el("td", { class: "figure" }, project.running ? [icon("ring", "running"), ` ${figure(project.running)}`] : ""),
    el("td", { class: "figure" }, project.errors ? [icon("cross", "errors"), ` ${figure(project.errors)}`] : ""),
    el("td", {}, clock(project.last_started_at)),
  );
}
