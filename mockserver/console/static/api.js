// The server: requests to its control API and to the trace API below that, and what it does as it
// happens, which one stream tells the whole page.

import { current, update } from "./store.js";

export const ADMIN = "/__admin";
export const TRACE = "/__admin/trace";

/** What a refusal says, with where in the request it says it. */
export class Refused extends Error {
  constructor(status, detail) {
    const first = Array.isArray(detail) ? detail[0] : null;
    super(first ? `${(first.loc ?? []).slice(1).join(".")}: ${first.msg}` : String(detail ?? status));
    this.status = status;
    this.problems = Array.isArray(detail) ? detail : [];
  }
}

/** @typedef {{method?: string, body?: any, signal?: AbortSignal, headers?: Record<string, string>}} Options */

/** @param {string} path @param {Options} [options] @returns {Promise<Response>} */
export async function send(path, { method = "GET", body, signal, headers = {} } = {}) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const typed = text === undefined ? headers : { "content-type": "application/json", ...headers };
  const answer = await fetch(path, { method, body: text, signal, headers: typed });
  if (!answer.ok) throw new Refused(answer.status, await reason(answer));
  return answer;
}

async function reason(answer) {
  const text = await answer.text();
  try {
    const value = JSON.parse(text);
    return value.detail ?? value.reason ?? value.error?.message ?? text;
  } catch {
    return text || answer.statusText;
  }
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export const json = async (path, options) => (await send(path, options)).json();

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = (path, body, signal) => json(path, { method: "POST", body, signal });

/** The rows of an answer in JSON lines.
 * @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<any[]>} */
export async function jsonLines(path, body, signal) {
  const text = await (await send(path, { method: "POST", body, signal })).text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Calls with the figures that the console shows. @param {string} project @param {any} body @param {AbortSignal} [signal] */
export function queryCalls(project, body, signal) {
  return jsonLines(`${TRACE}/calls/stream_query`, { project_id: project, lean: true, ...body }, signal);
}

/** A file's content. @param {string} project @param {string} digest @param {AbortSignal} signal */
export function fileContent(project, digest, signal) {
  return send(`${TRACE}/file/content`, { method: "POST", body: { project_id: project, digest }, signal });
}

/** The lines of a streamed answer, also of server-sent events. @param {Response} answer */
export async function* lines(answer) {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest) yield rest;
}

/** A request as a curl command. @param {{method: string, path: string, body?: any}} request */
export function curl({ method, path, body }) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const verb = method === "GET" ? "" : ` -X ${method}`;
  const data = body === undefined ? "" : ` \\\n  --json ${quoted(typeof body === "string" ? body : JSON.stringify(body))}`;
  return `curl${verb} ${location.origin}${path}${data}`;
}

/** @typedef {"request" | "state" | "cleared" | "calls" | "resync"} Kind `resync`: not all of what happened was told */

/** What the server tells, for whoever listens. */
const news = new EventTarget();
const RETRY = 1000;

/** @param {Kind} kind @param {(data: any) => void} hear @param {AbortSignal} signal */
export function hearOf(kind, hear, signal) {
  news.addEventListener(kind, (event) => hear(/** @type {CustomEvent} */ (event).detail), { signal });
}

/** Follow the server for as long as the page lives; a break is tried again each second. */
export function follow() {
  const source = new EventSource(`${ADMIN}/stream`);
  const tell = (kind, detail) => news.dispatchEvent(new CustomEvent(kind, { detail }));
  source.onopen = () => {
    if (current().connection === "lost") tell("resync", null);
    update({ connection: "open" });
  };
  source.onerror = () => {
    source.close();
    update({ connection: "lost" });
    setTimeout(follow, RETRY);
  };
  for (const kind of ["request", "state", "cleared", "calls", "resync"]) {
    source.addEventListener(kind, (event) => tell(kind, JSON.parse(event.data)));
  }
}
