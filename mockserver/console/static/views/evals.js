// Runs of evaluations, and any of them as a matrix: an example a row, a run a column. The first run
// is the baseline that the others are measured by.

import { TRACE, all } from "../api.js";
import { latency, latencyText, models, statusIcon } from "../calls.js";
import { wordDiff } from "../diff.js";
import { button, el, fill, icon, link, notice } from "../dom.js";
import { clock, cost, duration, figure, preview } from "../format.js";
import { jsonView } from "../json.js";
import { parseRef, refLink } from "../refs.js";
import { ask, go, within } from "../router.js";
import { VirtualList } from "../virtual.js";

/** @typedef {{id: string, call: any, output: any, scores: Record<string, number | boolean>}} Trial an example tried in a run */
/** @typedef {{call: any, trials: Map<string, Trial>, means: Record<string, {mean: number, count: number}>}} Run */
/** @typedef {{key: string, example: any, trials: (Trial | undefined)[], fell: number, rose: number}} Row */

const ROW = 64;

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const project = `${route.params.entity}/${route.params.project}`;
  return route.params.evals ? matrix(root, project, route, signal) : list(root, project, signal);
}

const query = (project, more, signal) => all(`${TRACE}/calls/stream_query`, { project_id: project, lean: true, ...more }, signal);

const named = (text) => ({ $expr: { $contains: { input: { $getField: "op_name" }, substr: { $literal: text } } } });

async function list(root, project, signal) {
  const runs = await query(project, { query: named("Evaluation.evaluate"), sort_by: [{ field: "started_at", direction: "desc" }], limit: 500, include_costs: true }, signal);
  /** @type {string[]} */
  const picked = [];
  const compare = button("Compare", () => go(within(project, "evals", picked.join(","))), { class: "primary", disabled: true });
  const pick = (id, on) => {
    if (on) picked.push(id);
    else picked.splice(picked.indexOf(id), 1);
    compare.disabled = picked.length < 2;
  };
  const scores = [...new Set(runs.flatMap((run) => Object.keys(flat(run.output))))].filter((each) => !/latency/.test(each)).slice(0, 6);
  const line = (run) => el("tr", {},
    el("td", {}, el("input", { type: "checkbox", "aria-label": `Compare the run of ${clock(run.started_at)}`, onchange: (event) => pick(run.id, event.target.checked) })),
    el("th", { scope: "row" }, statusIcon(run), " ", link(within(project, "evals", run.id), label(run))),
    el("td", {}, reference(run.inputs?.self)),
    el("td", {}, models(run)),
    el("td", {}, clock(run.started_at)),
    el("td", { class: "figure" }, latencyText(run, Date.now())),
    el("td", { class: "figure" }, cost(run.console?.cost)),
    scores.map((score) => el("td", { class: "figure" }, figureOf(flat(run.output)[score]))));
  const heads = ["", "Run", "Evaluation", "Models", "Started", "Took", "Cost", ...scores.map((score) => score.replace(/\.(mean|true_fraction)$/, ""))];
  fill(root, el("div", { class: "toolbar" }, el("h1", {}, "Evaluations"), el("span", { class: "dim" }, `${figure(runs.length)} runs`), el("span", { class: "grow" }), compare),
    el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Runs" }, runs.length
      ? el("table", { class: "plain" }, el("thead", {}, el("tr", {}, heads.map((head, at) => el(head ? "th" : "td", { scope: head ? "col" : null, class: at > 4 ? "figure" : "" }, head)))), el("tbody", {}, runs.map(line)))
      : notice(`No evaluations in ${project} yet. Run weave.Evaluation(…).evaluate(model).`)));
  return `Evaluations of ${project}`;
}

/** The model of a run, or what the run was called. */
const label = (run) => run.display_name || (parseRef(run.inputs?.model)?.name ?? run.inputs?.model?.name ?? "run");

const reference = (value) => (parseRef(value) ? refLink(value) : preview(value, 40));

/** Figures and truths inside a value by their path. @param {any} value @param {string} [path] @param {Record<string, any>} [found] */
function flat(value, path = "", found = {}) {
  if (typeof value === "number" || typeof value === "boolean") found[path] = value;
  else if (value && typeof value === "object") for (const [key, each] of Object.entries(value)) flat(each, path ? `${path}.${key}` : key, found);
  return found;
}

/** @param {string} project @param {any} call @param {AbortSignal} signal @returns {Promise<Run>} */
async function runOf(project, call, signal) {
  const calls = await query(project, { filter: { parent_ids: [call.id] }, query: named("predict_and_score"), expand_columns: ["inputs.example"] }, signal);
  /** @type {Map<string, Trial>} */
  const trials = new Map();
  for (const each of calls) {
    const key = JSON.stringify(each.inputs?.example ?? each.inputs);
    trials.set(key, { id: each.id, call: each, output: each.output?.output ?? each.output, scores: flat(each.output?.scores ?? {}) });
  }
  /** @type {Run["means"]} */
  const means = {};
  for (const trial of trials.values()) {
    for (const [score, value] of Object.entries(trial.scores)) {
      const sum = (means[score] ??= { mean: 0, count: 0 });
      sum.mean = (sum.mean * sum.count + Number(value)) / (sum.count + 1);
      sum.count += 1;
    }
  }
  return { call, trials, means };
}

/** @param {Run[]} runs @returns {Row[]} */
function rowsOf(runs) {
  const keys = [...new Set(runs.flatMap((run) => [...run.trials.keys()]))];
  return keys.map((key) => {
    const trials = runs.map((run) => run.trials.get(key));
    const changes = trials.slice(1).flatMap((trial) => Object.keys(trial?.scores ?? {}).filter((score) => trials[0] && score in trials[0].scores)
      .map((score) => Number(trial?.scores[score]) - Number(trials[0]?.scores[score])));
    return { key, example: JSON.parse(key), trials, fell: changes.reduce((sum, each) => sum + Math.min(0, each), 0), rose: changes.reduce((sum, each) => sum + Math.max(0, each), 0) };
  });
}

const ONLY = {
  all: () => true,
  changed: (row) => row.fell < 0 || row.rose > 0,
  worse: (row) => row.fell < 0,
};

/** @param {HTMLElement} root @param {string} project @param {import("../router.js").Route} route @param {AbortSignal} signal */
async function matrix(root, project, route, signal) {
  const ids = route.params.evals.split(",");
  const calls = await query(project, { filter: { call_ids: ids }, include_costs: true }, signal);
  const found = ids.map((id) => calls.find((call) => call.id === id)).filter(Boolean);
  if (!found.length) {
    fill(root, el("h1", {}, "Evaluation"), notice(`No run ${ids.join(", ")} in ${project}. It may have been reset.`, link(within(project, "evals"), "All runs")));
    return "Evaluation";
  }
  const runs = await Promise.all(found.map((call) => runOf(project, call, signal)));
  const scores = [...new Set(runs.flatMap((run) => Object.keys(run.means)))];
  const isComparison = runs.length > 1;
  const every = rowsOf(runs).sort((a, b) => a.fell - b.fell || b.rose - a.rose);
  let only = /** @type {keyof typeof ONLY} */ (route.query.get("only") ?? "all");
  /** @type {Row[]} */
  let rows = [];
  const columns = `minmax(160px, 1fr) repeat(${runs.length}, minmax(220px, 1.4fr))`;
  const below = el("section", { class: "below", "aria-label": "The example", tabIndex: 0, hidden: true });
  const shown = new VirtualList({
    kind: "grid", label: "Examples by runs", height: ROW,
    id: (index) => `example-${index}`,
    draw: (row, index) => {
      row.style.gridTemplateColumns = columns;
      fill(row, el("div", { class: "cell two", role: "gridcell" }, preview(rows[index].example, 300)), rows[index].trials.map((trial, at) => cell(trial, at ? rows[index].trials[0] : undefined, project)));
    },
    activate: (index) => open(rows[index]),
    choose: (index) => open(rows[index]),
  }, signal);
  const open = (row) => {
    if (!row) return;
    ask({ row: String(every.indexOf(row)) });
    below.hidden = false;
    fill(below, sideBySide(row, runs, project, signal));
  };
  const choice = el("div", { class: "choice", role: "group", "aria-label": "Rows" });
  const draw = () => {
    rows = every.filter(ONLY[only] ?? ONLY.all);
    fill(choice, isComparison ? Object.keys(ONLY).map((each) => button(`${each} ${figure(every.filter(ONLY[/** @type {keyof typeof ONLY} */ (each)]).length)}`, () => {
      only = /** @type {keyof typeof ONLY} */ (each);
      ask({ only: only === "all" ? null : only });
      draw();
    }, { "aria-pressed": String(only === each) })) : null);
    shown.active = -1;
    shown.resize(rows.length);
  };
  const heads = el("div", { class: "heads means" }, el("div", { class: "cell" }, `${figure(every.length)} examples`), runs.map((run, at) => head(run, at ? runs[0] : undefined, scores, project)));
  heads.style.gridTemplateColumns = columns;
  fill(root, el("div", { class: "toolbar" }, link(within(project, "evals"), "‹ Evaluations"), el("h1", {}, isComparison ? "Comparison" : label(runs[0].call)), choice, isComparison ? el("span", { class: "dim" }, tally(every)) : null),
    el("div", { class: "matrix", tabIndex: 0, role: "region", "aria-label": "Matrix" }, heads, shown.element), below);
  draw();
  const wanted = every[Number(route.query.get("row") ?? NaN)];
  if (wanted) open(wanted);
  return isComparison ? "Comparison" : `Evaluation of ${label(runs[0].call)}`;
}

/** @param {Row[]} rows */
function tally(rows) {
  const worse = rows.filter((row) => row.fell < 0).length;
  const better = rows.filter((row) => row.fell === 0 && row.rose > 0).length;
  return `n=${rows.length}: ${rows.length - worse - better} same, ${better} better, ${worse} worse`;
}

/** A run with the mean of each score, beside that of the baseline. @param {Run} run @param {Run | undefined} baseline @param {string[]} scores @param {string} project */
function head(run, baseline, scores, project) {
  return el("div", { class: "cell" },
    el("p", {}, link(within(project, "traces", run.call.trace_id), label(run.call)), el("span", { class: "dim" }, ` ${baseline === undefined ? "" : "against the baseline, "}${clock(run.call.started_at)} ${cost(run.call.console?.cost)}`)),
    scores.map((score) => {
      const own = run.means[score];
      if (!own) return null;
      const meter = el("meter", { min: 0, max: Math.max(1, own.mean), value: own.mean, "aria-label": score });
      return el("p", {}, `${score} `, el("b", {}, figureOf(own.mean)), el("span", { class: "dim" }, ` n=${own.count} `), meter, " ", change(own.mean - (baseline?.means[score]?.mean ?? own.mean)));
    }));
}

/** A difference by sign, arrow and word. */
function change(by) {
  if (Math.abs(by) < 1e-9) return null;
  return el("span", { class: by < 0 ? "status-error" : "status-success" }, by < 0 ? `▼ −${figureOf(-by)} worse` : `▲ +${figureOf(by)} better`);
}

function figureOf(value) {
  if (typeof value !== "number") return value === undefined ? "" : value ? "yes" : "no";
  return Number.isInteger(value) ? figure(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1).replace(/^0\./, ".");
}

/** @param {Trial | undefined} trial @param {Trial | undefined} baseline @param {string} project */
function cell(trial, baseline, project) {
  if (!trial) return el("div", { class: "cell dim", role: "gridcell" }, "not run");
  const { call, output } = trial;
  return el("div", { class: "cell", role: "gridcell" },
    el("div", { class: "two" }, call.exception ? el("span", { class: "status-error" }, call.exception.split("\n")[0]) : preview(output, 300)),
    el("div", { class: "scores" }, link(`${within(project, "traces", call.trace_id)}?call=${encodeURIComponent(call.id)}`, duration(latency(call, Date.now())), { title: "Open the trace" }), scoresOf(trial, baseline)));
}

/** @param {Trial} trial @param {Trial | undefined} baseline */
function scoresOf(trial, baseline) {
  return Object.entries(trial.scores).map(([score, value]) => {
    const by = baseline && score in baseline.scores ? Number(value) - Number(baseline.scores[score]) : 0;
    const short = score.replace(/\.\w+$/, (end) => (/score|value|correct/.test(end) ? "" : end));
    return el("span", { class: `chip ${by < 0 ? "fell" : by > 0 ? "rose" : ""}`, title: score }, typeof value === "boolean" ? icon(value ? "tick" : "cross", value ? "yes" : "no") : el("b", {}, figureOf(value)), ` ${short}`, by ? (by < 0 ? " ▼ worse" : " ▲") : "");
  });
}

/** @param {Row} row @param {Run[]} runs @param {string} project @param {AbortSignal} signal */
function sideBySide(row, runs, project, signal) {
  const text = (trial) => (typeof trial?.output === "string" ? trial.output : JSON.stringify(trial?.output ?? null, null, 2));
  return el("div", { class: "sides" },
    el("div", {}, el("h2", {}, "Example"), jsonView(row.example, { project, signal })),
    row.trials.map((trial, at) => el("div", {}, el("h2", {}, label(runs[at].call)), trial ? [el("div", { class: "scores" }, scoresOf(trial, at ? row.trials[0] : undefined)), at ? wordDiff(text(row.trials[0]), text(trial)) : el("p", { class: "diff" }, text(trial)),
      link(`${within(project, "traces", trial.call.trace_id)}?call=${encodeURIComponent(trial.id)}`, "Open the trace")] : "not run")));
}
