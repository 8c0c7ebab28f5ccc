// Everything about one call: what went in and came out, its usage, feedback, code and record.

import { TRACE, post, send } from "./api.js";
import { latencyText, name, status, statusIcon } from "./calls.js";
import { conversation, folded, talkOf } from "./conversation.js";
import { button, copy, el, icon, link, notice } from "./dom.js";
import { feedbackOn, feedbackPanel } from "./feedback.js";
import { clock, cost, figure } from "./format.js";
import { highlight } from "./highlight.js";
import { jsonView } from "./json.js";
import { tabs } from "./panes.js";
import { hrefOf, parseRef } from "./refs.js";
import { go, within } from "./router.js";

/** @typedef {{project: string, signal: AbortSignal, tab: string, chosen: (tab: string) => void, now: number, changed: () => void}} How */

/** @param {any} call as `call/read` gives it, with costs @param {How} how */
export async function details(call, how) {
  const { project, signal } = how;
  const where = { project, signal, filter: (path, value) => filterBy(project, path, value) };
  const remarks = await feedbackOn(project, call.id, signal);
  const talk = talkOf(call);
  const shown = tabs([
    ...(talk ? [{ id: "chat", label: "Chat", draw: () => conversation(talk, where) }] : []),
    { id: "data", label: "Data", draw: () => jsonView({ inputs: call.inputs, output: call.output, attributes: call.attributes }, where) },
    { id: "usage", label: "Usage", draw: () => usage(call) },
    { id: "feedback", label: remarks.length ? `Feedback ${remarks.length}` : "Feedback", draw: () => feedbackPanel(project, call.id, remarks, how.changed, signal) },
    { id: "code", label: "Code", draw: () => code(call, signal) },
    { id: "raw", label: "Raw", draw: () => jsonView(call, where) },
  ], how.tab, how.chosen);
  return { element: el("article", { "aria-label": name(call) }, heading(call, how), call.exception ? failure(call.exception) : null, shown.element), next: shown.next };
}

/** @param {any} call @param {How} how */
function heading(call, { project, now }) {
  return el("header", { class: "about" },
    el("h2", {}, statusIcon(call), " ", name(call)),
    el("p", { class: "dim" }, [
      el("span", { class: `status-${status(call)}` }, status(call).replace("_", " ")),
      latencyText(call, now), clock(call.started_at), call.wb_user_id && `user ${call.wb_user_id}`, call.wb_run_id && `run ${call.wb_run_id}`,
      call.thread_id && link(within(project, "threads", call.thread_id), `thread ${call.thread_id}`),
    ].filter(Boolean).flatMap((each, at) => (at ? [" · ", each] : [each])), " ",
    button("", () => copy(call.id, "Id"), { symbol: "copy", class: "quiet", title: `Copy the id ${call.id}`, "aria-label": "Copy the id" })));
}

/** The first line of an exception, its stack folded. */
function failure(exception) {
  const lines = exception.trim().split("\n");
  const at = lines.length > 1 && lines[0].startsWith("Traceback") ? lines.length - 1 : 0;
  const rest = lines.filter((_, place) => place !== at).join("\n");
  return el("div", { class: "failure", role: "group", "aria-label": "Exception" }, el("p", {}, icon("cross"), " ", el("b", {}, lines[at])),
    rest.trim() ? folded("Stack", () => highlight(rest, "python")) : null);
}

function usage(call) {
  const used = Object.entries(call.summary?.usage ?? {});
  if (!used.length) return notice("This call counted no tokens of its own.");
  const costs = call.summary?.weave?.costs ?? {};
  const rows = used.map(([model, each]) => {
    const price = costs[model] ?? {};
    return [model, figure(each.prompt_tokens ?? each.input_tokens), figure(each.prompt_tokens_details?.cached_tokens ?? each.cache_read_input_tokens), figure(each.completion_tokens ?? each.output_tokens),
      figure(each.completion_tokens_details?.reasoning_tokens), figure(each.requests), perMillion(price.prompt_token_cost), perMillion(price.completion_token_cost), cost((price.prompt_tokens_total_cost ?? 0) + (price.completion_tokens_total_cost ?? 0))];
  });
  const heads = ["Model", "In", "of it cached", "Out", "of it reasoning", "Requests", "In per million", "Out per million", "Cost"];
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": "Usage" }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, heads.map((head, at) => el("th", { scope: "col", class: at ? "figure" : "" }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => el(at ? "td" : "th", { class: at ? "figure" : "", scope: at ? null : "row" }, cell)))))));
}

/** @param {number | undefined} price of a token */
const perMillion = (price) => cost((price ?? 0) * 1_000_000);

/** The source of the version of the op, and what other versions there are. */
async function code(call, signal) {
  const ref = parseRef(call.op_name);
  if (!ref) return notice("The client sent no code: this call names its op without a version.");
  const place = el("div", {}, el("p", {}, link(hrefOf(call.op_name), `${ref.name}:${ref.version.slice(0, 6)}`), " ", el("span", { class: "dim" }, ref.version)));
  try {
    const { obj } = await post(`${TRACE}/obj/read`, { project_id: ref.project, object_id: ref.name, digest: ref.version }, signal);
    const source = await sourceOf(obj.val, ref.project, signal);
    place.append(source === null ? notice("The op was saved without its code.") : highlight(source, "python"));
  } catch (error) {
    place.append(notice(`The code could not be read: ${error.message}`));
  }
  return place;
}

/** @param {any} value @param {string} project @param {AbortSignal} signal @returns {Promise<string | null>} */
async function sourceOf(value, project, signal) {
  const files = value?.files ?? {};
  const digest = files["obj.py"] ?? Object.entries(files).find(([each]) => each.endsWith(".py"))?.[1];
  if (!digest) return null;
  return (await send(`${TRACE}/file/content`, { method: "POST", body: { project_id: project, digest }, signal })).text();
}

/** The traces that have the same value at the same place. */
function filterBy(project, path, value) {
  const [root, ...rest] = path.split(".");
  const key = { inputs: "in", output: "out", attributes: "attr" }[root];
  if (key) go(`${within(project, "traces")}?q=${encodeURIComponent(`${[key, ...rest].join(".")}:"${String(value).slice(0, 80)}"`)}`);
}
