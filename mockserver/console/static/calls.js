// A call as every view shows it: its kind, its state, its figures and times as people read them.

import { icon } from "./dom.js";
import { parseRef } from "./router.js";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** @param {string | null | undefined} text */
export const moment = (text) => (text ? Date.parse(text) : NaN);

/** Today's moments to the second, others to the minute. @param {string | null | undefined} text */
export function clock(text) {
  const at = new Date(moment(text));
  const now = new Date();
  if (Number.isNaN(at.getTime())) return "";
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString("en-GB");
  const year = at.getFullYear() === now.getFullYear() ? undefined : "2-digit";
  const shown = at.toLocaleString("en-GB", { day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" });
  return shown.replace(",", "");
}

/** @param {number | null | undefined} ms */
export function duration(ms) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return "";
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const two = (whole, name, part, below) => `${Math.floor(ms / whole)} ${name} ${Math.floor((ms % whole) / part)} ${below}`;
  if (ms < HOUR) return two(MINUTE, "m", 1000, "s");
  return ms < 2 * DAY ? two(HOUR, "h", MINUTE, "m") : two(DAY, "d", HOUR, "h");
}

/** @param {number | null | undefined} count */
export const figure = (count) => (count === null || count === undefined ? "" : count.toLocaleString("en-US"));

/** @param {number | null | undefined} dollars */
export function cost(dollars) {
  if (!dollars) return "";
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  return dollars < 1e-6 ? "<$0.000001" : `$${dollars.toPrecision(2)}`;
}

/** @param {number | undefined} dollars for a token */
export const perMillion = (dollars) => (dollars ? `$${(dollars * 1e6).toFixed(2)}` : "");

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A text for one line: what an input or output mostly says, without the marks of Markdown. @param {any} value @param {number} [longest] */
export function preview(value, longest = 120) {
  const text = plain(value).replace(/\*\*|`+|^#+ |\|[-:| ]*/gm, " ").replace(/\s+/g, " ").trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function plain(value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return parseRef(value)?.name ?? String(value);
  if (Array.isArray(value)) return value.length ? plain(value[value.length - 1]) : "";
  if (Array.isArray(value.messages)) return plain(value.messages.at(-1)?.content);
  if (Array.isArray(value.choices)) return plain(value.choices[0]?.message?.content);
  const text = [value.text, value.content].find((each) => typeof each === "string");
  const values = Object.values(value).filter((item) => item !== null && typeof item !== "object");
  return text ?? (values.length ? values.map(plain).join(" · ") : JSON.stringify(value));
}

/** A display name, or the short name of an op: `answer` of `weave:///e/p/op/answer:digest`. @param {any} call */
export const name = (call) => call.display_name || parseRef(call.op_name)?.name || call.op_name || "";

/** @typedef {"success" | "error" | "running" | "descendant_error"} Status */

/** @param {any} call @returns {Status} */
export const status = (call) => call.summary?.weave?.status ?? (call.exception ? "error" : call.ended_at ? "success" : "running");

const STATUS = {
  success: ["tick", "ended well"],
  error: ["cross", "failed"],
  running: ["ring", "runs"],
  descendant_error: ["triangle", "a call below it failed"],
};

export function statusIcon(call) {
  const [symbol, label] = STATUS[status(call)];
  return icon(symbol, label);
}

/** Agent, model, tool, retrieval, scorer or op, by what the call says of itself or by its name. @param {any} call */
export function kind(call) {
  const words = `${call.attributes?.weave?.kind ?? call.attributes?.kind ?? ""} ${name(call)}`.toLowerCase();
  const isModel = /chat\.completions|llm|messages\.create/.test(words);
  const used = Object.keys(call.summary?.usage ?? {}).length > 0;
  if (used && (isModel || /chat|complet|gpt|claude|model|generate|openai|anthropic/.test(words))) return "model";
  if (/agent/.test(words)) return "agent";
  if (/tool|function/.test(words)) return "tool";
  if (/retriev|search|lookup|look_up|embed/.test(words)) return "retrieval";
  if (/scor|judge|eval/.test(words)) return "scorer";
  return isModel ? "model" : "op";
}

/** Milliseconds from start to end, or to `now` while it runs. @param {any} call @param {number} now */
export const latency = (call, now) => Math.max(0, (call.ended_at ? moment(call.ended_at) : now) - moment(call.started_at));

export const latencyText = (call, now) => duration(latency(call, now)) + (call.ended_at ? "" : " …");

/** The models that a call used, by name. @param {any} call */
export const models = (call) => Object.keys(call.summary?.usage ?? {}).join(", ");

/** What feedback says, in a few characters. @param {any} call */
export function reactions(call) {
  const list = call.summary?.weave?.feedback ?? [];
  return list.map((each) => each.payload?.emoji ?? "").join("") || (list.length ? `+${list.length}` : "");
}
