// The threads of a project, and one of them as a conversation whose turns open their traces.

import { TRACE, all } from "../api.js";
import { latencyText, name, statusIcon } from "../calls.js";
import { conversation, talkOf } from "../conversation.js";
import { el, fill, icon, link, notice } from "../dom.js";
import { clock, cost, duration, figure, moment, preview } from "../format.js";
import { jsonView } from "../json.js";
import { hearOf } from "../live.js";
import { markdown } from "../markdown.js";
import { Pages } from "../pages.js";
import { ask, go, within } from "../router.js";
import { Tree } from "../tree.js";
import { VirtualList, rowHeight } from "../virtual.js";

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const project = `${route.params.entity}/${route.params.project}`;
  return route.params.thread ? one(root, project, route, signal) : list(root, project, signal);
}

/** @type {[string, (thread: any) => any][]} */
const COLUMNS = [
  ["Thread", (each) => each.thread_id],
  ["Turns", (each) => figure(each.turn_count)],
  ["Median turn", (each) => duration(each.p50_turn_duration_ms)],
  ["Began", (each) => clock(each.start_time)],
  ["Last", (each) => clock(each.last_updated)],
];

async function list(root, project, signal) {
  const body = { project_id: project, sort_by: [{ field: "last_updated", direction: "desc" }] };
  const pages = new Pages(
    (offset, limit, stop) => all(`${TRACE}/threads/stream_query`, { ...body, offset, limit }, stop),
    () => resize(),
    (error) => fill(note, `The server refused this: ${error.message}`),
  );
  const note = el("span", { class: "dim", role: "status" });
  const shown = new VirtualList({
    kind: "grid", label: `Threads of ${project}`, height: rowHeight(),
    id: (index) => `thread-${index}`,
    draw: (row, index) => fill(row, COLUMNS.map(([, draw], at) => el("div", { class: at ? "cell figure" : "cell", role: "gridcell" }, pages.get(index) ? draw(pages.get(index)) : el("span", { class: "skeleton" })))),
    choose: (index) => pages.get(index) && go(within(project, "threads", pages.get(index).thread_id)),
    shown: (first, last) => pages.want(first, last),
  }, signal);
  const resize = () => {
    const count = Number.isFinite(pages.end) ? pages.end : pages.pages.size * 100 + 100;
    shown.resize(count, { total: Number.isFinite(pages.end) ? count : -1 });
  };
  signal.addEventListener("abort", () => pages.stop());
  await pages.ask(0);
  const empty = pages.end === 0 ? notice(`No threads in ${project} yet. A call belongs to one if it was started with a thread_id, as with weave.thread("t1").`) : null;
  const heads = el("div", { class: "heads" }, COLUMNS.map(([label], at) => el("div", { class: at ? "cell figure" : "cell" }, label)));
  fill(root, el("div", { class: "toolbar" }, el("h1", {}, "Threads"), note), empty ?? [heads, shown.element]);
  return `Threads of ${project}`;
}

/** @param {HTMLElement} root @param {string} project @param {import("../router.js").Route} route @param {AbortSignal} signal */
async function one(root, project, route, signal) {
  const id = route.params.thread;
  const head = el("div", { class: "toolbar" });
  const talk = el("section", { class: "pane scroll", "aria-label": "Conversation", tabIndex: 0 });
  const side = el("section", { class: "pane scroll aside", "aria-label": "Trace of the turn", tabIndex: 0 });
  const where = { project, signal };
  const open = (call) => {
    ask({ turn: call.id });
    for (const each of talk.querySelectorAll(".turn")) each.toggleAttribute("aria-current", /** @type {HTMLElement} */ (each).dataset.turn === call.id);
    trace(call, side, project, signal);
  };
  const draw = async () => {
    const calls = await turns(project, id, signal);
    fill(head, link(within(project, "threads"), "‹ Threads"), el("h1", { class: "clip" }, id), el("span", { class: "dim" }, summary(calls)));
    fill(talk, calls.length ? calls.map((call, at) => turn(call, at, project, where, () => open(call))) : notice(`No calls in the thread ${id} of ${project}. It may have been reset.`));
    const wanted = new URLSearchParams(location.search).get("turn");
    const first = calls.find((call) => call.id === wanted) ?? calls[0];
    if (first) open(first);
  };
  fill(root, head, el("div", { class: "panes" }, talk, side));
  await draw();
  let due = 0;
  hearOf("calls", ({ project: changed }) => {
    clearTimeout(due);
    if (changed === project) due = setTimeout(() => draw().catch(() => undefined), 500);
  }, signal);
  return `Thread ${id}`;
}

/** The calls that are the turns of a thread; of clients that name no turns, its roots. */
async function turns(project, id, signal) {
  const query = (more) => all(`${TRACE}/calls/stream_query`, { project_id: project, lean: true, sort_by: [{ field: "started_at", direction: "asc" }], ...more }, signal);
  const inThread = await query({ filter: { thread_ids: [id] }, columns: ["id", "turn_id", "parent_id"] });
  const named = inThread.filter((call) => call.turn_id === call.id);
  const wanted = named.length ? named : inThread.filter((call) => !call.parent_id);
  return wanted.length ? query({ filter: { call_ids: wanted.map((call) => call.id) } }) : [];
}

function summary(calls) {
  if (!calls.length) return "";
  const last = calls[calls.length - 1];
  const whole = moment(last.ended_at ?? last.started_at) - moment(calls[0].started_at);
  const spent = calls.reduce((sum, call) => sum + (call.console?.cost ?? 0), 0);
  return [`${calls.length} turns`, duration(whole), cost(spent)].filter(Boolean).join(" · ");
}

/** @param {any} call @param {number} at @param {string} project @param {import("../json.js").Where} where @param {() => void} open */
function turn(call, at, project, where, open) {
  const talk = talkOf(call);
  const said = talk?.messages.filter((each) => each.role === "user").at(-1);
  const user = said ? conversation({ messages: [said], choices: [] }, where) : spoken("user", preview(call.inputs, 4000), where);
  const answer = call.exception ? el("p", { class: "status-error" }, icon("cross"), ` ${call.exception.split("\n")[0]}`)
    : talk?.choices.length ? conversation({ messages: [], choices: talk.choices }, where) : spoken("assistant", call.output, where);
  return el("article", { class: "turn", dataset: { turn: call.id }, onclick: open, "aria-label": `Turn ${at + 1}` },
    el("header", { class: "dim" }, el("button", { type: "button", class: "quiet" }, `Turn ${at + 1}`), statusIcon(call), ` ${clock(call.started_at)} · ${latencyText(call, Date.now())} `,
      link(`${within(project, "traces", call.trace_id)}?call=${encodeURIComponent(call.id)}`, "open the trace")),
    user, answer);
}

/** @param {string} role @param {any} value @param {import("../json.js").Where} where */
function spoken(role, value, where) {
  if (value === null || value === undefined || value === "") return null;
  return el("section", { class: `message role-${role}`, "aria-label": role }, el("header", {}, icon(role === "user" ? "person" : "agent"), el("b", {}, role)),
    typeof value === "string" ? markdown(value) : jsonView(value, where));
}

async function trace(call, side, project, signal) {
  const body = { project_id: project, filter: { trace_ids: [call.trace_id] }, lean: true, limit: 200, columns: ["id", "parent_id", "trace_id", "op_name", "display_name", "started_at", "ended_at", "exception", "summary"] };
  const tree = new Tree();
  tree.put(await all(`${TRACE}/calls/stream_query`, body, signal));
  fill(side, el("h2", {}, link(within(project, "traces", call.trace_id), "Trace of the turn")), el("ul", { class: "small-tree" }, tree.rows().map((node) => {
    const line = el("li", {}, statusIcon(node.call), " ", link(`${within(project, "traces", node.call.trace_id)}?call=${encodeURIComponent(node.call.id)}`, name(node.call)), el("span", { class: "dim" }, ` ${latencyText(node.call, Date.now())}`));
    line.style.paddingInlineStart = `${Math.min(node.level - 1, 12) * 14}px`;
    return line;
  })));
}
