// Beside the tree: all that one call says, in tabs. Its conversation or values, what it used and
// cost, what people think of it, the code of its op.

import { TRACE, fileContent, post } from "./api.js";
import { clock, cost, figure, latencyText, name, perMillion, status, statusIcon } from "./calls.js";
import { conversation, talkOf } from "./conversation.js";
import { button, copy, div, dotted, el, fill, folded, icon, link, notice, span, table } from "./dom.js";
import { jsonView } from "./json.js";
import { highlight } from "./markdown.js";
import { tabs } from "./panes.js";
import { go, hrefOf, parseRef, within } from "./router.js";

/** @typedef {{project: string, signal: AbortSignal, tab: string, chosen: (tab: string) => void, now: number, changed: () => void}} How */

/** @param {any} call as `call/read` gives it, with costs @param {How} how */
export async function details(call, how) {
  const { project, signal } = how;
  const where = { project, signal, filter: (path, value) => filterBy(project, path, value) };
  const remarks = await feedbackOn(project, call.id, signal);
  const talk = talkOf(call);
  const shown = tabs([
    ...(talk.isChat || talk.isText ? [{ id: "chat", label: talk.isChat ? "Chat" : "Text", draw: () => conversation(talk, where) }] : []),
    { id: "data", label: "Data", draw: () => jsonView({ inputs: call.inputs, output: call.output, attributes: call.attributes }, where) },
    { id: "usage", label: "Usage", draw: () => usage(call) },
    { id: "feedback", label: remarks.length ? `Feedback ${remarks.length}` : "Feedback", draw: () => feedbackPanel(call, remarks, how) },
    { id: "code", label: "Code", draw: () => code(call, signal) },
    { id: "raw", label: "Raw", draw: () => jsonView(call, where) },
  ], how.tab, how.chosen);
  return { element: el("article", { "aria-label": name(call) }, heading(call, how), call.exception ? failure(call.exception) : null, shown.element), next: shown.next };
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
  const stack = lines.filter((_, place) => place !== at).join("\n");
  return el("div", { class: "failure", role: "group", "aria-label": "Exception" }, el("p", {}, icon("cross"), " ", el("b", {}, lines[at])),
    stack.trim() ? folded("Stack", () => highlight(stack, "python")) : null);
}

function usage(call) {
  const costs = call.summary?.weave?.costs ?? {};
  const rows = Object.entries(call.summary?.usage ?? {}).map(([model, used]) => {
    const price = costs[model] ?? {};
    return [model, figure(used.prompt_tokens ?? used.input_tokens), figure(used.prompt_tokens_details?.cached_tokens ?? used.cache_read_input_tokens),
      figure(used.completion_tokens ?? used.output_tokens), figure(used.completion_tokens_details?.reasoning_tokens), figure(used.requests),
      perMillion(price.prompt_token_cost), perMillion(price.completion_token_cost), cost((price.prompt_tokens_total_cost ?? 0) + (price.completion_tokens_total_cost ?? 0))];
  });
  const heads = ["Model", "#In", "#of it cached", "#Out", "#of it reasoning", "#Requests", "#In per million", "#Out per million", "#Cost"];
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

/** The Python source of an op; null if it was saved without. @param {any} value @param {string} project @param {AbortSignal} signal @returns {Promise<string | null>} */
export async function sourceOf(value, project, signal) {
  const files = value?.files ?? {};
  const digest = files["obj.py"] ?? Object.entries(files).find(([each]) => each.endsWith(".py"))?.[1];
  return digest ? (await fileContent(project, digest, signal)).text() : null;
}

/** The traces that have the same value at the same place. */
function filterBy(project, path, value) {
  const [root, ...rest] = path.split(".");
  const key = { inputs: "in", output: "out", attributes: "attr" }[root];
  if (key) go(`${within(project, "traces")}?q=${encodeURIComponent(`${[key, ...rest].join(".")}:"${String(value).slice(0, 80)}"`)}`);
}

const EMOJI = ["👍", "👎", "🎉", "🤔", "❤️"];

const refOf = (project, id) => `weave:///${project}/call/${id}`;

/** @param {string} project @param {string} id of a call @param {AbortSignal} signal @returns {Promise<any[]>} */
async function feedbackOn(project, id, signal) {
  const query = { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: refOf(project, id) }] } };
  return (await post(`${TRACE}/feedback/query`, { project_id: project, query }, signal)).result;
}

/** What people and scorers said of a call, with fields to say more. @param {any} call @param {any[]} list @param {How} how */
function feedbackPanel(call, list, { project, changed, signal }) {
  const refusal = el("p", { class: "mistake", role: "alert" });
  const change = async (path, body) => {
    try {
      await post(`${TRACE}/feedback/${path}`, { project_id: project, ...body() }, signal);
      changed();
    } catch (error) {
      fill(refusal, error.message);
    }
  };
  const add = (feedback_type, payload) => change("create", () => ({ weave_ref: refOf(project, call.id), feedback_type, payload: payload() }));
  const purge = (id) => change("purge", () => ({ query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } } }));
  const react = (emoji) => button(emoji, () => add("wandb.reaction.1", () => ({ alias: "", detoned: emoji, detoned_alias: "", emoji })), { "aria-label": `React with ${emoji}` });
  const note = el("input", { "aria-label": "Note", placeholder: "A note", class: "grow" });
  const type = el("input", { "aria-label": "Type of feedback", placeholder: "type, such as quality" });
  const payload = el("textarea", { "aria-label": "Payload as JSON", placeholder: '{"value": 3}', spellcheck: false });
  return el("div", { class: "feedback" },
    div("line", EMOJI.map(react), note, button("Add note", () => note.value && add("wandb.note.1", () => ({ note: note.value })), { symbol: "plus" })),
    el("details", {}, el("summary", {}, "Add JSON"), type, payload, button("Add", () => add(type.value || "custom", () => parsed(payload.value)), { symbol: "plus" })),
    refusal,
    list.length ? list.map((each) => remark(each, () => purge(each.id))) : notice("No feedback on this call yet."));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The payload is no JSON: ${error.message}`);
  }
}

/** The short name of a type of feedback: `reaction`, `score: correct`. @param {string} type */
export const feedbackKind = (type) => type.replace(/^wandb\.(\w+)\.1$/, "$1").replace("wandb.runnable.", "score: ");

function remark(each, purge) {
  const kind = feedbackKind(each.feedback_type);
  const said = each.payload?.emoji ?? each.payload?.note ?? highlight(JSON.stringify(each.payload?.output ?? each.payload, null, 1), "json");
  return el("div", { class: "remark" },
    el("header", { class: "dim" }, dotted([kind, each.creator ?? each.wb_user_id, clock(each.created_at)]), span("grow"),
      button("", purge, { symbol: "bin", class: "quiet", "aria-label": `Remove this ${kind}` })),
    el("div", {}, said));
}
