// One remembered request: what was sent and answered, what struck it, which rules nearly answered
// it, and what can be made of it.

import { ADMIN } from "./api.js";
import { clock, duration } from "./calls.js";
import { conversation, outputOf, talkIn } from "./conversation.js";
import { COPIES } from "./copies.js";
import { button, copy, div, dotted, el, icon, link, notice, span, table, tabs } from "./dom.js";
import { jsonView } from "./json.js";
import { player } from "./media.js";
import { address } from "./router.js";

export const isFailed = (request) => !request.status || request.status >= 400;

/** @param {any} request @param {AbortSignal} signal @param {string} tab @param {(tab: string) => void} [chosen] @returns {any[]} */
export function requestDetails(request, signal, tab, chosen) {
  const where = { project: request.project ?? "", signal };
  const { headers } = request.answer;
  const near = request.near ?? [];
  const shown = tabs([
    { id: "rendered", label: "Rendered", draw: () => rendered(request, where) },
    { id: "sent", label: "Sent", draw: () => sent(request.answer) },
    { id: "request", label: "Request", draw: () => body(request.request, where) },
    { id: "headers", label: "Headers", draw: () => [headersOf("Request", request.request.headers), headersOf("Answer", headers)] },
    ...(near.length ? [{ id: "near", label: `Near misses ${near.length}`, draw: () => near.map(nearMiss) }] : []),
  ], tab, chosen);
  return [about(request), shown.element];
}

const ruleLink = (id) => link(`${address("control", "replies")}?edit=${id}`, `rule ${id}`);

function about(request) {
  const { id, method, path, status, reply, faults, hint, exception } = request;
  const copies = COPIES.map(([name, write]) => button(name, () => copy(write(request), name), { title: write(request) }));
  const make = (symbol, text, href, more = {}) => el("a", { class: "button", href, ...more }, icon(symbol), text);
  const from = `?from=${encodeURIComponent(id)}`;
  const file = `${ADMIN}/requests/${encodeURIComponent(id)}/data-file`;
  return el("header", { class: "about" },
    el("h2", {}, icon(isFailed(request) ? "cross" : "tick"), ` ${method} ${path} ${status ?? "dropped"}`),
    el("p", { class: "dim" }, dotted([`#${id}`, clock(request.at), duration(request.ms), request.operation ?? "no operation"])),
    reply ? el("p", {}, icon("reply"), " answered by ", ruleLink(reply)) : null,
    faults.map((fault) => el("p", {}, icon("bolt"), " struck by ", link(address("control", "faults"), fault))),
    hint ? el("p", { class: "status-error" }, hint) : null,
    exception ? el("pre", { class: "failure" }, exception) : null,
    div("line", span("dim", "Copy as"), copies),
    div("line", span("dim", "Make a"),
      make("reply", "reply rule", address("control", "replies") + from), make("bolt", "fault", address("control", "faults") + from),
      make("download", "data file", file, { download: `request-${id}.json` })));
}

/** What a request and its answer say, as people read it. */
function rendered(request, where) {
  const type = request.answer.headers["content-type"] ?? "";
  const talk = talkIn(request);
  if (/^(image|audio)\//.test(type) && request.status === 200 && request.method === "GET") return player(request.path, type);
  return talk ? conversation(talk, where) : body({ ...request.answer, body: outputOf(request) }, where);
}

function body({ body, text, cut }, where) {
  if (body === null || body === undefined || body === "") return notice("No body.");
  const shown = typeof body === "object" ? jsonView(body, where) : el("pre", { class: "code", tabIndex: 0 }, text ?? String(body));
  return [cut ? el("p", { class: "dim" }, "Only the beginning was kept.") : null, shown];
}

/** An answer as it was sent, and of a stream its pieces in time. */
function sent({ chunks, text }) {
  if (!chunks?.length) return text ? el("pre", { class: "code", tabIndex: 0 }, text) : notice("The answer has no body.");
  const last = chunks.at(-1).ms || 1;
  const gaps = chunks.slice(1).map((each, at) => each.ms - chunks[at].ms).sort((a, b) => a - b);
  const median = gaps[Math.floor(gaps.length / 2)] ?? 0;
  const ticks = chunks.map((each) => {
    const tick = el("span", { class: "chunk", title: `${duration(each.ms)}: ${each.text}` });
    tick.style.left = `${(100 * each.ms) / last}%`;
    return tick;
  });
  const facts = [
    `${chunks.length} pieces`, `first after ${duration(chunks[0].ms)}`, `median gap ${duration(median)}`, `all after ${duration(last)}`,
  ];
  return [
    el("p", {}, dotted(facts)), el("div", { class: "chunks", role: "img", "aria-label": "The pieces in time" }, ticks),
    table("Pieces", ["#After", "Piece"], chunks.map((each) => [duration(each.ms), span("mono", each.text.trim())])),
  ];
}

function headersOf(title, headers) {
  const rows = Object.entries(headers).map(([name, value]) => [name, span("mono", value)]);
  return [el("h3", {}, title), table(title, ["Header", "Value"], rows)];
}

/** A rule that might have answered, with what kept it from that. */
function nearMiss({ id, text, fields }) {
  const fit = (each) => icon(each.fits ? "tick" : "cross", each.fits ? "fits" : "does not fit");
  const rows = fields.map((each) => [[fit(each), ` ${each.field}`], span("mono", each.wanted), span("mono", each.found)]);
  return el("section", { class: "near" }, el("h3", {}, ruleLink(id), ` ${text}`), table(`Rule ${id}`, ["Field", "Wanted", "Found"], rows));
}
