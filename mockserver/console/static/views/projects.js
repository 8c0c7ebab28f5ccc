// All projects that have traces, with what is in them.

import { ADMIN, json } from "../api.js";
import { clock, figure } from "../calls.js";
import { div, fill, icon, link, table, toolbar } from "../dom.js";
import { firstSteps } from "../lists.js";
import { within } from "../router.js";
import { subscribe, update } from "../store.js";

const HEADS = ["Project", "#Calls", "#Traces", "#Running", "#Errors", "Last start"];

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  update({ projects: (await json(`${ADMIN}/projects`, { signal })).projects });
  const place = div("scroll");
  fill(root, toolbar("Projects"), place);
  subscribe(({ projects }) => projects, (projects) => {
    fill(place, projects.length ? table("Projects", HEADS, projects.map(line)) : firstSteps("No traces yet. Point a client here:"));
  }, signal);
  return "Projects";
}

const line = (each) => [
  link(within(each.project_id, "traces"), each.project_id),
  figure(each.calls), figure(each.roots),
  each.running ? [icon("ring", "running"), ` ${figure(each.running)}`] : "",
  each.errors ? [icon("cross", "errors"), ` ${figure(each.errors)}`] : "",
  clock(each.last_started_at),
];
