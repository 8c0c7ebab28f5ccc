// The threads of a project, and one of them as a conversation whose turns open their traces.

import { TRACE, hearOf, jsonLines, queryCalls } from "../api.js";
import { clock, cost, duration, figure, latencyText, moment, name, statusIcon } from "../calls.js";
import { conversation, talkOf } from "../conversation.js";
import { div, dotted, el, fill, icon, link, notice, settled, span, table, toolbar } from "../dom.js";
import { ask, callAddress, within } from "../router.js";
import { Tree } from "../tree.js";

const MOST = 1000;

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  return route.params.thread ? one(root, route, signal) : list(root, route.project, signal);
}

async function list(root, project, signal) {
  const body = { project_id: project, sort_by: [{ field: "last_updated", direction: "desc" }], limit: MOST };
  const threads = await jsonLines(`${TRACE}/threads/stream_query`, body, signal);
  const rows = threads.map((each) => [link(within(project, "threads", each.thread_id), each.thread_id), figure(each.turn_count),
    duration(each.p50_turn_duration_ms), clock(each.start_time), clock(each.last_updated)]);
  fill(root, toolbar("Threads", span("dim", figure(threads.length), threads.length === MOST ? ", the latest" : "")),
    div("scroll", table("Threads", ["Thread", "#Turns", "#Median turn", "#Began", "#Last"], rows,
      `No threads in ${project} yet. A call belongs to one if it was started with a thread_id, as with weave.thread("t1").`)));
  return `Threads of ${project}`;
}

async function one(root, { project, params }, signal) {
  const id = params.thread;
  const head = div("toolbar");
  const talk = el("section", { class: "pane scroll", "aria-label": "Conversation", tabIndex: 0 });
  const side = el("section", { class: "pane scroll aside", "aria-label": "Trace of the turn", tabIndex: 0 });
  const open = (call) => {
    ask({ turn: call.id });
    for (const each of talk.querySelectorAll(".turn")) each.toggleAttribute("aria-current", each.dataset.turn === call.id);
    drawTrace(call, side, project, signal);
  };
  const draw = async () => {
    const calls = await turnsOf(project, id, signal);
    fill(head, link(within(project, "threads"), "‹ Threads"), el("h1", { class: "clip" }, id), span("dim", summary(calls)));
    fill(talk, calls.map((call, at) => turn(call, at, { project, signal }, () => open(call))));
    if (!calls.length) fill(talk, notice(`No calls in the thread ${id} of ${project}. It may have been reset.`));
    const wanted = new URLSearchParams(location.search).get("turn");
    const first = calls.find((call) => call.id === wanted) ?? calls[0];
    if (first) open(first);
  };
  fill(root, head, div("panes", talk, side));
  await draw();
  const later = settled(() => draw().catch(() => undefined), 500);
  hearOf("calls", (event) => { if (event.project === project) later(); }, signal);
  return `Thread ${id}`;
}

/** The calls that are the turns of a thread; of clients that name no turns, its roots. */
async function turnsOf(project, id, signal) {
  const query = (more) => queryCalls(project, { sort_by: [{ field: "started_at", direction: "asc" }], ...more }, signal);
  const inThread = await query({ filter: { thread_ids: [id] }, columns: ["id", "turn_id", "parent_id"] });
  const named = inThread.filter((call) => call.turn_id === call.id);
  const wanted = named.length ? named : inThread.filter((call) => !call.parent_id);
  return wanted.length ? query({ filter: { call_ids: wanted.map((call) => call.id) } }) : [];
}

function summary(calls) {
  const last = calls.at(-1);
  const whole = last && moment(last.ended_at ?? last.started_at) - moment(calls[0].started_at);
  return dotted([`${calls.length} turns`, duration(whole), cost(calls.reduce((sum, call) => sum + (call.console?.cost ?? 0), 0))]);
}

/** What the person said last, and the answer. */
function turn(call, at, where, open) {
  const talk = talkOf(call);
  const as = (role, messages) => conversation({ messages: messages.map((each) => (talk.isChat ? each : { ...each, role })), choices: [] }, where);
  const asked = talk.isChat ? talk.messages.filter((each) => each.role === "user").slice(-1) : talk.messages;
  const answer = call.exception ? el("p", { class: "status-error" }, icon("cross"), ` ${call.exception.split("\n")[0]}`)
    : as("assistant", talk.choices);
  return el("article", { class: "turn", dataset: { turn: call.id }, onclick: open, "aria-label": `Turn ${at + 1}` },
    el("header", { class: "dim" }, el("button", { type: "button", class: "quiet" }, `Turn ${at + 1}`), statusIcon(call), ` ${clock(call.started_at)} · ${latencyText(call, Date.now())} `,
      link(callAddress(where.project, call), "open the trace")),
    as("user", asked), answer);
}

async function drawTrace(call, side, project, signal) {
  const columns = ["id", "parent_id", "trace_id", "op_name", "display_name", "started_at", "ended_at", "exception", "summary"];
  const tree = new Tree();
  tree.put(await queryCalls(project, { filter: { trace_ids: [call.trace_id] }, limit: 200, columns }, signal));
  fill(side, el("h2", {}, link(within(project, "traces", call.trace_id), "Trace of the turn")), el("ul", { class: "small-tree" }, tree.rows().map((node) => {
    const line = el("li", {}, statusIcon(node.call), " ", link(callAddress(project, node.call), name(node.call)), span("dim", ` ${latencyText(node.call, Date.now())}`));
    line.style.paddingInlineStart = `${Math.min(node.level - 1, 12) * 14}px`;
    return line;
  })));
}
