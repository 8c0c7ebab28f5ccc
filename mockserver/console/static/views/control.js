// What one may do to the server: planned failures, scripted replies, its clock, its state and its
// settings. Each part is a form with the request that it makes.

import { ADMIN, json, send } from "../api.js";
import { inputsOf, talkIn } from "../conversation.js";
import { button, choice, div, el, fill, link, span, table, toolbar } from "../dom.js";
import { form } from "../forms.js";
import { address, ask } from "../router.js";

/** @typedef {{part: string, query: URLSearchParams, signal: AbortSignal, again: () => void}} Place */

/** @type {Record<string, (place: Place) => Promise<any[]>>} */
const PARTS = { faults, replies, clock, snapshots, reset, settings };

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const part = route.params.part in PARTS ? route.params.part : "faults";
  const body = el("div", { class: "scroll parts", tabIndex: 0, role: "region", "aria-label": part });
  const draw = async () => fill(body, await PARTS[part]({ part, query: new URLSearchParams(location.search), signal, again }));
  const again = () => {
    ask({ edit: null, from: null });
    draw();
  };
  fill(root, toolbar("Control", choice("Parts", Object.keys(PARTS), part, (name) => address("control", name))), body);
  await draw();
  return `Control: ${part}`;
}

/** A button for what cannot be undone: it says what goes, and asks again. @param {string} text @param {string} what @param {() => any} action */
const dangerous = (text, what, action) => button(text, () => confirm(`${text}: ${what}?`) && action(), { class: "danger" });

/** Buttons at a row that change it or take it away. @param {any} each @param {Place} place */
function acts({ id }, { part, again }) {
  const remove = () => send(`${ADMIN}/${part}/${id}`, { method: "DELETE" }).then(again);
  const edit = link(`${address("control", part)}?edit=${id}`, "Edit", { class: "button quiet" });
  return span("choice", edit, button("", remove, { symbol: "bin", class: "quiet", "aria-label": `Remove ${id}` }));
}

/** A form for a new one, for one that is changed (`edit`), or for one made from a request (`from`).
 * @param {any[]} list @param {Place} place @param {(request: any) => any} make @param {any} more */
async function formOf(list, { part, query, signal, again }, make, more) {
  const old = list.find((each) => String(each.id) === query.get("edit"));
  const from = query.get("from");
  const request = from ? await json(`${ADMIN}/requests/${encodeURIComponent(from)}`, { signal }).catch(() => null) : null;
  const path = `${ADMIN}/${part}`;
  const title = old ? `Change ${old.id}` : request ? `New, made from request ${from}` : "New";
  const to = old ? { label: "Change", send: { method: "PUT", path: `${path}/${old.id}` } } : { label: "Add" };
  return [
    el("h2", {}, title, old ? [" ", link(address("control", part), "a new one instead")] : null),
    await form({ path, ...to, values: old ?? (request ? make(request) : {}), done: again, ...more }),
  ];
}

async function faults(place) {
  const [{ faults: list }, { routes }] = await Promise.all([json(`${ADMIN}/faults`, place), json(`${ADMIN}/routes`, place)]);
  const rows = list.map((each) => [each.text, each.seen, each.used, each.remaining ?? "no end", acts(each, place)]);
  const make = (request) => ({ operation: request.operation ?? "*", status: 503, times: 1 });
  const first = ["operation", "status", "times", "delay", "probability", "cut", "error"];
  const options = { operation: ["*", ...routes.map((each) => each.operation)] };
  return [
    table("Faults", ["Fault", "#Seen", "#Used", "#Left", ""], rows, "No fault is planned. A fault affects the next requests of its operation."),
    await formOf(list, place, make, { first, options }),
  ];
}

async function replies(place) {
  const { replies: list } = await json(`${ADMIN}/replies`, place);
  const rows = list.map((each) => [
    `${each.id} ${each.name ?? ""}`, el("code", {}, JSON.stringify(each.when ?? {})), says(each), each.used, each.remaining ?? "no end",
    each.shadowed_by ? `never reached: rule ${each.shadowed_by}` : "", acts(each, place),
  ]);
  const first = ["when", "text", "tool_call", "reasoning", "times", "next"];
  const none = "No reply is scripted, so the model replies. The first rule that matches a message replies instead.";
  return [
    table("Replies", ["Rule", "When", "Says", "#Used", "#Left", "", ""], rows, none),
    await formOf(list, place, ruleFrom, { first }),
  ];
}

function says({ text, tool_call, error, sequence }) {
  if (tool_call) return `calls ${tool_call.name}`;
  if (error) return `error ${error.status ?? 500}`;
  return text ?? (sequence ? `${sequence.length} lines in turn` : "");
}

/** The rule that gives the same answer to the same question. */
function ruleFrom(request) {
  const { model, messages = [], tools } = inputsOf(request);
  const last = messages.filter((each) => each.role === "user").at(-1)?.content;
  const last_user = typeof last === "string" ? last : last?.map?.((each) => each.text ?? "").join("");
  const said = talkIn(request)?.choices[0];
  const call = said?.calls[0];
  const answer = call ? { tool_call: { name: call.name, arguments: call.arguments } } : { text: said?.parts.join("") };
  return { when: { model, last_user, has_tool: tools?.[0]?.function?.name }, ...answer };
}

async function clock(place) {
  const { now, frozen } = await json(`${ADMIN}/clock`, place);
  const set = (text, body, more = {}) => button(text, () => json(`${ADMIN}/clock`, { method: "POST", body }).then(place.again), more);
  return [
    el("p", {}, el("b", { class: "mono" }, now), frozen ? " is frozen" : " follows real time"),
    div("line",
      set("Freeze now", { freeze: true }, { symbol: "pause" }), set("+1 m", { advance: 60 }), set("+1 h", { advance: 3600 }),
      set("+1 d", { advance: 86_400 }), set("Release", { release: true }, { symbol: "play" })),
    await form({ path: `${ADMIN}/clock`, done: place.again, label: "Set" }),
  ];
}

async function snapshots(place) {
  const { snapshots: names } = await json(`${ADMIN}/snapshots`, place);
  const restore = (name) => json(`${ADMIN}/snapshots/${encodeURIComponent(name)}/restore`, { method: "POST" }).then(place.again);
  const rows = names.map((name) => [name, dangerous("Restore", `all records become ${name}`, () => restore(name))]);
  return [
    table("Snapshots", ["Snapshot", ""], rows, "No snapshots."), el("h2", {}, "Take one"),
    await form({ path: `${ADMIN}/snapshots`, done: place.again, label: "Take" }),
  ];
}

async function reset(place) {
  const { counts } = await json(`${ADMIN}/state`, place);
  const gone = el("p", { role: "status" });
  const done = ({ dropped }) => fill(gone, `Dropped: ${JSON.stringify(dropped)}`);
  const back = (to) => () => json(`${ADMIN}/reset`, { method: "POST", body: { to } }).then(done);
  const total = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(", ");
  const save = el("a", { href: `${ADMIN}/state/export`, download: "mockserver.json" }, "Save it as a data file");
  return [
    el("p", {}, total ? `There are ${total}.` : "There is nothing.", " ", save, "."),
    div("line",
      dangerous("To the beginning", "back to what the server started with", back("baseline")),
      dangerous("To nothing", `${total} go`, back("empty"))),
    gone, el("h2", {}, "As a request"), await form({ path: `${ADMIN}/reset`, done, label: "Reset" }),
  ];
}

async function settings(place) {
  const now = Object.entries(await json(`${ADMIN}/settings`, place)).filter(([, value]) => value !== null && value !== false && value?.length !== 0);
  const rows = now.map(([name, value]) => [name, el("code", {}, typeof value === "string" ? value : JSON.stringify(value))]);
  return [
    await form({ path: `${ADMIN}/settings`, method: "PUT", done: place.again, label: "Change" }),
    el("h2", {}, "As they are"), table("Settings", ["Setting", "Value"], rows),
  ];
}
