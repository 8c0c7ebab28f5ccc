// The requests that the server remembers: live, searched also in their bodies, and beside them one
// with what was sent, what struck it, which rules nearly answered it, and what can be made of it.

import { ADMIN, json, send } from "../api.js";
import { conversation } from "../conversation.js";
import { COPIES } from "../copies.js";
import { button, copy, el, fill, icon, link, notice } from "../dom.js";
import { outputOf, talkIn } from "../exchange.js";
import { clock, duration } from "../format.js";
import { highlight } from "../highlight.js";
import { jsonView } from "../json.js";
import { keys } from "../keys.js";
import { hearOf } from "../live.js";
import { player } from "../media.js";
import { splitter, tabs } from "../panes.js";
import { address, ask } from "../router.js";
import { VirtualList, rowHeight } from "../virtual.js";

const PAGE = 200;
const REFRESH = 250;
/** What the filter's keys are called in the server's query. @type {Record<string, string>} */
const KEYS = { status: "status", op: "operation", project: "project", fault: "fault", rule: "reply", ms: "ms", since: "since" };

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const view = new Requests(route, signal);
  fill(root, view.toolbar, el("div", { class: "panes" }, view.left, view.line, view.details));
  view.line.after(view.details);
  await view.begin();
  return "Requests";
}

class Requests {
  /** @param {import("../router.js").Route} route @param {AbortSignal} signal */
  constructor(route, signal) {
    this.signal = signal;
    this.text = route.query.get("q") ?? "";
    this.chosen = route.params.number ?? "";
    this.tab = route.query.get("tab") ?? "rendered";
    this.paused = false;
    /** @type {any[]} the newest first */
    this.rows = [];
    this.end = false;
    this.asked = 0;
    this.list = new VirtualList({
      kind: "grid", label: "Requests", height: rowHeight(),
      id: (index) => `request-${this.rows[index]?.id}`,
      draw: (row, index) => drawRow(row, this.rows[index]),
      activate: (index) => this.open(this.rows[index].id),
      shown: (_first, last) => { if (last > this.rows.length - 20) this.older(); },
    }, signal);
    this.empty = el("div", { hidden: true });
    this.left = el("section", { class: "pane requests", "aria-label": "Requests" }, this.empty, this.list.element);
    this.details = el("section", { class: "pane details", "aria-label": "One request", tabIndex: 0 });
    this.line = splitter(this.left, { name: "requests", label: "Width of the list", least: 280, most: 3, otherwise: "45%" });
    this.toolbar = this.makeToolbar();
    let due = 0;
    hearOf("request", () => {
      if (due || this.paused) return;
      due = setTimeout(() => { due = 0; this.refresh().catch(() => undefined); }, REFRESH);
    }, signal);
    for (const kind of /** @type {const} */ (["cleared", "resync"])) hearOf(kind, () => this.begin(), signal);
  }

  makeToolbar() {
    let due = 0;
    this.input = el("input", {
      type: "search", class: "filter grow", value: this.text, "aria-label": "Filter the requests", spellcheck: false,
      placeholder: "Filter: words of headers and bodies, status:5xx, fault:any, rule:2, ms:>100 …",
      oninput: () => {
        clearTimeout(due);
        due = setTimeout(() => this.search(this.input.value), 200);
      },
    });
    this.count = el("span", { class: "dim", role: "status" });
    this.mistake = el("p", { class: "mistake", role: "alert", hidden: true });
    this.pause = button("Live", () => this.flip(), { symbol: "play", "aria-pressed": "true" });
    keys({ "/": ["Filter", () => this.input.focus()], Escape: ["Back to the list", () => this.list.element.focus()], l: ["Live or still", () => this.flip()] }, this.signal);
    const clear = () => send(`${ADMIN}/requests`, { method: "DELETE" }).then(() => this.begin());
    return el("div", { class: "toolbar" }, el("h1", {}, "Requests"), this.input, this.count, this.pause, button("Clear", clear, { symbol: "bin" }), this.mistake);
  }

  flip() {
    this.paused = !this.paused;
    this.pause.setAttribute("aria-pressed", String(!this.paused));
    if (!this.paused) this.refresh();
  }

  search(text) {
    this.text = text;
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
    const turn = ++this.asked;
    try {
      const rows = await this.fetch();
      if (turn !== this.asked) return;
      this.rows = rows;
      this.end = rows.length < PAGE;
      this.mistake.hidden = true;
    } catch (error) {
      if (this.signal.aborted) return;
      this.mistake.hidden = false;
      fill(this.mistake, error.message);
      return;
    }
    this.list.active = this.rows.findIndex((row) => row.id === this.chosen);
    this.resize();
    await this.show();
  }

  /** What came since goes in above; what is in view stays where it is, unless that is the top. */
  async refresh() {
    const turn = this.asked;
    const rows = await this.fetch();
    if (turn !== this.asked) return;
    const known = rows.findIndex((row) => row.id === this.rows[0]?.id);
    if (known < 0) this.rows = rows;
    else this.rows.unshift(...rows.slice(0, known));
    const top = this.list.atTop;
    this.resize();
    if (known > 0) this.list.shift(known);
    if (top) this.list.element.scrollTop = 0;
  }

  async older() {
    const last = this.rows[this.rows.length - 1];
    if (this.end || this.waiting || !last) return;
    this.waiting = true;
    const rows = await this.fetch(last.id).catch(() => []);
    this.waiting = false;
    this.end = rows.length < PAGE;
    this.rows.push(...rows);
    if (rows.length) this.resize();
  }

  resize() {
    this.list.resize(this.rows.length, { total: this.end ? this.rows.length : -1 });
    fill(this.count, `${this.rows.length}${this.end ? "" : "+"} ${this.text ? "found" : "requests"}`);
    this.empty.hidden = this.rows.length > 0;
    this.list.element.hidden = !this.rows.length;
    const words = this.text ? `Nothing matches ${this.text}.` : "No requests yet. Point a client here:";
    if (!this.rows.length) fill(this.empty, notice(words, this.text ? button("Clear the filter", () => { this.input.value = ""; this.search(""); }) : highlight(FIRST_STEPS(), "shell")));
  }

  open(id) {
    if (id === this.chosen) return;
    this.chosen = id;
    history.replaceState(history.state, "", address("requests", id) + location.search);
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
    const panels = tabs([
      { id: "rendered", label: "Rendered", draw: () => rendered(request, where) },
      { id: "sent", label: "Sent", draw: () => sent(request.answer) },
      { id: "request", label: "Request", draw: () => jsonOrText(request.request, where) },
      { id: "headers", label: "Headers", draw: () => [heads("Request", request.request.headers), heads("Answer", request.answer.headers)] },
      ...(request.near?.length ? [{ id: "near", label: `Near misses ${request.near.length}`, draw: () => near(request.near) }] : []),
    ], this.tab, (tab) => { this.tab = tab; ask({ tab }); });
    const back = button("Back to the list", () => { this.chosen = ""; history.replaceState(history.state, "", address("requests") + location.search); this.show(); }, { class: "back", symbol: "chevron" });
    fill(this.details, back, about(request), panels.element);
  }
}

/** A filter line as the server's query: words, and what stands behind the known keys. @param {string} text @returns {Record<string, string>} */
function queryOf(text) {
  const words = [];
  /** @type {Record<string, string>} */
  const query = {};
  for (const [whole, key, quoted, plain] of text.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g)) {
    if (key && KEYS[key]) query[KEYS[key]] = (quoted ?? plain).replace(/^>/, "");
    else words.push(key ? whole : quoted ?? plain);
  }
  return words.length ? { ...query, q: words.join(" ") } : query;
}

const FIRST_STEPS = () => `export WF_TRACE_SERVER_URL=${location.origin}\nexport OPENAI_BASE_URL=${location.origin}/v1\ncurl ${location.origin}/v1/models`;

const failed = (request) => !request.status || request.status >= 400;

const why = (request) => [request.reply ? `rule ${request.reply}` : "", ...request.faults, request.late ? "late" : ""].filter(Boolean).join(", ");

function drawRow(row, request) {
  const cell = (shown, kind = "") => el("div", { class: `cell ${kind}`, role: "gridcell" }, shown);
  fill(row,
    cell(icon(failed(request) ? "cross" : "tick", failed(request) ? "failed" : "went well")),
    cell(clock(request.at)),
    cell([el("b", {}, request.operation ?? `${request.method} ${request.path}`), " ", el("span", { class: "dim" }, request.project ?? "")], "clip"),
    cell(request.status ?? "dropped", "figure"),
    cell(duration(request.ms), "figure"),
    cell(why(request), "dim"));
}

function about(request) {
  const copies = COPIES.map(([name, write]) => button(name, () => copy(write(request), name), { "data-copy": name.toLowerCase(), title: write(request) }));
  const from = `?from=${encodeURIComponent(request.id)}`;
  return el("header", { class: "about" },
    el("h2", {}, icon(failed(request) ? "cross" : "tick"), ` ${request.method} ${request.path} ${request.status ?? "dropped"}`),
    el("p", { class: "dim" }, `#${request.id} · ${clock(request.at)} · ${duration(request.ms)} · ${request.operation ?? "no operation"}`),
    request.reply ? el("p", {}, icon("reply"), " answered by ", link(`${address("control", "replies")}?edit=${request.reply}`, `rule ${request.reply}`)) : null,
    request.faults.map((fault) => el("p", {}, icon("bolt"), " struck by ", link(address("control", "faults"), fault))),
    request.hint ? el("p", { class: "status-error" }, request.hint) : null,
    request.exception ? el("pre", { class: "failure" }, request.exception) : null,
    el("div", { class: "line" }, el("span", { class: "dim" }, "Copy"), copies),
    el("div", { class: "line" }, el("span", { class: "dim" }, "Make"),
      el("a", { class: "button", href: address("control", "replies") + from }, icon("reply"), "reply rule"),
      el("a", { class: "button", href: address("control", "faults") + from }, icon("bolt"), "fault"),
      el("a", { class: "button", href: `${ADMIN}/requests/${encodeURIComponent(request.id)}/data-file`, download: `request-${request.id}.json` }, icon("download"), "data file")));
}

/** What an exchange says, as people read it. @param {any} request @param {import("../json.js").Where} where */
function rendered(request, where) {
  const type = request.answer.headers["content-type"] ?? "";
  const talk = talkIn(request);
  if (/^(image|audio)\//.test(type) && request.status === 200 && request.method === "GET") return player(request.path, type);
  return talk ? conversation(talk, where) : jsonOrText({ ...request.answer, body: outputOf(request) }, where);
}

/** @param {any} part @param {import("../json.js").Where} where */
function jsonOrText({ body, text, cut }, where) {
  const note = cut ? el("p", { class: "dim" }, "Only the beginning was kept.") : null;
  if (body === null || body === undefined || body === "") return notice("No body.");
  return [note, typeof body === "object" ? jsonView(body, where) : el("pre", { class: "code", tabIndex: 0 }, text ?? String(body))];
}

/** An answer as it was sent, and of a stream its pieces in time. */
function sent(answer) {
  const { chunks, text } = answer;
  if (!chunks?.length) return text ? el("pre", { class: "code", tabIndex: 0 }, text) : notice("The answer has no body.");
  const last = chunks[chunks.length - 1].ms || 1;
  const gaps = chunks.slice(1).map((each, at) => each.ms - chunks[at].ms).sort((a, b) => a - b);
  const shown = el("pre", { class: "code", tabIndex: 0 });
  const ticks = chunks.map((each) => {
    const tick = el("span", { class: "chunk", title: `${duration(each.ms)}: ${each.text}` });
    tick.style.left = `${(100 * each.ms) / last}%`;
    return tick;
  });
  const said = el("output", { class: "dim" });
  const replay = (count) => {
    fill(shown, chunks.slice(0, count).map((each) => each.text).join(""));
    ticks.forEach((tick, at) => tick.classList.toggle("later", at >= count));
    fill(said, count ? `piece ${count} of ${chunks.length}, after ${duration(chunks[count - 1].ms)}` : "nothing yet");
  };
  replay(chunks.length);
  const slider = el("input", { type: "range", min: 0, max: chunks.length, value: chunks.length, "aria-label": "Replay the pieces", oninput: (event) => replay(Number(event.target.value)) });
  return [
    el("p", {}, `${chunks.length} pieces · first after ${duration(chunks[0].ms)} · median gap ${duration(gaps[Math.floor(gaps.length / 2)] ?? 0)} · all after ${duration(last)}`),
    el("div", { class: "chunks", role: "img", "aria-label": "The pieces in time" }, ticks),
    el("div", { class: "line" }, slider, said), shown,
  ];
}

/** @param {string} title @param {Record<string, string>} headers */
function heads(title, headers) {
  return [el("h3", {}, title), el("table", { class: "plain" }, Object.entries(headers).map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "mono" }, value))))];
}

/** Rules that might have answered, the nearest first, with what kept each from it. */
function near(list) {
  return list.map((rule) => el("section", { class: "near" },
    el("h3", {}, link(`${address("control", "replies")}?edit=${rule.id}`, `Rule ${rule.id}`), ` ${rule.text}`),
    el("table", { class: "plain" },
      el("thead", {}, el("tr", {}, ["", "Field", "Wanted", "Found"].map((head) => el(head ? "th" : "td", {}, head)))),
      el("tbody", {}, rule.fields.map((each) => el("tr", {},
        el("td", {}, icon(each.fits ? "tick" : "cross", each.fits ? "fits" : "does not fit")),
        el("th", { scope: "row" }, each.field), el("td", { class: "mono" }, each.wanted), el("td", { class: "mono" }, each.found)))))));
}
