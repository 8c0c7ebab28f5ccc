// The requests that the server remembers: live, searched also in their bodies, and beside them one
// with what was sent, what struck it, which rules nearly answered it, and what can be made of it.

import { ADMIN, hearOf, json, send } from "../api.js";
import { clock, duration } from "../calls.js";
import { conversation, outputOf, talkIn } from "../conversation.js";
import { COPIES } from "../copies.js";
import { button, copy, div, dotted, el, fill, icon, link, nothingFits, notice, searchField, span, table, throttled, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { VirtualList, rowHeight } from "../lists.js";
import { player } from "../media.js";
import { splitter, tabs } from "../panes.js";
import { address, ask } from "../router.js";
import { keys } from "../store.js";
import { firstSteps } from "./projects.js";

const PAGE = 200;
const REFRESH = 250;
const HEADS = ["", "Time", "Operation", "Status", "Took", "Why"];
/** What the filter's keys are called in the server's query. */
const KEYS = { status: "status", op: "operation", project: "project", fault: "fault", rule: "reply", ms: "ms", since: "since" };

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const view = new Requests(route, signal);
  const line = splitter(view.left, { name: "requests", label: "Width of the list", least: 280, most: 3, otherwise: "45%" });
  fill(root, view.toolbar, div("panes", view.left, line, view.details));
  await view.begin();
  return "Requests";
}

class Requests {
  /** @param {import("../router.js").Route} route @param {AbortSignal} signal */
  constructor({ query, params }, signal) {
    this.signal = signal;
    this.text = query.get("q") ?? "";
    this.chosen = params.number ?? "";
    this.tab = query.get("tab") ?? "rendered";
    this.isPaused = false;
    /** @type {any[]} the newest first */
    this.rows = [];
    this.isEnd = false;
    /** Counts the searches, so that an answer to an older one is known. */
    this.turn = 0;
    this.list = new VirtualList({
      kind: "grid", label: "Requests", height: rowHeight(),
      id: (index) => `request-${this.rows[index]?.id}`,
      draw: (row, index) => drawRow(row, this.rows[index]),
      activate: (index) => this.open(this.rows[index].id),
      shown: (_first, last) => { if (last > this.rows.length - 20) this.older(); },
    }, signal);
    this.empty = el("div", { hidden: true });
    this.heads = el("div", { class: "heads", role: "presentation" }, HEADS.map((head) => div("cell", head)));
    this.left = el("section", { class: "pane requests", "aria-label": "Requests" }, this.empty, this.heads, this.list.element);
    this.details = el("section", { class: "pane details", "aria-label": "One request", tabIndex: 0 });
    this.toolbar = this.makeToolbar();
    hearOf("request", throttled(() => { if (!this.isPaused) this.refresh().catch(() => undefined); }, REFRESH), signal);
    for (const kind of /** @type {const} */ (["cleared", "resync"])) hearOf(kind, () => this.begin(), signal);
  }

  makeToolbar() {
    this.input = searchField({ label: "Filter the requests", value: this.text, placeholder: "Filter: words of headers and bodies, status:5xx, fault:any, rule:2, ms:>100 …", search: (text) => this.search(text) });
    this.count = el("span", { class: "dim", role: "status" });
    this.mistake = el("p", { class: "mistake", role: "alert", hidden: true });
    this.pause = button("Live", () => this.flip(), { symbol: "play", "aria-pressed": "true" });
    keys({ "/": ["Filter", () => this.input.focus()], Escape: ["Back to the list", () => this.list.element.focus()], l: ["Live or still", () => this.flip()] }, this.signal);
    const clear = () => send(`${ADMIN}/requests`, { method: "DELETE" }).then(() => this.begin());
    return toolbar("Requests", this.input, this.count, this.pause, button("Clear", clear, { symbol: "bin" }), this.mistake);
  }

  flip() {
    this.isPaused = !this.isPaused;
    this.pause.setAttribute("aria-pressed", String(!this.isPaused));
    if (!this.isPaused) this.refresh();
  }

  search(text) {
    this.text = this.input.value = text;
    ask({ q: text });
    this.begin();
  }

  /** The newest requests that fit, or those before one. */
  async fetch(before) {
    const query = new URLSearchParams({ bodies: "false", limit: String(PAGE), ...queryOf(this.text), ...(before ? { before } : {}) });
    const { requests } = await json(`${ADMIN}/requests?${query}`, { signal: this.signal });
    return requests.reverse();
  }

  async begin() {
    const turn = ++this.turn;
    try {
      const rows = await this.fetch();
      if (turn !== this.turn) return;
      this.rows = rows;
      this.isEnd = rows.length < PAGE;
      this.mistake.hidden = true;
    } catch (error) {
      if (this.signal.aborted) return;
      this.mistake.hidden = false;
      return fill(this.mistake, error.message);
    }
    this.list.active = this.rows.findIndex((row) => row.id === this.chosen);
    this.resize();
    await this.show();
  }

  /** What came since goes in above; what is in view stays where it is, unless that is the top. */
  async refresh() {
    const { turn } = this;
    const rows = await this.fetch();
    if (turn !== this.turn) return;
    const added = rows.findIndex((row) => row.id === this.rows[0]?.id);
    const { atTop } = this.list;
    if (added < 0) this.rows = rows;
    else this.rows.unshift(...rows.slice(0, added));
    this.resize();
    if (added > 0) this.list.shift(added);
    if (atTop) this.list.element.scrollTop = 0;
  }

  async older() {
    const last = this.rows.at(-1);
    if (this.isEnd || this.isAsking || !last) return;
    this.isAsking = true;
    const rows = await this.fetch(last.id).catch(() => []);
    this.isAsking = false;
    this.isEnd = rows.length < PAGE;
    this.rows.push(...rows);
    if (rows.length) this.resize();
  }

  resize() {
    const { rows, isEnd, text } = this;
    this.list.resize(rows.length, isEnd ? rows.length : -1);
    fill(this.count, `${rows.length}${isEnd ? "" : "+"} ${text ? "found" : rows.length === 1 ? "request" : "requests"}`);
    this.empty.hidden = rows.length > 0;
    this.heads.hidden = this.list.element.hidden = !rows.length;
    if (!rows.length) fill(this.empty, text ? nothingFits(text, () => this.search("")) : firstSteps("No requests yet. Point a client here:"));
  }

  /** @param {string} id of a request, or "" for none */
  open(id) {
    if (id === this.chosen) return;
    this.chosen = id;
    history.replaceState(history.state, "", address("requests", ...(id ? [id] : [])) + location.search);
    this.show();
  }

  async show() {
    const id = this.chosen;
    this.left.parentElement?.setAttribute("data-show", id ? "details" : "tree");
    if (!id) return fill(this.details, notice("Choose a request to see what was sent."));
    try {
      const request = await json(`${ADMIN}/requests/${encodeURIComponent(id)}`, { signal: this.signal });
      if (id === this.chosen) this.draw(request);
    } catch (error) {
      if (!this.signal.aborted) fill(this.details, notice(`No request ${id}: ${error.message}. It may have been forgotten.`));
    }
  }

  draw(request) {
    const where = { project: request.project ?? "", signal: this.signal };
    const shown = tabs([
      { id: "rendered", label: "Rendered", draw: () => rendered(request, where) },
      { id: "sent", label: "Sent", draw: () => sent(request.answer) },
      { id: "request", label: "Request", draw: () => jsonOrText(request.request, where) },
      { id: "headers", label: "Headers", draw: () => [heads("Request", request.request.headers), heads("Answer", request.answer.headers)] },
      ...(request.near?.length ? [{ id: "near", label: `Near misses ${request.near.length}`, draw: () => request.near.map(near) }] : []),
    ], this.tab, (tab) => { this.tab = tab; ask({ tab }); });
    fill(this.details, button("Back to the list", () => this.open(""), { class: "back", symbol: "chevron" }), about(request), shown.element);
  }
}

/** A filter line as the server's query: words, and what stands behind the known keys. @param {string} text @returns {Record<string, string>} */
function queryOf(text) {
  const words = [];
  const query = {};
  for (const [whole, key, quoted, plain] of text.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g)) {
    if (key && KEYS[key]) query[KEYS[key]] = (quoted ?? plain).replace(/^>/, "");
    else words.push(key ? whole : quoted ?? plain);
  }
  return words.length ? { ...query, q: words.join(" ") } : query;
}

const isFailed = (request) => !request.status || request.status >= 400;
const why = (request) => [request.reply ? `rule ${request.reply}` : "", ...request.faults, request.late ? "late" : ""].filter(Boolean).join(", ");

function drawRow(row, request) {
  const failed = isFailed(request);
  const cells = [
    icon(failed ? "cross" : "tick", failed ? "failed" : "went well"), clock(request.at),
    [el("b", {}, request.operation ?? `${request.method} ${request.path}`), " ", span("dim", request.project ?? "")],
    el("span", { class: failed ? "status-error" : "" }, request.status ?? "dropped"), duration(request.ms), span("dim", why(request)),
  ];
  fill(row, cells.map((shown) => el("div", { class: "cell", role: "gridcell" }, shown)));
}

function about(request) {
  const copies = COPIES.map(([name, write]) => button(name, () => copy(write(request), name), { "data-copy": name.toLowerCase(), title: write(request) }));
  const from = `?from=${encodeURIComponent(request.id)}`;
  const make = (symbol, text, href, more = {}) => el("a", { class: "button", href, ...more }, icon(symbol), text);
  return el("header", { class: "about" },
    el("h2", {}, icon(isFailed(request) ? "cross" : "tick"), ` ${request.method} ${request.path} ${request.status ?? "dropped"}`),
    el("p", { class: "dim" }, dotted([`#${request.id}`, clock(request.at), duration(request.ms), request.operation ?? "no operation"])),
    request.reply ? el("p", {}, icon("reply"), " answered by ", link(`${address("control", "replies")}?edit=${request.reply}`, `rule ${request.reply}`)) : null,
    request.faults.map((fault) => el("p", {}, icon("bolt"), " struck by ", link(address("control", "faults"), fault))),
    request.hint ? el("p", { class: "status-error" }, request.hint) : null,
    request.exception ? el("pre", { class: "failure" }, request.exception) : null,
    div("line", span("dim", "Copy as"), copies),
    div("line", span("dim", "Make a"),
      make("reply", "reply rule", address("control", "replies") + from), make("bolt", "fault", address("control", "faults") + from),
      make("download", "data file", `${ADMIN}/requests/${encodeURIComponent(request.id)}/data-file`, { download: `request-${request.id}.json` })));
}

/** What a request and its answer say, as people read it. */
function rendered(request, where) {
  const type = request.answer.headers["content-type"] ?? "";
  const talk = talkIn(request);
  if (/^(image|audio)\//.test(type) && request.status === 200 && request.method === "GET") return player(request.path, type);
  return talk ? conversation(talk, where) : jsonOrText({ ...request.answer, body: outputOf(request) }, where);
}

function jsonOrText({ body, text, cut }, where) {
  if (body === null || body === undefined || body === "") return notice("No body.");
  const shown = typeof body === "object" ? jsonView(body, where) : el("pre", { class: "code", tabIndex: 0 }, text ?? String(body));
  return [cut ? el("p", { class: "dim" }, "Only the beginning was kept.") : null, shown];
}

/** An answer as it was sent, and of a stream its pieces in time. */
function sent({ chunks, text }) {
  if (!chunks?.length) return text ? el("pre", { class: "code", tabIndex: 0 }, text) : notice("The answer has no body.");
  const last = chunks.at(-1).ms || 1;
  const gaps = chunks.slice(1).map((each, at) => each.ms - chunks[at].ms).sort((a, b) => a - b);
  const shown = el("pre", { class: "code", tabIndex: 0 });
  const said = el("output", { class: "dim" });
  const ticks = chunks.map((each) => {
    const tick = el("span", { class: "chunk", title: `${duration(each.ms)}: ${each.text}` });
    tick.style.left = `${(100 * each.ms) / last}%`;
    return tick;
  });
  const replay = (count) => {
    fill(shown, chunks.slice(0, count).map((each) => each.text).join(""));
    ticks.forEach((tick, at) => tick.classList.toggle("later", at >= count));
    fill(said, count ? `piece ${count} of ${chunks.length}, after ${duration(chunks[count - 1].ms)}` : "nothing yet");
  };
  replay(chunks.length);
  return [
    el("p", {}, dotted([`${chunks.length} pieces`, `first after ${duration(chunks[0].ms)}`, `median gap ${duration(gaps[Math.floor(gaps.length / 2)] ?? 0)}`, `all after ${duration(last)}`])),
    el("div", { class: "chunks", role: "img", "aria-label": "The pieces in time" }, ticks),
    div("line", el("input", { type: "range", min: 0, max: chunks.length, value: chunks.length, "aria-label": "Replay the pieces", oninput: (event) => replay(Number(event.target.value)) }), said),
    shown,
  ];
}

const heads = (title, headers) => [el("h3", {}, title), table(title, ["Header", "Value"], Object.entries(headers).map(([name, value]) => [name, span("mono", value)]))];

/** A rule that might have answered, with what kept it from that. */
function near(rule) {
  const code = (text) => span("mono", text);
  const rows = rule.fields.map((each) => [[icon(each.fits ? "tick" : "cross", each.fits ? "fits" : "does not fit"), ` ${each.field}`], code(each.wanted), code(each.found)]);
  const name = `Rule ${rule.id}`;
  const title = el("h3", {}, link(`${address("control", "replies")}?edit=${rule.id}`, name), ` ${rule.text}`);
  return el("section", { class: "near" }, title, table(name, ["Field", "Wanted", "Found"], rows));
}
