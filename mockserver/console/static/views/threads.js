// The threads of a project, and one of them as a conversation whose turns open their traces.

import { TRACE, hearOf, jsonLines, queryCalls } from "../api.js";
import { clock, cost, duration, figure, latencyText, moment, statusIcon } from "../calls.js";
import { conversation, talkOf } from "../conversation.js";
import { div, dotted, el, fill, icon, link, notice, settled, span, table, toolbar } from "../dom.js";
import { callAddress, within } from "../router.js";

const MOST = 1000;
const HEADS = ["Thread", "#Turns", "#Median turn", "#Began", "#Last"];

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  return route.params.thread ? one(root, route, signal) : list(root, route.project, signal);
}

async function list(root, project, signal) {
  const body = { project_id: project, sort_by: [{ field: "last_updated", direction: "desc" }], limit: MOST };
  const threads = await jsonLines(`${TRACE}/threads/stream_query`, body, signal);
  const rows = threads.map(({ thread_id, turn_count, p50_turn_duration_ms, start_time, last_updated }) => [
    link(within(project, "threads", thread_id), thread_id), figure(turn_count), duration(p50_turn_duration_ms), clock(start_time), clock(last_updated),
  ]);
  const none = `No threads in ${project} yet. A call belongs to one if it was started with a thread_id, as with weave.thread("t1").`;
  fill(root, toolbar("Threads", span("dim", figure(threads.length), threads.length === MOST ? ", the latest" : "")),
    div("scroll", table("Threads", HEADS, rows, none)));
  return `Threads of ${project}`;
}

async function one(root, { project, params, query }, signal) {
  const id = params.thread;
  const head = div("toolbar");
  const talk = el("section", { class: "scroll", "aria-label": "Conversation", tabIndex: 0 });
  const draw = async () => {
    const calls = await turnsOf(project, id, signal);
    fill(head, link(within(project, "threads"), "‹ Threads"), el("h1", { class: "clip" }, id), span("dim", summary(calls)));
    fill(talk, calls.map((call, at) => turn(call, at, { project, signal }, query.get("turn") === call.id)));
    if (!calls.length) fill(talk, notice(`No calls in the thread ${id} of ${project}. It may have been reset.`));
  };
  fill(root, head, talk);
  await draw();
  requestAnimationFrame(() => talk.querySelector("[aria-current]")?.scrollIntoView());
  const later = settled(() => draw().catch(() => undefined), 500);
  hearOf("calls", (event) => event.project === project && later(), signal);
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
function turn(call, at, where, isOpen) {
  const talk = talkOf(call);
  const as = (role, messages) => conversation({ messages: messages.map((each) => (talk.isChat ? each : { ...each, role })), choices: [] }, where);
  const asked = talk.isChat ? talk.messages.filter((each) => each.role === "user").slice(-1) : talk.messages;
  const failure = () => el("p", { class: "status-error" }, icon("cross"), ` ${call.exception.split("\n")[0]}`);
  return el("article", { class: "turn", "aria-label": `Turn ${at + 1}`, "aria-current": isOpen ? "true" : null },
    el("header", { class: "dim" },
      el("b", {}, `Turn ${at + 1}`), statusIcon(call), ` ${clock(call.started_at)} · ${latencyText(call, Date.now())} `,
      link(callAddress(where.project, call), "open the trace")),
    as("user", asked), call.exception ? failure() : as("assistant", talk.choices));
}
