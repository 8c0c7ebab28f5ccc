// A call as every view shows it: its kind, its state, its figures.

import { icon } from "./dom.js";
import { duration, figure, moment, opName } from "./format.js";

/** @param {any} call */
export const name = (call) => call.display_name || opName(call.op_name);

/** @param {any} call @returns {"success" | "error" | "running" | "descendant_error"} */
export const status = (call) => call.summary?.weave?.status ?? (call.exception ? "error" : call.ended_at ? "success" : "running");

const STATUS = {
  success: ["tick", "ended well"],
  error: ["cross", "failed"],
  running: ["ring", "runs"],
  descendant_error: ["triangle", "a call below it failed"],
};

/** @param {any} call */
export function statusIcon(call) {
  const [symbol, label] = STATUS[status(call)];
  return icon(symbol, label);
}

/** Agent, model, tool, retrieval, scorer or op, by what the call says of itself or by its name. @param {any} call */
export function kind(call) {
  const told = call.attributes?.weave?.kind ?? call.attributes?.kind ?? "";
  const words = `${told} ${name(call)}`.toLowerCase();
  if (Object.keys(call.summary?.usage ?? {}).length && /llm|chat|complet|gpt|claude|model|generate|openai|anthropic/.test(words)) return "model";
  if (/agent/.test(words)) return "agent";
  if (/tool|function/.test(words)) return "tool";
  if (/retriev|search|lookup|look_up|embed/.test(words)) return "retrieval";
  if (/scor|judge|eval/.test(words)) return "scorer";
  if (/chat\.completions|llm|messages\.create/.test(words)) return "model";
  return "op";
}

/** Milliseconds from start to end, or to `now` while it runs. @param {any} call @param {number} now */
export function latency(call, now) {
  const end = call.ended_at ? moment(call.ended_at) : now;
  return Math.max(0, end - moment(call.started_at));
}

/** @param {any} call @param {number} now */
export const latencyText = (call, now) => duration(latency(call, now)) + (call.ended_at ? "" : " …");

/** The models that a call used, by name. @param {any} call */
export const models = (call) => Object.keys(call.summary?.usage ?? {}).join(", ");

/** @param {any} call */
export const tokens = (call) => figure(call.console?.tokens || null);

/** What feedback says, in a few characters. @param {any} call */
export function reactions(call) {
  const list = call.summary?.weave?.feedback ?? [];
  const emoji = list.map((each) => each.payload?.emoji).filter(Boolean).join("");
  return emoji || (list.length ? `+${list.length}` : "");
}
