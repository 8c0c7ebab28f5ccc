// What one may do to the server: planned failures, scripted replies, its clock, its state and its
// settings. Each part is a form with the request that it makes.

import { ADMIN, json, send } from "../api.js";
import { button, el, fill, link, notice } from "../dom.js";
import { inputsOf, talkIn } from "../exchange.js";
import { bodyOf, description, form, twice } from "../forms.js";
import { clock } from "../format.js";
import { hearOf } from "../live.js";
import { address, go } from "../router.js";

/** @typedef {{document: any, query: URLSearchParams, signal: AbortSignal, again: () => void}} Place */

/** @type {Record<string, (place: Place) => Promise<any[]>>} */
const PARTS = { faults, replies, clock: time, snapshots, reset, settings, load };

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const part = route.params.part in PARTS ? route.params.part : "faults";
  const place = { document: await description(), query: route.query, signal, again: () => go(address("control", part), { replace: true }) };
  const body = el("div", { class: "scroll parts", tabIndex: 0, role: "region", "aria-label": part });
  const draw = async () => fill(body, await PARTS[part](place));
  place.again = () => {
    if (location.search) history.replaceState(history.state, "", location.pathname);
    place.query = new URLSearchParams();
    draw();
  };
  const links = Object.keys(PARTS).map((name) => link(address("control", name), name, { class: "button", "aria-current": name === part ? "page" : null }));
  fill(root, el("div", { class: "toolbar" }, el("h1", {}, "Control"), el("nav", { class: "choice", "aria-label": "Parts" }, links)), body);
  await draw();
  return `Control: ${part}`;
}

/** @param {string[]} heads @param {any[][]} rows @param {string} none */
function table(heads, rows, none) {
  if (!rows.length) return notice(none);
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": heads.join(", ") }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, heads.map((head) => el(head ? "th" : "td", {}, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => el(at ? "td" : "th", at ? {} : { scope: "row" }, cell)))))));
}

/** @param {Place} place @param {string} path @param {string} [method] @returns {any} */
const bodyAt = ({ document }, path, method = "post") => ({ schema: bodyOf(document, path, method), schemas: document.components.schemas });

/** Buttons at a row that change it or take it away. @param {string} part @param {any} each @param {Place} place */
function acts(part, each, place) {
  const remove = () => send(`${ADMIN}/${part}/${each.id}`, { method: "DELETE" }).then(place.again);
  return el("span", { class: "choice" }, link(`${address("control", part)}?edit=${each.id}`, "Edit", { class: "button" }), button("", remove, { symbol: "bin", "aria-label": `Remove ${each.id}` }));
}

/** A form for a new one, for one that is changed (`edit`), or for one made from a request (`from`).
 * @param {string} part @param {any[]} list @param {Place} place @param {(request: any) => any} make @param {any} more */
async function formOf(part, list, place, make, more) {
  const [edit, from] = [place.query.get("edit"), place.query.get("from")];
  const old = list.find((each) => String(each.id) === edit);
  const request = from ? await json(`${ADMIN}/requests/${encodeURIComponent(from)}`, { signal: place.signal }).catch(() => null) : null;
  const title = old ? `Change ${old.id}` : request ? `New, made from request ${from}` : "New";
  return [el("h2", {}, title, old ? [" ", link(address("control", part), "a new one instead")] : null), form({
    ...bodyAt(place, `/__admin/${part}`), ...more, values: old ?? (request ? make(request) : {}), done: place.again, label: old ? "Change" : "Add",
    request: (body) => ({ method: old ? "PUT" : "POST", path: old ? `${ADMIN}/${part}/${old.id}` : `${ADMIN}/${part}`, body }),
  })];
}

/** @param {Place} place */
async function faults(place) {
  const [{ faults: list }, { routes }] = await Promise.all([json(`${ADMIN}/faults`, place), json(`${ADMIN}/routes`, place)]);
  const rows = list.map((each) => [each.text, each.seen, each.used, each.remaining ?? "no end", acts("faults", each, place)]);
  const operations = ["*", ...routes.map((each) => each.operation)];
  const made = await formOf("faults", list, place, (request) => ({ operation: request.operation ?? "*", status: 503, times: 1 }), { first: ["operation", "status", "delay", "times", "cut", "error", "probability"], options: { operation: operations } });
  return [table(["Fault", "Seen", "Used", "Left", ""], rows, "No fault is planned. One planned here strikes the next request of its operation."), ...made];
}

/** @param {Place} place */
async function replies(place) {
  const { replies: list } = await json(`${ADMIN}/replies`, place);
  const rows = list.map((each) => [`${each.id}${each.name ? ` ${each.name}` : ""}`, el("code", {}, JSON.stringify(each.when ?? {})), said(each), each.used, each.remaining ?? "no end", each.shadowed_by ? `never reached: rule ${each.shadowed_by}` : "", acts("replies", each, place)]);
  const made = await formOf("replies", list, place, ruleFrom, { first: ["when", "when.last_user", "when.model", "when.has_tool", "when.turn", "text", "tool_call", "reasoning", "times", "next"] });
  return [table(["Rule", "When", "Says", "Used", "Left", "", ""], rows, "No reply is scripted: the model answers by itself. The first rule that fits a question answers it."), ...made];
}

const said = (rule) => rule.text ?? (rule.tool_call ? `calls ${rule.tool_call.name}` : rule.error ? `error ${rule.error.status ?? 500}` : rule.sequence ? `${rule.sequence.length} lines in turn` : "");

/** The rule that gives the same answer to the same question. */
function ruleFrom(request) {
  const { model, messages = [], tools } = inputsOf(request);
  const last = messages.filter((each) => each.role === "user").at(-1)?.content;
  const text = typeof last === "string" ? last : last?.map?.((each) => each.text ?? "").join("");
  const said = talkIn(request)?.choices[0];
  const call = said?.calls[0];
  return {
    when: { model, last_user: text, has_tool: tools?.[0]?.function?.name },
    ...(call ? { tool_call: { name: call.name, arguments: call.arguments } } : { text: said?.parts.join("") }),
  };
}

/** @param {Place} place */
async function time(place) {
  const { now, frozen } = await json(`${ADMIN}/clock`, place);
  const set = (body) => json(`${ADMIN}/clock`, { method: "POST", body }).then(place.again);
  const steps = [["+1 m", 60], ["+1 h", 3600], ["+1 d", 86_400]];
  return [
    el("p", {}, el("b", { class: "mono" }, now), frozen ? " stands still" : " goes with real time"),
    el("div", { class: "line" }, button("Freeze now", () => set({ freeze: true }), { symbol: "pause" }), steps.map(([text, advance]) => button(String(text), () => set({ advance }))), button("Release", () => set({ release: true }), { symbol: "play" })),
    form({ ...bodyAt(place, "/__admin/clock"), request: (body) => ({ method: "POST", path: `${ADMIN}/clock`, body }), done: place.again, label: "Set" }),
  ];
}

/** @param {Place} place */
async function snapshots(place) {
  const { snapshots: names } = await json(`${ADMIN}/snapshots`, place);
  const restore = (name) => json(`${ADMIN}/snapshots/${encodeURIComponent(name)}/restore`, { method: "POST" }).then(place.again);
  const rows = names.map((name) => [name, twice("Restore", `all records become ${name}`, () => restore(name))]);
  return [
    table(["Snapshot", ""], rows, "No snapshots."),
    el("h2", {}, "Take one"),
    form({ ...bodyAt(place, "/__admin/snapshots"), request: (body) => ({ method: "POST", path: `${ADMIN}/snapshots`, body }), done: place.again, label: "Take" }),
  ];
}

/** @param {Place} place */
async function reset(place) {
  const { counts } = await json(`${ADMIN}/state`, place);
  const gone = el("p", { role: "status" });
  const back = (to) => json(`${ADMIN}/reset`, { method: "POST", body: { to } }).then(({ dropped }) => fill(gone, `Dropped: ${JSON.stringify(dropped)}`));
  const total = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(", ");
  return [
    el("p", {}, total ? `There are ${total}.` : "There is nothing."),
    el("div", { class: "line" }, twice("To the beginning", "back to what the server started with", () => back("baseline")), twice("To nothing", `${total} go`, () => back("empty"))), gone,
    el("h2", {}, "As a request"),
    form({ ...bodyAt(place, "/__admin/reset"), request: (body) => ({ method: "POST", path: `${ADMIN}/reset`, body }), done: ({ dropped }) => fill(gone, `Dropped: ${JSON.stringify(dropped)}`), label: "Reset" }),
  ];
}

/** @param {Place} place */
async function settings(place) {
  const now = await json(`${ADMIN}/settings`, place);
  const rows = Object.entries(now).filter(([, value]) => value !== null && value !== false && value?.length !== 0).map(([name, value]) => [name, el("code", {}, typeof value === "string" ? value : JSON.stringify(value))]);
  return [
    form({ ...bodyAt(place, "/__admin/settings", "put"), request: (body) => ({ method: "PUT", path: `${ADMIN}/settings`, body }), done: place.again, label: "Change" }),
    el("h2", {}, "As they are"), table(["Setting", "Value"], rows, ""),
  ];
}

/** @param {Place} place */
async function load(place) {
  const text = el("textarea", { rows: 14, "aria-label": "A data file", spellcheck: false, placeholder: '{"mockserver": 1, "projects": {"acme/shop": {"calls": [{"op": "answer"}]}}}' });
  const mode = el("select", { "aria-label": "What becomes of what is there" }, el("option", { value: "merge" }, "keep what is there"), el("option", { value: "replace" }, "replace all"));
  const told = el("p", { role: "alert" });
  const problems = el("ul");
  const put = async () => {
    fill(problems);
    try {
      const { counts, notices } = await json(`${ADMIN}/state/load?mode=${mode.value}`, { method: "POST", body: text.value });
      fill(told, `There are now ${Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(", ")}.`);
      fill(problems, notices.map((each) => el("li", {}, each)));
    } catch (error) {
      fill(told, el("span", { class: "mistake" }, error.message));
    }
  };
  const pick = el("input", { type: "file", accept: ".json", "aria-label": "Choose a file", onchange: async () => { text.value = (await pick.files[0]?.text()) ?? ""; } });
  return [
    el("p", {}, "A data file adds calls, objects, replies and faults. ", el("a", { href: `${ADMIN}/state/export`, download: "mockserver.json" }, "Save the present state as one"), "."),
    el("div", { class: "line" }, pick, mode, button("Load", put, { symbol: "upload", class: "primary" })), told, problems, text,
  ];
}
