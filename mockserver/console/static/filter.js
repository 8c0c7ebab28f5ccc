// The filter line of the trace list: words and `key:value` terms become a query of calls.
//
//   status:error latency:>2s in.question:ferry -op:plan
//
// Terms are joined by AND, the values of one term, divided by commas, by OR; `-` turns a term round.
// A word is looked for in names, inputs, output and exception.

/** @typedef {{filter: Record<string, any>, query: any, mistakes: string[]}} Filter */

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
/** Keys of exact values: the field, and the list of the filter that takes several. */
const LISTS = { thread: ["thread_id", "thread_ids"], trace: ["trace_id", "trace_ids"], id: ["id", "call_ids"], user: ["wb_user_id", "wb_user_ids"] };
const INSIDE = { in: "inputs", out: "output", error: "exception", attr: "attributes" };
const RANGES = { latency: "summary.weave.latency_ms", tokens: "console.tokens", cost: "console.cost", calls: "console.calls" };
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const field = (name) => ({ $getField: name });
const literal = (value) => ({ $literal: value });
const contains = (name, text) => ({ $contains: { input: field(name), substr: literal(text), case_insensitive: true } });
const equal = (name, value) => ({ $eq: [field(name), literal(value)] });
const either = (list) => (list.length === 1 ? list[0] : { $or: list });
const not = (condition) => ({ $not: [condition] });

/** @param {string} text @param {number} now milliseconds, by the server's clock @returns {Filter} */
export function parse(text, now) {
  /** @type {Filter} */
  const made = { filter: { trace_roots_only: true }, query: null, mistakes: [] };
  const conditions = [];
  for (const [whole, minus, key, written] of text.matchAll(TERM)) {
    const isQuoted = written.startsWith('"');
    const value = isQuoted ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const values = isQuoted ? [value] : value.split(",").filter(Boolean);
    try {
      const found = key === undefined ? word(value) : term(made.filter, key, values, Boolean(minus), now);
      if (found) conditions.push(minus ? not(found) : found);
    } catch (error) {
      made.mistakes.push(`${whole}: ${error.message}`);
    }
  }
  if (conditions.length) made.query = { $expr: conditions.length === 1 ? conditions[0] : { $and: conditions } };
  return made;
}

const word = (text) => either(["op_name", "display_name", "inputs", "output", "exception"].map((name) => contains(name, text)));

/** The condition of a term; null if the filter says it. */
function term(filter, key, values, turned, now) {
  const [root, ...path] = key.split(".");
  if (key in RANGES) return either(values.map((value) => range(RANGES[key], key === "latency" ? milliseconds : Number, value)));
  if (root in INSIDE) return either(values.map((value) => contains([INSIDE[root], ...path].join("."), value)));
  if (key in LISTS) {
    const [name, list] = LISTS[key];
    if (turned) return either(values.map((value) => equal(name, value)));
    filter[list] = values;
    return null;
  }
  const [value] = values;
  switch (key) {
    case "op":
      return either(values.map((each) => contains("op_name", each.replace(/\*$/, ""))));
    case "status":
      return either(values.map((each) => equal("summary.weave.status", each)));
    case "model":
      return either(values.map((each) => not(equal(`summary.usage.${each.replaceAll(".", "\\.")}`, ""))));
    case "feedback":
      return either(values.map(feedback));
    case "after":
      return { $gte: [field("started_at"), literal(seconds(value, now))] };
    case "before":
      return not({ $gte: [field("started_at"), literal(seconds(value, now))] });
    case "is":
      if (!["root", "all", "orphan"].includes(value)) throw new Error("Write is:root, is:all or is:orphan");
      if (value !== "root") delete filter.trace_roots_only;
      return value === "orphan" ? equal("console.orphan", true) : null;
    default:
      throw new Error(`There is no key ${key}; there are ${Object.keys(KEYS).join(", ")}`);
  }
}

function feedback(text) {
  if (text === "any") return { $gt: [field("console.feedback"), literal(0)] };
  return text === "none" ? equal("console.feedback", 0) : equal("feedback.[*].payload.emoji", text);
}

/** `>2s`, `<300ms`, `1s..5s`, or one value exactly. */
function range(name, read, text) {
  const number = (part) => {
    if (Number.isNaN(read(part))) throw new Error(`${part} is no number`);
    return literal(read(part));
  };
  const [low, high] = text.split("..");
  if (text.startsWith(">")) return { $gt: [field(name), number(text.slice(1))] };
  if (text.startsWith("<")) return not({ $gte: [field(name), number(text.slice(1))] });
  if (high === undefined) return { $eq: [field(name), number(text)] };
  return { $and: [{ $gte: [field(name), number(low)] }, not({ $gt: [field(name), number(high)] })] };
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
