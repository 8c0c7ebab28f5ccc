// All projects that have traces, with what is in them.

import { ADMIN, json } from "../api.js";
import { clock, figure } from "../calls.js";
import { div, fill, icon, link, notice, table, toolbar } from "../dom.js";
import { highlight } from "../markdown.js";
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

/** How a client gets here, where there is nothing yet. @param {string} words */
export function firstSteps(words) {
  const lines = [
    `export WF_TRACE_SERVER_URL=${location.origin} WANDB_BASE_URL=${location.origin} WANDB_API_KEY=any`,
    `export OPENAI_BASE_URL=${location.origin}/v1 OPENAI_API_KEY=any`,
    `python -c "import weave; weave.init('acme/shop'); weave.op(lambda x: x + 1)(1)"`,
  ];
  return notice(words, highlight(lines.join("\n"), "shell"));
}
