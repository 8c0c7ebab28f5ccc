// Runs of evaluations, and any of them as a matrix: an example a row, a run a column. The first run
// is the baseline that the others are measured by.

import { TRACE, post, queryCalls } from "../api.js";
import { clock, cost, figure, latencyText, models, preview, statusIcon } from "../calls.js";
import { wordDiff } from "../diff.js";
import { button, div, dotted, el, fill, folded, icon, link, notice, span, table, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { ask, callAddress, go, parseRef, refLink, within } from "../router.js";

/** @typedef {{call: any, output: any, scores: Record<string, number | boolean>}} Trial an example tried in a run */
/** @typedef {{call: any, label: string, trials: Map<string, Trial>, means: Record<string, {mean: number, count: number}>}} Run */
/** @typedef {{example: any, trials: (Trial | undefined)[], fell: number, rose: number}} Row by how much scores fell and rose */
/** @typedef {{project: string, signal: AbortSignal}} Where */

const MOST_RUNS = 500;
const MOST_SCORES = 6;

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  return route.params.evals ? matrix(root, route, signal) : list(root, route.project, signal);
}

const named = (text) => ({ $expr: { $contains: { input: { $getField: "op_name" }, substr: { $literal: text } } } });

async function list(root, project, signal) {
  const sort_by = [{ field: "started_at", direction: "desc" }];
  const runs = await queryCalls(project, { query: named("Evaluation.evaluate"), sort_by, limit: MOST_RUNS, include_costs: true }, signal);
  const labels = await labelsOf(project, runs, signal);
  /** @type {Set<string>} in the order they were picked; the first is the baseline */
  const picked = new Set();
  const compare = button("Compare", () => go(within(project, "evals", [...picked].join(","))), { class: "primary", disabled: true });
  const pick = (run) => el("input", { type: "checkbox", "aria-label": `Compare the run of ${clock(run.started_at)}`, onchange: (event) => {
    picked[event.target.checked ? "add" : "delete"](run.id);
    compare.disabled = picked.size < 2;
  } });
  const evaluation = ({ inputs }) => (parseRef(inputs?.self) ? refLink(inputs.self) : preview(inputs?.self, 40));
  const scores = [...new Set(runs.flatMap((run) => Object.keys(flat(run.output))))].filter((each) => !/latency/.test(each)).slice(0, MOST_SCORES);
  const rows = runs.map((run, at) => [
    [pick(run), " ", statusIcon(run), " ", link(within(project, "evals", run.id), labels[at])], evaluation(run), models(run),
    clock(run.started_at), latencyText(run, Date.now()), cost(run.console?.cost), ...scores.map((score) => meter(flat(run.output)[score], score)),
  ]);
  const heads = ["Run", "Evaluation", "Models", "Started", "#Took", "#Cost", ...scores.map((score) => `#${score.replace(/\.(mean|true_fraction)$/, "")}`)];
  const none = `No evaluations in ${project} yet. Run weave.Evaluation(…).evaluate(model).`;
  fill(root, toolbar("Evaluations", span("dim", `${figure(runs.length)} runs`), span("grow"), span("dim", "Tick two or more, the baseline first"), compare),
    el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Runs" }, table("Runs", heads, rows, none)));
  return `Evaluations of ${project}`;
}

/** What each run is called, or the model it tried: `answerer:v3`. @returns {Promise<string[]>} */
async function labelsOf(project, runs, signal) {
  const refs = runs.map((run) => parseRef(run.inputs?.model));
  const object_ids = [...new Set(refs.flatMap((ref) => ref?.name ?? []))];
  const body = { project_id: project, filter: { object_ids }, metadata_only: true };
  const { objs } = object_ids.length ? await post(`${TRACE}/objs/query`, body, signal) : { objs: [] };
  const versions = new Map(objs.map((each) => [each.object_id + each.digest, `:v${each.version_index}`]));
  const model = (ref) => ref && ref.name + (versions.get(ref.name + ref.version) ?? "");
  return runs.map((run, at) => run.display_name || model(refs[at]) || run.inputs?.model?.name || "run");
}

/** Figures and truths inside a value by their path. @returns {Record<string, number | boolean>} */
function flat(value, path = "", found = {}) {
  if (typeof value === "number" || typeof value === "boolean") found[path] = value;
  else if (value && typeof value === "object") for (const [key, each] of Object.entries(value)) flat(each, path ? `${path}.${key}` : key, found);
  return found;
}

/** @returns {Promise<Run>} */
async function runOf(project, call, label, signal) {
  const calls = await queryCalls(project, { filter: { parent_ids: [call.id] }, query: named("predict_and_score"), expand_columns: ["inputs.example"] }, signal);
  const trial = (each) => ({ call: each, output: each.output?.output ?? each.output, scores: flat(each.output?.scores ?? {}) });
  const trials = new Map(calls.map((each) => [JSON.stringify(each.inputs?.example ?? each.inputs), trial(each)]));
  const means = {};
  for (const [score, value] of [...trials.values()].flatMap((each) => Object.entries(each.scores))) {
    const { mean, count } = means[score] ?? { mean: 0, count: 0 };
    means[score] = { mean: (mean * count + Number(value)) / (count + 1), count: count + 1 };
  }
  return { call, label, trials, means };
}

/** The examples that any run tried, those that fell most first. @param {Run[]} runs @returns {Row[]} */
function rowsOf(runs) {
  const keys = [...new Set(runs.flatMap((run) => [...run.trials.keys()]))];
  const rows = keys.map((key) => {
    const trials = runs.map((run) => run.trials.get(key));
    const changes = trials.flatMap((trial) => Object.keys(trial?.scores ?? {}).map((score) => changeOf(score, trial, trials[0])));
    const sum = (isMeant) => changes.filter(isMeant).reduce((total, each) => total + each, 0);
    return { example: JSON.parse(key), trials, fell: sum((each) => each < 0), rose: sum((each) => each > 0) };
  });
  return rows.sort((a, b) => a.fell - b.fell || b.rose - a.rose);
}

/** By how much a score is above the baseline's; 0 if one of them has none. */
const changeOf = (score, trial, baseline) => (baseline && score in baseline.scores ? Number(trial.scores[score]) - Number(baseline.scores[score]) : 0);

const ONLY = { all: () => true, changed: (row) => row.fell < 0 || row.rose > 0, worse: (row) => row.fell < 0 };

async function matrix(root, { project, params, query }, signal) {
  const ids = params.evals.split(",");
  const calls = await queryCalls(project, { filter: { call_ids: ids }, include_costs: true }, signal);
  const found = ids.map((id) => calls.find((call) => call.id === id)).filter(Boolean);
  const back = link(within(project, "evals"), "‹ Evaluations");
  if (!found.length) {
    fill(root, toolbar("Evaluation", back), notice(`No run ${ids.join(", ")} in ${project}. It may have been reset.`));
    return "Evaluation";
  }
  const labels = await labelsOf(project, found, signal);
  const runs = await Promise.all(found.map((call, at) => runOf(project, call, labels[at], signal)));
  const every = rowsOf(runs);
  const open = query.get("row");
  const drawn = every.map((row, at) => drawRow(row, runs, { project, signal }, at, String(at) === open));
  const body = div("examples");
  const choice = el("div", { class: "choice", role: "group", "aria-label": "Rows" });
  const show = (only) => {
    ask({ only: only === "all" ? null : only });
    fill(body, drawn.filter((_, at) => (ONLY[only] ?? ONLY.all)(every[at])));
    if (runs.length > 1) fill(choice, Object.entries(ONLY).map(([name, fits]) =>
      button(`${name} ${figure(every.filter(fits).length)}`, () => show(name), { "aria-pressed": String(name === only) })));
  };
  show(query.get("only") ?? "all");
  const title = runs.length > 1 ? "Comparison" : labels[0];
  const heads = div("heads means cells", div("cell", `${figure(every.length)} examples`), runs.map((run, at) => head(run, at ? runs[0] : undefined, project)));
  const grid = el("div", { class: "matrix", tabIndex: 0, role: "region", "aria-label": "Matrix" }, heads, body);
  grid.style.setProperty("--runs", String(runs.length));
  fill(root, toolbar(back, el("h1", {}, title), choice, runs.length > 1 ? span("dim", tally(every)) : null), grid);
  return runs.length > 1 ? title : `Evaluation of ${title}`;
}

function tally(rows) {
  const worse = rows.filter((row) => row.fell < 0).length;
  const better = rows.filter((row) => row.fell === 0 && row.rose > 0).length;
  return `n=${rows.length}: ${rows.length - worse - better} same, ${better} better, ${worse} worse`;
}

/** A run with the mean of each score, beside that of the baseline. @param {Run} run @param {Run | undefined} baseline @param {string} project */
function head({ call, label, means }, baseline, project) {
  const facts = [baseline && "against the baseline", clock(call.started_at), cost(call.console?.cost)];
  const line = ([score, { mean, count }]) => el("p", {}, `${score} `, meter(mean, score), span("dim", ` n=${count} `),
    change(mean - (baseline?.means[score]?.mean ?? mean)));
  return div("cell", el("p", {}, link(within(project, "traces", call.trace_id), label), span("dim", " ", dotted(facts))), Object.entries(means).map(line));
}

/** A figure, and one between 0 and 1 as a bar too. */
function meter(value, label) {
  const isShare = typeof value === "number" && value >= 0 && value <= 1;
  return [el("b", {}, figureOf(value)), isShare ? [" ", el("meter", { min: 0, max: 1, value, "aria-label": label })] : null];
}

/** A difference by sign, arrow and word. */
function change(by) {
  if (Math.abs(by) < 1e-9) return null;
  return span(by < 0 ? "status-error" : "status-success", by < 0 ? `▼ −${figureOf(-by)} worse` : `▲ +${figureOf(by)} better`);
}

function figureOf(value) {
  if (typeof value !== "number") return value === undefined ? "" : value ? "yes" : "no";
  return Number.isInteger(value) ? figure(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1).replace(/^0\./, ".");
}

/** An example with what each run made of it; opened, the whole outputs side by side.
 * @param {Row} row @param {Run[]} runs @param {Where} where @param {number} at @param {boolean} isOpen */
function drawRow(row, runs, where, at, isOpen) {
  const [baseline] = row.trials;
  const cells = row.trials.map((trial) => div("cell", trial ? [div("one", said(trial)), scoresOf(trial, baseline)] : "not run"));
  const shown = span("cells", div("cell", div("two", preview(row.example, 300))), cells);
  const ontoggle = ({ newState }) => ask({ row: newState === "open" ? at : null });
  return folded(shown, () => sideBySide(row, runs, where), { class: "example", open: isOpen, ontoggle });
}

const said = ({ call, output }) => (call.exception ? span("status-error", call.exception.split("\n")[0]) : preview(output, 300));

function scoresOf(trial, baseline) {
  return div("scores", Object.entries(trial.scores).map(([score, value]) => {
    const by = changeOf(score, trial, baseline);
    const shown = typeof value === "boolean" ? icon(value ? "tick" : "cross", value ? "yes" : "no") : el("b", {}, figureOf(value));
    const short = score.replace(/\.(score|value|correct)$/, "");
    const word = by ? (by < 0 ? " ▼ worse" : " ▲") : "";
    return el("span", { class: `chip ${by < 0 ? "fell" : by > 0 ? "rose" : ""}`, title: score }, shown, ` ${short}`, word);
  }));
}

/** An example, and what each run made of it beside what the baseline did. @param {Row} row @param {Run[]} runs @param {Where} where */
function sideBySide({ example, trials }, runs, where) {
  const text = (trial) => (typeof trial?.output === "string" ? trial.output : JSON.stringify(trial?.output ?? null, null, 2));
  const side = (trial, at) => div("cell", el("h2", {}, runs[at].label), trial ? [
    scoresOf(trial, trials[0]), at ? wordDiff(text(trials[0]), text(trial)) : el("p", { class: "diff" }, text(trial)),
    link(callAddress(where.project, trial.call), "Open the trace"),
  ] : "not run");
  return div("cells sides", div("cell", jsonView(example, where)), trials.map(side));
}
