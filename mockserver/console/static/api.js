// Requests to the server: the control API, and the trace API under it.

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

/** A key that somebody typed; only in memory. */
let key = "";

/** @param {string} text */
export function useKey(text) {
  key = text;
}

/** The requests of the present view, newest last, for "behind this view". @type {{method: string, path: string, body: any}[]} */
export const behind = [];

export function forgetBehind() {
  behind.length = 0;
}

/** @typedef {{method?: string, body?: any, signal?: AbortSignal, headers?: Record<string, string>}} Options */

/** @param {string} path @param {Options} [options] @returns {Promise<Response>} */
export async function send(path, { method = "GET", body, signal, headers = {} } = {}) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  note(method, path, body);
  /** @type {Record<string, string>} */
  const asked = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers };
  if (text !== undefined && !asked["content-type"]) asked["content-type"] = "application/json";
  const answer = await fetch(path, { method, body: text, signal, headers: asked });
  if (!answer.ok) throw new Refused(answer.status, await reason(answer));
  return answer;
}

function note(method, path, body) {
  const known = behind.findIndex((each) => each.method === method && each.path === path);
  if (known >= 0) behind.splice(known, 1);
  behind.push({ method, path, body });
  if (behind.length > 20) behind.shift();
}

/** @param {Response} answer */
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
export async function json(path, options) {
  return (await send(path, options)).json();
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = (path, body, signal) => json(path, { method: "POST", body, signal });

/** Rows of a JSON-lines answer as they arrive. @param {string} path @param {any} body @param {AbortSignal} [signal] */
export async function* lines(path, body, signal) {
  const answer = await send(path, { method: "POST", body, signal });
  for await (const line of split(answer)) if (line) yield JSON.parse(line);
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<any[]>} */
export async function all(path, body, signal) {
  const text = await (await send(path, { method: "POST", body, signal })).text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The lines of a streamed answer, also of server-sent events. @param {Response} answer */
export async function* split(answer) {
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

/** Keeps the last answers by a key; concurrent askers share one. @template T */
export class Cache {
  constructor(most) {
    this.most = most;
    /** @type {Map<string, Promise<T>>} */
    this.kept = new Map();
  }

  /** @param {string} name @param {() => Promise<T>} make @returns {Promise<T>} */
  get(name, make) {
    const found = this.kept.get(name) ?? make();
    this.kept.delete(name);
    this.kept.set(name, found);
    found.catch(() => this.kept.delete(name));
    if (this.kept.size > this.most) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    return found;
  }

  drop(name) {
    this.kept.delete(name);
  }

  clear() {
    this.kept.clear();
  }
}

/** A request as a curl command. @param {{method: string, path: string, body: any}} request */
export function curl({ method, path, body }) {
  const data = body === undefined ? "" : ` \\\n  --json ${quoted(typeof body === "string" ? body : JSON.stringify(body))}`;
  return `curl${method === "GET" || body !== undefined ? "" : ` -X ${method}`}${data ? ` -X ${method}` : ""} ${location.origin}${path}${data}`;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
