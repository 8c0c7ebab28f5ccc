// Runs of evaluations, and any of them as a matrix: an example a row, a run a column. The first run
// is the baseline that the others are measured by.

import { TRACE, post, queryCalls } from "../api.js";
import { clock, cost, figure, latencyText, preview, statusIcon } from "../calls.js";
import { wordDiff } from "../diff.js";
import { button, div, dotted, el, fill, folded, icon, link, notice, span, table, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { ask, go, parseRef, refLink, within } from "../router.js";

/** @typedef {{id: string, output: any, scores: Record<string, any>}} Trial an example tried in a run */
/** @typedef {{id: string, label: string, trace: string, started: string, cost: number, of: string, means: Map<string, {mean: number, count: number}>}} Run */
/** @typedef {{example: any, trials: (Trial | undefined)[], fell: number, rose: number}} Row by how much scores fell and rose */
/** @typedef {{project: string, signal: AbortSignal}} Where */

const MOST_RUNS = 100;
const MOST_SCORES = 6;

/** @type {import("../app.js").Mount} */
export async function mount(root, { project, params, query }, signal) {
  const where = { project, signal };
  return params.evals ? matrix(root, where, params.evals.split(","), query) : list(root, where);
}

/** Runs with their means, and the rows that they tried. @param {Where} where @param {string[]} ids @param {any} more */
async function resultsOf({ project, signal }, ids, more) {
  const body = { evaluation_call_ids: ids, include_summary: true, include_raw_data_rows: true, resolve_row_refs: true, ...more };
  const { rows, summary } = await post(`${TRACE}/v2/${project}/eval_results/query`, body, signal);
  const refs = summary.evaluations.map((each) => parseRef(each.model_ref));
  const filter = { object_ids: [...new Set(refs.flatMap((ref) => ref?.name ?? []))] };
  const { objs } = await post(`${TRACE}/objs/query`, { project_id: project, filter, metadata_only: true }, signal);
  const versionOf = (ref) => objs.find((each) => each.object_id === ref.name && each.digest === ref.version)?.version_index ?? "?";
  const runs = summary.evaluations.map((each, at) => ({
    id: each.evaluation_call_id,
    label: each.display_name ?? (refs[at] ? `${refs[at].name}:v${versionOf(refs[at])}` : "run"),
    trace: each.trace_id, started: each.started_at, cost: each.predict_total_cost, of: each.evaluation_ref ?? "",
    means: new Map(each.scorer_stats.map(({ scorer_key, path, pass_rate, numeric_mean, trial_count }) =>
      [path ? `${scorer_key}.${path}` : scorer_key, { mean: pass_rate ?? numeric_mean, count: trial_count }])),
  }));
  return { rows, runs: ids.flatMap((id) => runs.find((run) => run.id === id) ?? []) };
}

async function list(root, where) {
  const { project, signal } = where;
  const isRun = { $contains: { input: { $getField: "op_name" }, substr: { $literal: "Evaluation.evaluate" } } };
  const body = { query: { $expr: isRun }, sort_by: [{ field: "started_at", direction: "desc" }], limit: MOST_RUNS };
  const calls = await queryCalls(project, body, signal);
  const { runs } = calls.length ? await resultsOf(where, calls.map((call) => call.id), { include_rows: false }) : { runs: [] };
  /** @type {Set<string>} in the order they were picked; the first is the baseline */
  const picked = new Set();
  const compare = button("Compare", () => go(within(project, "evals", [...picked].join(","))), { class: "primary", disabled: true });
  const pick = (run) => el("input", { type: "checkbox", "aria-label": `Compare the run of ${clock(run.started)}`, onchange: (event) => {
    picked[event.target.checked ? "add" : "delete"](run.id);
    compare.disabled = picked.size < 2;
  } });
  const scores = [...new Set(runs.flatMap((run) => [...run.means.keys()]))].slice(0, MOST_SCORES);
  const rows = runs.map((run) => {
    const call = calls.find((each) => each.id === run.id);
    return [
      [pick(run), " ", statusIcon(call), " ", link(within(project, "evals", run.id), run.label)], refLink(run.of), clock(run.started),
      latencyText(call, Date.now()), cost(call.console?.cost), ...scores.map((score) => meter(run.means.get(score)?.mean, score)),
    ];
  });
  const heads = ["Run", "Evaluation", "Started", "#Took", "#Cost", ...scores.map((score) => `#${score}`)];
  const none = `No evaluations in ${project} yet. Run weave.Evaluation(…).evaluate(model).`;
  fill(root, toolbar("Evaluations", span("dim", `${figure(runs.length)} runs`), span("grow"), span("dim", "Tick two or more, the baseline first"), compare),
    el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Runs" }, table("Runs", heads, rows, none)));
  return `Evaluations of ${project}`;
}

/** An example with what each run made of it, and by how much its scores are below and above the baseline's.
 * @param {any} row @param {Run[]} runs @returns {Row} */
function rowOf({ raw_data_row: example, evaluations }, runs) {
  const trials = runs.map(({ id }) => {
    const [trial] = evaluations.find((each) => each.evaluation_call_id === id)?.trials ?? [];
    return trial && { id: trial.predict_and_score_call_id, output: trial.model_output, scores: flat(trial.scores) };
  });
  const changes = trials.flatMap((trial) => Object.keys(trial?.scores ?? {}).map((score) => changeOf(score, trial, trials[0])));
  const sum = (isMeant) => changes.filter(isMeant).reduce((total, each) => total + each, 0);
  return { example, trials, fell: sum((each) => each < 0), rose: sum((each) => each > 0) };
}

/** Figures and truths inside a value by their path. @returns {Record<string, number | boolean>} */
function flat(value, path = "", found = {}) {
  if (typeof value === "number" || typeof value === "boolean") found[path] = value;
  else if (value && typeof value === "object") for (const [key, each] of Object.entries(value)) flat(each, path ? `${path}.${key}` : key, found);
  return found;
}

/** By how much a score is above the baseline's; 0 if one of them has none. */
const changeOf = (score, trial, baseline) => (baseline && score in baseline.scores ? Number(trial.scores[score]) - Number(baseline.scores[score]) : 0);

const ONLY = { all: () => true, changed: (row) => row.fell < 0 || row.rose > 0, worse: (row) => row.fell < 0 };

/** @param {HTMLElement} root @param {Where} where @param {string[]} ids of runs @param {URLSearchParams} query */
async function matrix(root, where, ids, query) {
  const back = link(within(where.project, "evals"), "‹ Evaluations");
  const { rows, runs } = await resultsOf(where, ids, {});
  if (!runs.length) {
    fill(root, toolbar("Evaluation", back), notice(`No run ${ids.join(", ")} in ${where.project}. It may have been reset.`));
    return "Evaluation";
  }
  const every = rows.map((row) => rowOf(row, runs)).sort((a, b) => a.fell - b.fell || b.rose - a.rose);
  const only = query.get("only") ?? "all";
  const shown = every.filter(ONLY[only] ?? ONLY.all);
  const drawn = shown.map((row, at) => drawRow(row, runs, where, at, String(at) === query.get("row")));
  const links = Object.entries(ONLY).map(([name, fits]) =>
    link(`?only=${name}`, `${name} ${figure(every.filter(fits).length)}`, { class: "button", "aria-current": name === only ? "page" : null }));
  const choices = el("nav", { class: "choice", "aria-label": "Rows", hidden: runs.length < 2 }, links);
  const title = runs.length > 1 ? "Comparison" : runs[0].label;
  const heads = div("heads means cells", div("cell", `${figure(every.length)} examples`), runs.map((run, at) => head(run, at ? runs[0] : undefined, where.project)));
  const grid = el("div", { class: "matrix", tabIndex: 0, role: "region", "aria-label": "Matrix" }, heads, drawn);
  grid.style.setProperty("--runs", String(runs.length));
  fill(root, toolbar(back, el("h1", {}, title), choices, runs.length > 1 ? span("dim", tally(every)) : null), grid);
  return runs.length > 1 ? title : `Evaluation of ${title}`;
}

/** How many examples got better and worse, of those that the baseline and another run have tried. */
function tally(every) {
  const rows = every.filter(({ trials: [first, ...others] }) => first && others.some(Boolean));
  const worse = rows.filter((row) => row.fell < 0).length;
  const better = rows.filter((row) => row.fell === 0 && row.rose > 0).length;
  return `n=${rows.length}: ${rows.length - worse - better} same, ${better} better, ${worse} worse`;
}

/** A run with the mean of each score, and its change if the baseline's mean is of as many trials. @param {Run} run @param {Run | undefined} baseline @param {string} project */
function head(run, baseline, project) {
  const facts = [baseline && "against the baseline", clock(run.started), cost(run.cost)];
  const line = ([score, { mean, count }]) => {
    const before = baseline?.means.get(score);
    return el("p", {}, `${score} `, meter(mean, score), span("dim", ` n=${count} `), before && before.count === count ? change(mean - before.mean) : null);
  };
  return div("cell", el("p", {}, link(within(project, "traces", run.trace), run.label), span("dim", " ", dotted(facts))), [...run.means].map(line));
}

/** A figure, and one between 0 and 1 as a bar too. */
function meter(value, label) {
  const isShare = typeof value === "number" && value >= 0 && value <= 1;
  return [el("b", {}, figureOf(value)), isShare ? el("meter", { min: 0, max: 1, value, "aria-label": label }) : null];
}

/** A difference by sign, arrow and word. */
function change(by) {
  if (Math.abs(by) < 1e-9) return null;
  return span(by < 0 ? "status-error" : "status-success", by < 0 ? `▼ −${figureOf(-by)} worse` : `▲ +${figureOf(by)} better`);
}

function figureOf(value) {
  if (typeof value !== "number") return "";
  return Number.isInteger(value) ? figure(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}

/** What each run made of an example; opened, the whole outputs side by side.
 * @param {Row} row @param {Run[]} runs @param {Where} where @param {number} at @param {boolean} isOpen */
function drawRow({ example, trials }, runs, where, at, isOpen) {
  const cell = (trial) => div("cell", trial ? [div("one", preview(trial.output, 300)), scoresOf(trial, trials[0])] : "not run");
  const shown = span("cells", div("cell", div("two", preview(example, 300))), trials.map(cell));
  const ontoggle = ({ newState }) => ask({ row: newState === "open" ? at : null });
  return folded(shown, () => sideBySide(example, trials, runs, where), { class: "example", open: isOpen, ontoggle });
}

function scoresOf(trial, baseline) {
  return div("scores", Object.entries(trial.scores).map(([score, value]) => {
    const by = changeOf(score, trial, baseline);
    const shown = typeof value === "boolean" ? icon(value ? "tick" : "cross", value ? "yes" : "no") : el("b", {}, figureOf(value));
    const word = by ? (by < 0 ? " ▼ worse" : " ▲") : "";
    return span(`chip ${by < 0 ? "fell" : by > 0 ? "rose" : ""}`, shown, ` ${score}`, word);
  }));
}

function sideBySide(example, trials, runs, where) {
  const text = (trial) => (typeof trial?.output === "string" ? trial.output : JSON.stringify(trial?.output ?? null, null, 2));
  const side = (trial, at) => div("cell", el("h2", {}, runs[at].label), trial ? [
    scoresOf(trial, trials[0]), at ? wordDiff(text(trials[0]), text(trial)) : el("p", { class: "diff" }, text(trial)),
    link(within(where.project, "calls", trial.id), "Open the trace"),
  ] : "not run");
  return div("cells sides", div("cell", jsonView(example, where)), trials.map(side));
}
