// Beside the tree: all that one call says, in tabs. Its conversation or values, what it used and
// cost, what people think of it, the code of its op.

import { TRACE, fileContent, post } from "./api.js";
import { clock, cost, figure, latencyText, name, perMillion, status, statusIcon } from "./calls.js";
import { conversation, talkOf } from "./conversation.js";
import { button, copy, div, dotted, el, fill, folded, icon, link, notice, span, table, tabs } from "./dom.js";
import { jsonView } from "./json.js";
import { highlight } from "./markdown.js";
import { hrefOf, parseRef, within } from "./router.js";

/** @typedef {{project: string, signal: AbortSignal, tab: string, chosen: (tab: string) => void, now: number, changed: () => void}} How */

/** @param {any} call as `call/read` gives it, with costs @param {How} how */
export async function details(call, how) {
  const { project, signal } = how;
  const where = { project, signal };
  const remarks = await feedbackOn(project, call.id, signal);
  const talk = talkOf(call);
  const { inputs, output, attributes } = call;
  const chat = { id: "chat", label: talk.isChat ? "Chat" : "Text", draw: () => conversation(talk, where) };
  const shown = tabs([
    ...(talk.isChat || talk.isText ? [chat] : []),
    { id: "data", label: "Data", draw: () => jsonView({ inputs, output, attributes }, where) },
    { id: "usage", label: "Usage", draw: () => usage(call) },
    { id: "feedback", label: remarks.length ? `Feedback ${remarks.length}` : "Feedback", draw: () => feedbackPanel(call, remarks, how) },
    { id: "code", label: "Code", draw: () => code(call, signal) },
    { id: "raw", label: "Raw", draw: () => jsonView(call, where) },
  ], how.tab, how.chosen);
  const failed = call.exception ? failure(call.exception) : null;
  return { element: el("article", { "aria-label": name(call) }, heading(call, how), failed, shown.element), next: shown.next };
}

function heading(call, { project, now }) {
  const facts = [
    span(`status-${status(call)}`, status(call).replace("_", " ")), latencyText(call, now), clock(call.started_at),
    call.wb_user_id && `user ${call.wb_user_id}`, call.wb_run_id && `run ${call.wb_run_id}`,
    call.thread_id && link(within(project, "threads", call.thread_id), `thread ${call.thread_id}`),
  ];
  const id = button("", () => copy(call.id, "Id"), { symbol: "copy", class: "quiet", title: `Copy the id ${call.id}`, "aria-label": "Copy the id" });
  return el("header", { class: "about" }, el("h2", {}, statusIcon(call), " ", name(call)), el("p", { class: "dim" }, dotted(facts), " ", id));
}

/** What an exception says, its stack folded. */
function failure(exception) {
  const lines = exception.trim().split("\n");
  const at = lines[0].startsWith("Traceback") ? lines.length - 1 : 0;
  const [said] = lines.splice(at, 1);
  return el("div", { class: "failure", role: "group", "aria-label": "Exception" },
    el("p", {}, icon("cross"), " ", el("b", {}, said)),
    lines.length ? folded("Stack", () => highlight(lines.join("\n"), "python")) : null);
}

function usage(call) {
  const costs = call.summary?.weave?.costs ?? {};
  const rows = Object.entries(call.summary?.usage ?? {}).map(([model, used]) => {
    const price = costs[model] ?? {};
    const cached = used.prompt_tokens_details?.cached_tokens ?? used.cache_read_input_tokens;
    const total = (price.prompt_tokens_total_cost ?? 0) + (price.completion_tokens_total_cost ?? 0);
    return [
      model, cost(total), figure(used.prompt_tokens ?? used.input_tokens), figure(cached), figure(used.completion_tokens ?? used.output_tokens),
      figure(used.completion_tokens_details?.reasoning_tokens), perMillion(price.prompt_token_cost), perMillion(price.completion_token_cost),
    ];
  });
  const heads = ["Model", "#Cost", "#In", "#cached", "#Out", "#reasoning", "#In per million", "#Out per million"];
  return table("Usage", heads, rows, "This call counted no tokens of its own.");
}

/** The source of the version of the op; its other versions, and what changed, are among the ops. */
async function code(call, signal) {
  const ref = parseRef(call.op_name);
  if (!ref) return notice("The client sent no code: this call names its op without a version.");
  const { obj } = await post(`${TRACE}/obj/read`, { project_id: ref.project, object_id: ref.name, digest: ref.version }, signal);
  const source = await sourceOf(obj.val, ref.project, signal);
  return [
    el("p", {}, link(hrefOf(call.op_name), `${ref.name}:v${obj.version_index}`), " ", span("dim", ref.version)),
    source === null ? notice("The op was saved without its code.") : highlight(source, "python"),
  ];
}

/** The Python source of an op; null if it was saved without.
 * @param {any} value @param {string} project @param {AbortSignal} signal @returns {Promise<string | null>} */
export async function sourceOf(value, project, signal) {
  const file = Object.entries(value?.files ?? {}).find(([each]) => each.endsWith(".py"));
  return file ? (await fileContent(project, file[1], signal)).text() : null;
}

const EMOJI = ["👍", "👎", "🎉", "🤔", "❤️"];

/** Notes that are not added yet, by call: the panel is drawn anew whenever feedback arrives.
 * @type {Map<string, string>} */
const drafts = new Map();

const refOf = (project, id) => `weave:///${project}/call/${id}`;

/** @param {string} project @param {string} id of a call @param {AbortSignal} signal @returns {Promise<any[]>} */
async function feedbackOn(project, id, signal) {
  const query = { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: refOf(project, id) }] } };
  return (await post(`${TRACE}/feedback/query`, { project_id: project, query }, signal)).result;
}

/** What people and scorers said of a call, with ways to say more. @param {any} call @param {any[]} list @param {How} how */
function feedbackPanel(call, list, { project, changed }) {
  const refused = el("p", { class: "mistake", role: "alert" });
  const change = (path, body) => post(`${TRACE}/feedback/${path}`, { project_id: project, ...body })
    .then(changed, (error) => fill(refused, error.message));
  const add = (feedback_type, payload) => change("create", { weave_ref: refOf(project, call.id), feedback_type, payload });
  const purge = (id) => change("purge", { query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } } });
  const react = (emoji) => {
    const payload = { alias: "", detoned: emoji, detoned_alias: "", emoji };
    return button(emoji, () => add("wandb.reaction.1", payload), { "aria-label": `React with ${emoji}` });
  };
  const keep = () => drafts.set(call.id, note.value);
  const note = el("input", { "aria-label": "Note", placeholder: "A note", class: "grow", value: drafts.get(call.id), oninput: keep });
  const addNote = () => {
    if (note.value) add("wandb.note.1", { note: note.value });
    drafts.delete(call.id);
  };
  return div("feedback",
    div("line", EMOJI.map(react), note, button("Add note", addNote, { symbol: "plus" })), refused,
    list.length ? list.map((each) => remark(each, () => purge(each.id))) : notice("No feedback on this call yet."));
}

/** The short name of a type of feedback: `reaction`, `score: correct`. @param {string} type */
const feedbackKind = (type) => type.replace(/^wandb\.(\w+)\.1$/, "$1").replace("wandb.runnable.", "score: ");

function remark(each, purge) {
  const kind = feedbackKind(each.feedback_type);
  const said = each.payload?.emoji ?? each.payload?.note ?? highlight(JSON.stringify(each.payload?.output ?? each.payload, null, 1), "json");
  return div("remark",
    el("header", { class: "dim" }, dotted([kind, each.creator ?? each.wb_user_id, clock(each.created_at)]), span("grow"),
      button("", purge, { symbol: "bin", class: "quiet", "aria-label": `Remove this ${kind}` })),
    div("", said));
}
