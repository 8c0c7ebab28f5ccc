// The filter line of the trace list: words and `key:value` terms become a query of calls.
//
//   status:error latency:>2s in.question:ferry -op:plan
//
// Terms are joined by AND, the values of one term, divided by commas, by OR; `-` turns a term round.
// A word is looked for in names, inputs, output and exception.

/** @typedef {{filter: Record<string, any>, query: any, mistakes: string[]}} Filter */

const TERM = /(-?)(?:([a-z]+)((?:\.[^\s:"]+)?):)?("(?:[^"\\]|\\.)*"|[^\s"]+)/g;
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const NAMED = ["op_name", "display_name", "inputs", "output", "exception"];

const field = (name) => ({ $getField: name });
const literal = (value) => ({ $literal: value });
const contains = (name, text) => ({ $contains: { input: field(name), substr: literal(text), case_insensitive: true } });
const equal = (name, value) => ({ $eq: [field(name), literal(value)] });
const not = (condition) => ({ $not: [condition] });
const above = (name, value) => ({ $gt: [field(name), literal(value)] });
const atLeast = (name, value) => ({ $gte: [field(name), literal(value)] });
const either = (list) => (list.length === 1 ? list[0] : { $or: list });

/** Each key with what may stand behind it and the condition of one value. Where the filter has a list
 * of exact values, the list is named too. @type {Record<string, [string, (value: string, now: number, path: string) => any, string?]>} */
const TERMS = {
  op: ["name of the op, na* for a beginning", (text) => contains("op_name", text.replace(/\*$/, ""))],
  status: ["running, success, error, descendant_error", (text) => equal("summary.weave.status", text)],
  latency: [">2s, <300ms, 1s..5s", (text) => range("summary.weave.latency_ms", milliseconds, text)],
  tokens: [">1000, 10..50", (text) => range("console.tokens", Number, text)],
  cost: [">0.01", (text) => range("console.cost", Number, text)],
  calls: [">10", (text) => range("console.calls", Number, text)],
  feedback: ["any, none, or an emoji", feedback],
  model: ["name of a model", (text) => not(equal(`summary.usage.${text.replaceAll(".", "\\.")}`, ""))],
  thread: ["id of a thread", (text) => equal("thread_id", text), "thread_ids"],
  trace: ["id of a trace", (text) => equal("trace_id", text), "trace_ids"],
  id: ["id of a call", (text) => equal("id", text), "call_ids"],
  user: ["id of a user", (text) => equal("wb_user_id", text), "wb_user_ids"],
  in: ["text in the inputs, in.path:text at a place", (text, _now, path) => contains(`inputs${path}`, text)],
  out: ["text in the output", (text, _now, path) => contains(`output${path}`, text)],
  error: ["text in the exception", (text) => contains("exception", text)],
  attr: ["text in the attributes", (text, _now, path) => contains(`attributes${path}`, text)],
  after: ["2026-01-31, -2h or today", (text, now) => atLeast("started_at", seconds(text, now))],
  before: ["2026-01-31, -2h or today", (text, now) => not(atLeast("started_at", seconds(text, now)))],
  is: ["root, all or orphan", (text) => (text === "orphan" ? equal("console.orphan", true) : null)],
};

/** The keys with what each means, for the suggestions. */
export const HINTS = Object.entries(TERMS).map(([key, [means]]) => [`${key}:`, means]);

/** @param {string} text @param {number} now milliseconds, by the server's clock @returns {Filter} */
export function parse(text, now) {
  /** @type {Filter} */
  const made = { filter: { trace_roots_only: true }, query: null, mistakes: [] };
  const conditions = [];
  for (const [whole, minus, key, path, written] of text.matchAll(TERM)) {
    const isQuoted = written.startsWith('"');
    const value = isQuoted ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const values = isQuoted ? [value] : value.split(",").filter(Boolean);
    try {
      const found = key ? term(made.filter, key, path, values, minus, now) : either(NAMED.map((name) => contains(name, value)));
      if (found) conditions.push(minus ? not(found) : found);
    } catch (error) {
      made.mistakes.push(`${whole}: ${error.message}`);
    }
  }
  if (conditions.length) made.query = { $expr: conditions.length === 1 ? conditions[0] : { $and: conditions } };
  return made;
}

/** The condition of a term; null if the filter says it. */
function term(filter, key, path, values, minus, now) {
  if (!Object.hasOwn(TERMS, key)) throw new Error(`There is no key ${key}; there are ${Object.keys(TERMS).join(", ")}`);
  const [means, condition, list] = TERMS[key];
  if (key === "is") {
    if (!["root", "all", "orphan"].includes(values[0])) throw new Error(`Write ${means}`);
    filter.trace_roots_only = values[0] === "root";
  }
  if (!list || minus) return either(values.map((value) => condition(value, now, path)));
  filter[list] = values;
  return null;
}

function feedback(text) {
  if (text === "any") return above("console.feedback", 0);
  return text === "none" ? equal("console.feedback", 0) : equal("feedback.[*].payload.emoji", text);
}

/** `>2s`, `<300ms`, `1s..5s`, or one value exactly. */
function range(name, read, text) {
  const number = (part) => {
    if (Number.isNaN(read(part))) throw new Error(`${part} is no number`);
    return read(part);
  };
  const [low, high] = text.split("..");
  if (text.startsWith(">")) return above(name, number(text.slice(1)));
  if (text.startsWith("<")) return not(atLeast(name, number(text.slice(1))));
  if (high === undefined) return equal(name, number(text));
  return { $and: [atLeast(name, number(low)), not(above(name, number(high)))] };
}

function milliseconds(text) {
  const match = text.match(/^([\d.]+)(ms|s|m|h|d)?$/);
  return match ? Number(match[1]) * UNITS[match[2] ?? "ms"] : NaN;
}

/** A moment as seconds since the epoch. */
function seconds(text, now) {
  if (text === "today") return new Date(now).setHours(0, 0, 0, 0) / 1000;
  const back = text.startsWith("-") ? milliseconds(text.slice(1)) : NaN;
  const at = Number.isNaN(back) ? Date.parse(text) : now - back;
  if (Number.isNaN(at)) throw new Error(`${text} is no moment; write 2026-01-31, -2h or today`);
  return at / 1000;
}
