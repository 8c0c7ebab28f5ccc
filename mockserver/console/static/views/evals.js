// Runs of evaluations, and any of them as a matrix: an example a row, a run a column. The first run
// is the baseline that the others are measured by.

import { TRACE, post, queryCalls } from "../api.js";
import { clock, cost, duration, figure, latency, latencyText, models, preview, statusIcon } from "../calls.js";
import { wordDiff } from "../diff.js";
import { button, div, dotted, el, fill, icon, link, notice, span, table, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { VirtualList } from "../lists.js";
import { ask, callAddress, go, parseRef, refLink, within } from "../router.js";

/** @typedef {{call: any, output: any, scores: Record<string, number | boolean>}} Trial an example tried in a run */
/** @typedef {{call: any, label: string, trials: Map<string, Trial>, means: Record<string, {mean: number, count: number}>}} Run */
/** @typedef {{example: any, trials: (Trial | undefined)[], fell: number, rose: number}} Row */
/** @typedef {import("../json.js").Where} Where */

const ROW = 56;
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
  const scores = [...new Set(runs.flatMap((run) => Object.keys(flat(run.output))))].filter((each) => !/latency/.test(each)).slice(0, MOST_SCORES);
  const rows = runs.map((run, at) => [
    [pick(run), " ", statusIcon(run), " ", link(within(project, "evals", run.id), labels[at])], parseRef(run.inputs?.self) ? refLink(run.inputs.self) : preview(run.inputs?.self, 40),
    models(run), clock(run.started_at), latencyText(run, Date.now()), cost(run.console?.cost), ...scores.map((score) => meter(flat(run.output)[score])),
  ]);
  const heads = ["Run", "Evaluation", "Models", "Started", "#Took", "#Cost", ...scores.map((score) => `#${score.replace(/\.(mean|true_fraction)$/, "")}`)];
  fill(root, toolbar("Evaluations", span("dim", `${figure(runs.length)} runs`), span("grow"), span("dim", "Tick two or more, the baseline first"), compare),
    el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Runs" }, table("Runs", heads, rows, `No evaluations in ${project} yet. Run weave.Evaluation(…).evaluate(model).`)));
  return `Evaluations of ${project}`;
}

/** What each run is called, or the model it tried: `answerer:v3`. @returns {Promise<string[]>} */
async function labelsOf(project, runs, signal) {
  const refs = runs.map((run) => parseRef(run.inputs?.model));
  const object_ids = [...new Set(refs.flatMap((ref) => ref?.name ?? []))];
  const { objs } = object_ids.length ? await post(`${TRACE}/objs/query`, { project_id: project, filter: { object_ids }, metadata_only: true }, signal) : { objs: [] };
  const versions = new Map(objs.map((each) => [each.object_id + each.digest, each.version_index]));
  return runs.map((run, at) => {
    const ref = refs[at];
    const version = ref && versions.get(ref.name + ref.version);
    return run.display_name || (ref ? `${ref.name}${version === undefined ? "" : `:v${version}`}` : run.inputs?.model?.name ?? "run");
  });
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
  for (const [score, value] of [...trials.values()].flatMap((trial) => Object.entries(trial.scores))) {
    const { mean, count } = means[score] ?? { mean: 0, count: 0 };
    means[score] = { mean: (mean * count + Number(value)) / (count + 1), count: count + 1 };
  }
  return { call, label, trials, means };
}

/** The examples that any run tried, those that fell most first. @param {Run[]} runs @returns {Row[]} */
function rowsOf(runs) {
  const keys = [...new Set(runs.flatMap((run) => [...run.trials.keys()]))];
  const rows = keys.map((key) => {
    const [baseline, ...others] = runs.map((run) => run.trials.get(key));
    const changes = others.flatMap((trial) => Object.keys(trial?.scores ?? {}).map((score) => changeOf(score, trial, baseline)));
    const sum = (kept) => changes.filter(kept).reduce((total, each) => total + each, 0);
    return { example: JSON.parse(key), trials: [baseline, ...others], fell: sum((each) => each < 0), rose: sum((each) => each > 0) };
  });
  return rows.sort((a, b) => a.fell - b.fell || b.rose - a.rose);
}

/** By how much a score is above the baseline's; 0 if one of them has none. */
const changeOf = (score, trial, baseline) => (baseline && score in baseline.scores ? Number(trial.scores[score]) - Number(baseline.scores[score]) : 0);

const ONLY = {
  all: () => true,
  changed: (row) => row.fell < 0 || row.rose > 0,
  worse: (row) => row.fell < 0,
};

async function matrix(root, { project, params, query }, signal) {
  const ids = params.evals.split(",");
  const calls = await queryCalls(project, { filter: { call_ids: ids }, include_costs: true }, signal);
  const found = ids.map((id) => calls.find((call) => call.id === id)).filter(Boolean);
  if (!found.length) {
    fill(root, toolbar("Evaluation"), notice(`No run ${ids.join(", ")} in ${project}. It may have been reset.`, link(within(project, "evals"), "All runs")));
    return "Evaluation";
  }
  const labels = await labelsOf(project, found, signal);
  const runs = await Promise.all(found.map((call, at) => runOf(project, call, labels[at], signal)));
  const scores = [...new Set(runs.flatMap((run) => Object.keys(run.means)))];
  const where = { project, signal };
  const every = rowsOf(runs);
  let only = query.get("only") ?? "all";
  let rows = every;
  const columns = `minmax(160px, 1fr) repeat(${runs.length}, minmax(220px, 1.4fr))`;
  const below = el("section", { class: "below", "aria-label": "The example", tabIndex: 0, hidden: true });
  const open = (row) => {
    if (!row) return;
    ask({ row: String(every.indexOf(row)) });
    below.hidden = false;
    fill(below, sideBySide(row, runs, where));
  };
  const shown = new VirtualList({
    kind: "grid", label: "Examples by runs", height: ROW,
    id: (index) => `example-${index}`,
    draw: (row, index) => {
      const { example, trials } = rows[index];
      row.style.gridTemplateColumns = columns;
      fill(row, el("div", { class: "cell two", role: "gridcell" }, preview(example, 300)), trials.map((trial, at) => cell(trial, at ? trials[0] : undefined, project)));
    },
    activate: (index) => open(rows[index]),
  }, signal);
  const choice = el("div", { class: "choice", role: "group", "aria-label": "Rows" });
  const draw = () => {
    rows = every.filter(ONLY[only] ?? ONLY.all);
    if (runs.length > 1) fill(choice, Object.entries(ONLY).map(([name, fits]) => button(`${name} ${figure(every.filter(fits).length)}`, () => {
      only = name;
      ask({ only: name === "all" ? null : name });
      draw();
    }, { "aria-pressed": String(only === name) })));
    shown.active = -1;
    shown.resize(rows.length);
  };
  const heads = div("heads means", div("cell", `${figure(every.length)} examples`), runs.map((run, at) => head(run, at ? runs[0] : undefined, scores, project)));
  heads.style.gridTemplateColumns = columns;
  const title = runs.length > 1 ? "Comparison" : labels[0];
  fill(root, toolbar(link(within(project, "evals"), "‹ Evaluations"), el("h1", {}, title), choice, runs.length > 1 ? span("dim", tally(every)) : null),
    el("div", { class: "matrix", tabIndex: 0, role: "region", "aria-label": "Matrix" }, heads, shown.element), below);
  draw();
  open(every[Number(query.get("row") ?? NaN)]);
  return runs.length > 1 ? title : `Evaluation of ${title}`;
}

/** @param {Row[]} rows */
function tally(rows) {
  const worse = rows.filter((row) => row.fell < 0).length;
  const better = rows.filter((row) => row.fell === 0 && row.rose > 0).length;
  return `n=${rows.length}: ${rows.length - worse - better} same, ${better} better, ${worse} worse`;
}

/** A run with the mean of each score, beside that of the baseline. @param {Run} run @param {Run | undefined} baseline @param {string[]} scores @param {string} project */
function head({ call, label, means }, baseline, scores, project) {
  const facts = [baseline && "against the baseline", clock(call.started_at), cost(call.console?.cost)];
  return el("div", { class: "cell" },
    el("p", {}, link(within(project, "traces", call.trace_id), label), span("dim", " ", dotted(facts))),
    scores.filter((score) => means[score]).map((score) => {
      const { mean, count } = means[score];
      return el("p", {}, `${score} `, el("b", {}, figureOf(mean)), span("dim", ` n=${count} `), meter(mean, score), " ", change(mean - (baseline?.means[score]?.mean ?? mean)));
    }));
}

/** A figure between 0 and 1 as a bar, any other as it is. */
function meter(value, label) {
  const bar = typeof value === "number" && value >= 0 && value <= 1 ? el("meter", { min: 0, max: 1, value, "aria-label": label ?? "score" }) : null;
  return label ? bar : [figureOf(value), " ", bar];
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
    div("one", call.exception ? span("status-error", call.exception.split("\n")[0]) : preview(output, 300)),
    div("scores", scoresOf(trial, baseline), link(callAddress(project, call), duration(latency(call, Date.now())), { title: "Open the trace" })));
}

/** @param {Trial} trial @param {Trial | undefined} baseline */
function scoresOf(trial, baseline) {
  return Object.entries(trial.scores).map(([score, value]) => {
    const by = changeOf(score, trial, baseline);
    const short = score.replace(/\.(score|value|correct)$/, "");
    return el("span", { class: `chip ${by < 0 ? "fell" : by > 0 ? "rose" : ""}`, title: score },
      typeof value === "boolean" ? icon(value ? "tick" : "cross", value ? "yes" : "no") : el("b", {}, figureOf(value)), ` ${short}`, by ? (by < 0 ? " ▼ worse" : " ▲") : "");
  });
}

/** An example, and what each run made of it beside what the baseline did. @param {Row} row @param {Run[]} runs @param {Where} where */
function sideBySide({ example, trials }, runs, where) {
  const text = (trial) => (typeof trial?.output === "string" ? trial.output : JSON.stringify(trial?.output ?? null, null, 2));
  const side = (trial, at) => el("div", {}, el("h2", {}, runs[at].label), trial ? [
    div("scores", scoresOf(trial, at ? trials[0] : undefined)), at ? wordDiff(text(trials[0]), text(trial)) : el("p", { class: "diff" }, text(trial)),
    link(callAddress(where.project, trial.call), "Open the trace"),
  ] : "not run");
  return div("sides", el("div", {}, el("h2", {}, "Example"), jsonView(example, where)), trials.map(side));
}
