// The filter line of the trace list: words and `key:value` terms become a query of calls.
//
//   status:error latency:>2s in.question:ferry -op:plan
//
// Terms are joined by AND, the values of one term, divided by commas, by OR; `-` turns a term round.
// A word is looked for in names, inputs, output and exception.

/** @typedef {{text: string, error: string}} Mistake */
/** @typedef {{filter: Record<string, any>, query: any, mistakes: Mistake[]}} Filter */

const TERM = /(-?)(?:([a-z]+(?:\.[^\s:"]+)?):)?("(?:[^"\\]|\\.)*"|[^\s"]+)/g;

/** What each key means, for the suggestions. */
export const KEYS = {
  op: "name of the op, na* for a beginning",
  status: "running, success, error, descendant_error",
  latency: ">2s, <300ms, 1s..5s",
  tokens: ">1000, 10..50",
  cost: ">0.01",
  calls: ">10",
  feedback: "any, none, or an emoji",
  model: "name of a model",
  thread: "id of a thread",
  trace: "id of a trace",
  id: "id of a call",
  user: "id of a user",
  in: "text in the inputs, in.path:text at a place",
  out: "text in the output",
  error: "text in the exception",
  attr: "text in the attributes",
  after: "2026-01-31, -2h or today",
  before: "2026-01-31, -2h or today",
  is: "root, all or orphan",
};

const field = (name) => ({ $getField: name });
const literal = (value) => ({ $literal: value });
const contains = (name, text) => ({
  $contains: { input: field(name), substr: literal(text), case_insensitive: true },
});
const equal = (name, value) => ({ $eq: [field(name), literal(value)] });
const either = (list) => (list.length === 1 ? list[0] : { $or: list });

/**
 * The filter of a text, the last view's own conditions aside.
 * @param {string} text @param {number} now milliseconds, by the server's clock
 * @returns {Filter}
 */
export function parse(text, now) {
  /** @type {Filter} */
  const made = { filter: { trace_roots_only: true }, query: null, mistakes: [] };
  const conditions = [];
  for (const [whole, minus, key, written] of text.matchAll(TERM)) {
    const value = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const values = written.startsWith('"') ? [value] : value.split(",").filter(Boolean);
    try {
      const found = key === undefined ? word(value) : term(made, key, values, Boolean(minus), now);
      if (found) conditions.push(minus ? { $not: [found] } : found);
    } catch (error) {
      made.mistakes.push({ text: whole, error: error.message });
    }
  }
  if (conditions.length) made.query = { $expr: conditions.length === 1 ? conditions[0] : { $and: conditions } };
  return made;
}

function word(text) {
  return either(["op_name", "display_name", "inputs", "output", "exception"].map((name) => contains(name, text)));
}

/** @type {Record<string, string>} */
const LISTS = { op: "op_names", thread: "thread_ids", trace: "trace_ids", id: "call_ids", user: "wb_user_ids" };
/** @type {Record<string, string>} */
const INSIDE = { in: "inputs", out: "output", error: "exception", attr: "attributes" };
/** @type {Record<string, [string, (text: string) => number]>} */
const RANGES = {
  latency: ["summary.weave.latency_ms", milliseconds],
  tokens: ["console.tokens", Number],
  cost: ["console.cost", Number],
  calls: ["console.calls", Number],
};

/** @param {Filter} made @param {string} key @param {string[]} values @param {boolean} turned @param {number} now */
function term(made, key, values, turned, now) {
  const [root, ...path] = key.split(".");
  if (key in RANGES) return either(values.map((value) => range(...RANGES[key], value)));
  if (key === "op") return either(values.map(op));
  if (key in LISTS && !turned) {
    made.filter[LISTS[key]] = values;
    return null;
  }
  if (key in LISTS) return either(values.map((value) => equal(single(LISTS[key]), value)));
  if (root in INSIDE) return either(values.map((value) => contains([INSIDE[root], ...path].join("."), value)));
  switch (key) {
    case "status":
      return either(values.map((value) => equal("summary.weave.status", value)));
    case "model":
      return either(values.map((value) => ({ $not: [equal(`summary.usage.${value.replaceAll(".", "\\.")}`, "")] })));
    case "feedback":
      return either(values.map(feedback));
    case "after":
      return { $gte: [field("started_at"), literal(seconds(values[0], now))] };
    case "before":
      return { $not: [{ $gte: [field("started_at"), literal(seconds(values[0], now))] }] };
    case "is":
      return kind(made, values[0]);
    default:
      throw new Error(`There is no key ${key}; there are ${Object.keys(KEYS).join(", ")}`);
  }
}

/** The field of a list of the filter. */
const single = (list) => ({ thread_ids: "thread_id", trace_ids: "trace_id", call_ids: "id", wb_user_ids: "wb_user_id" })[list] ?? list;

function op(name) {
  return name.endsWith("*") ? contains("op_name", name.slice(0, -1)) : contains("op_name", name);
}

function feedback(text) {
  if (text === "any") return { $gt: [field("console.feedback"), literal(0)] };
  if (text === "none") return equal("console.feedback", 0);
  return equal("feedback.[*].payload.emoji", text);
}

/** @param {Filter} made @param {string} text */
function kind(made, text) {
  if (text === "root") made.filter.trace_roots_only = true;
  else if (text === "all") delete made.filter.trace_roots_only;
  else if (text === "orphan") {
    delete made.filter.trace_roots_only;
    return equal("console.orphan", true);
  } else throw new Error("Write is:root, is:all or is:orphan");
  return null;
}

/** `>2s`, `<300ms`, `1s..5s`, or one value exactly.
 * @param {string} name @param {(text: string) => number} read @param {string} text */
function range(name, read, text) {
  const number = (part) => {
    const found = read(part);
    if (Number.isNaN(found)) throw new Error(`${part} is no number`);
    return literal(found);
  };
  if (text.startsWith(">")) return { $gt: [field(name), number(text.slice(1))] };
  if (text.startsWith("<")) return { $not: [{ $gte: [field(name), number(text.slice(1))] }] };
  const [low, high] = text.split("..");
  if (high === undefined) return { $eq: [field(name), number(text)] };
  return { $and: [{ $gte: [field(name), number(low)] }, { $not: [{ $gt: [field(name), number(high)] }] }] };
}

/** @type {Record<string, number>} */
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

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
