// The requests that the server remembers, live and searched also in their bodies, with one of them
// beside the list.

import { ADMIN, hearOf, json, send } from "../api.js";
import { clock, duration } from "../calls.js";
import { button, div, el, fill, icon, notice, span, throttled } from "../dom.js";
import { LiveList } from "../lists.js";
import { isFailed, requestDetails } from "../request.js";
import { address, ask } from "../router.js";

const MOST = 1000;
/** How many are asked for again when there is news, and how many milliseconds later. */
const LATEST = 200;
const REFRESH = 250;
/** What the filter's keys are called in the server's query. */
const KEYS = { status: "status", op: "operation", project: "project", fault: "fault", rule: "reply", ms: "ms", since: "since" };

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const view = new Requests(route, signal);
  const clear = () => send(`${ADMIN}/requests`, { method: "DELETE" }).then(() => view.begin());
  fill(root, view.toolbar(button("Clear", clear, { symbol: "bin" })), view.panes);
  await view.begin();
  return "Requests";
}

const why = (request) => [request.reply ? `rule ${request.reply}` : "", ...request.faults, request.late ? "late" : ""].filter(Boolean).join(", ");

class Requests extends LiveList {
  constructor({ query, params }, signal) {
    super({
      name: "requests",
      text: query.get("q") ?? "",
      placeholder: "Filter: words of headers and bodies, status:5xx, fault:any, rule:2, ms:>100 …",
      none: "No requests yet. Point a client here:",
      columns: [
        { id: "status", draw: (each) => icon(isFailed(each) ? "cross" : "tick", isFailed(each) ? "failed" : "went well") },
        { id: "started", label: "Time", draw: (each) => clock(each.at) },
        { id: "name", label: "Operation", draw: operation },
        { id: "code", label: "Status", figure: true, draw: (each) => span(isFailed(each) ? "status-error" : "", each.status ?? "dropped") },
        { id: "took", label: "Took", figure: true, draw: (each) => duration(each.ms) },
        { id: "why", label: "Why", draw: (each) => span("dim", why(each)) },
      ],
    }, signal);
    this.chosen = params.number ?? "";
    this.tab = query.get("tab") ?? "rendered";
    /** Counts the searches, so that an answer to an older one is known. */
    this.turn = 0;
    this.details = el("section", { class: "pane details", "aria-label": "One request", tabIndex: 0 });
    this.panes = div("panes", el("section", { class: "pane requests", "aria-label": "Requests" }, this.elements), this.details);
    const later = throttled(() => this.isLive && this.refresh().catch(() => undefined), () => REFRESH);
    hearOf("request", later, signal);
    hearOf("cleared", () => this.begin(), signal);
    hearOf("resync", () => this.begin(), signal);
  }

  /** The newest requests that fit, the newest first. @param {number} limit */
  async fetch(limit) {
    const query = new URLSearchParams({ bodies: "false", limit: String(limit), ...queryOf(this.text) });
    const { requests } = await json(`${ADMIN}/requests?${query}`, { signal: this.signal });
    return requests.reverse();
  }

  async begin() {
    const turn = ++this.turn;
    try {
      const rows = await this.fetch(MOST);
      if (turn !== this.turn) return;
      this.rows = rows;
      fill(this.mistake);
    } catch (error) {
      if (!this.signal.aborted) fill(this.mistake, error.message);
      return;
    }
    this.active = this.rows.findIndex((row) => row.id === this.chosen);
    this.measure(this.rows.length < MOST);
    await this.show();
  }

  /** What came since goes in above; what is in view stays where it is, unless that is the top. */
  async refresh() {
    const { turn } = this;
    const rows = await this.fetch(LATEST);
    if (turn !== this.turn) return;
    const added = rows.findIndex((row) => row.id === this.rows[0]?.id);
    if (added < 0) return this.begin();
    this.rows.unshift(...rows.slice(0, added));
    this.insert(added);
    this.measure(this.rows.length < MOST);
  }

  onActive(index) {
    this.open(this.rows[index].id);
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
    this.panes.dataset.show = id ? "details" : "tree";
    if (!id) return fill(this.details, notice("Choose a request to see what was sent."));
    try {
      const request = await json(`${ADMIN}/requests/${encodeURIComponent(id)}`, { signal: this.signal });
      if (id !== this.chosen) return;
      const back = button("‹ Back to the list", () => this.open(""), { class: "back" });
      const chosen = (tab) => ask({ tab: (this.tab = tab) });
      fill(this.details, back, requestDetails(request, this.signal, this.tab, chosen));
    } catch (error) {
      if (!this.signal.aborted) fill(this.details, notice(`No request ${id}: ${error.message}. It may have been forgotten.`));
    }
  }
}

const operation = (each) => [el("b", {}, each.operation ?? `${each.method} ${each.path}`), " ", span("dim", each.project ?? "")];

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
