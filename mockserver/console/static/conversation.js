// What models and people said: found in the inputs and output of a call, whatever library traced
// it, brought to one form, and drawn.

import { el, icon } from "./dom.js";
import { highlight } from "./highlight.js";
import { jsonView } from "./json.js";
import { markdown } from "./markdown.js";
import { media, player } from "./media.js";
import { tabs } from "./panes.js";

/** @typedef {{id: string, name: string, arguments: any}} ToolCall */
/** @typedef {{role: string, name?: string, parts: any[], reasoning: string, calls: ToolCall[], answers?: string, more: Record<string, any>}} Message */
/** @typedef {{messages: Message[], choices: Message[]}} Talk */

/** The conversation of a call; null if there is none. @param {any} call @returns {Talk | null} */
export function talkOf(call) {
  const inputs = call.inputs ?? {};
  const messages = asked(inputs) ?? generated(call.attributes, "input") ?? [];
  const choices = answered(call.output) ?? generated(call.attributes, "output") ?? [];
  const says = messages.length || (call.output && typeof call.output === "object" && choices.length);
  return says ? { messages: messages.flatMap(message), choices: choices.flatMap(message) } : null;
}

/** @param {any} inputs @returns {any[] | null} */
function asked(inputs) {
  const system = inputs.system ?? inputs.instructions;
  const before = typeof system === "string" || Array.isArray(system) ? [{ role: "system", content: system }] : [];
  for (const list of [inputs.messages, inputs.input, inputs.contents]) {
    if (Array.isArray(list) && list.some(isItem)) return [...before, ...list];
  }
  if (typeof inputs.input === "string" && (inputs.model || before.length)) return [...before, { role: "user", content: inputs.input }];
  return nested(inputs, 3);
}

const isItem = (item) => Boolean(item && typeof item === "object" && (typeof item.role === "string" || /^(function_call|function_call_output|reasoning|message)$/.test(item.type)));

/** @param {any} value @param {number} depth @returns {any[] | null} */
function nested(value, depth) {
  if (!value || typeof value !== "object" || depth < 0) return null;
  if (Array.isArray(value) && value.length && value.every((item) => item && typeof item.role === "string" && ("content" in item || "parts" in item))) return value;
  for (const item of Object.values(value).slice(0, 50)) {
    const found = nested(item, depth - 1);
    if (found) return found;
  }
  return null;
}

/** Messages of OpenTelemetry's attributes. @param {any} attributes @param {"input" | "output"} side */
function generated(attributes, side) {
  const flat = attributes?.gen_ai ?? {};
  const value = attributes?.[`gen_ai.${side}.messages`] ?? flat[side]?.messages ?? flat[`${side}.messages`];
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : null;
}

/** @param {any} output @returns {any[] | null} */
function answered(output) {
  if (typeof output === "string") return output ? [{ role: "assistant", content: output }] : null;
  if (!output || typeof output !== "object") return null;
  if (Array.isArray(output)) return output.some((chunk) => chunk?.choices) ? joined(output) : output.length && output.every(isItem) ? output : null;
  if (Array.isArray(output.choices)) return output.choices.some((each) => each?.delta) ? joined([output]) : output.choices.map((each) => ({ ...(each?.message ?? { role: "assistant", content: each?.text }), finish_reason: each?.finish_reason }));
  if (Array.isArray(output.output) && output.output.some(isItem)) return output.output;
  if (Array.isArray(output.candidates)) return output.candidates.map((each) => each?.content).filter(Boolean);
  return typeof output.role === "string" && ("content" in output || "tool_calls" in output) ? [output] : null;
}

/** Messages from the chunks of a stream. */
function joined(chunks) {
  /** @type {Map<number, any>} */
  const made = new Map();
  for (const choice of chunks.flatMap((chunk) => chunk?.choices ?? [])) {
    const to = made.get(choice.index ?? 0) ?? { role: "assistant", content: "", reasoning: "", tool_calls: [] };
    made.set(choice.index ?? 0, to);
    const delta = choice.delta ?? {};
    to.content += delta.content ?? "";
    to.reasoning += delta.reasoning ?? delta.reasoning_content ?? "";
    for (const part of delta.tool_calls ?? []) {
      const known = (to.tool_calls[part.index ?? 0] ??= { id: "", function: { name: "", arguments: "" } });
      known.id ||= part.id ?? "";
      known.function.name += part.function?.name ?? "";
      known.function.arguments += part.function?.arguments ?? "";
    }
  }
  return [...made.values()];
}

const OWN = new Set(["role", "content", "parts", "name", "tool_calls", "tool_call_id", "reasoning", "reasoning_content", "thinking", "refusal", "type", "id", "status", "function_call", "finish_reason"]);

/** One form for a message of any library. @param {any} raw @returns {Message[]} */
function message(raw) {
  if (!raw || typeof raw !== "object") return [];
  /** @type {Message} */
  const made = { role: raw.role === "model" ? "assistant" : raw.role ?? "assistant", name: raw.name, parts: [], reasoning: text(raw.reasoning_content ?? raw.reasoning ?? raw.thinking), calls: [], more: {} };
  if (raw.type === "function_call") made.calls.push({ id: raw.call_id ?? raw.id ?? "", name: raw.name, arguments: raw.arguments });
  else if (raw.type === "function_call_output") Object.assign(made, { role: "tool", answers: raw.call_id, parts: [raw.output] });
  else if (raw.type === "reasoning") made.reasoning = text(raw.summary ?? raw.content);
  else {
    if (raw.tool_call_id) made.answers = raw.tool_call_id;
    for (const part of [raw.content ?? raw.parts ?? []].flat()) sort(part, made);
    if (raw.refusal) made.parts.push(raw.refusal);
    for (const each of raw.tool_calls ?? []) made.calls.push({ id: each?.id ?? "", name: each?.function?.name ?? each?.name ?? "", arguments: each?.function?.arguments ?? each?.args ?? each?.arguments });
    if (raw.function_call) made.calls.push({ id: "", ...raw.function_call });
    if (raw.finish_reason && raw.finish_reason !== "stop") made.more.finish_reason = raw.finish_reason;
    for (const [key, value] of Object.entries(raw)) if (!OWN.has(key) && value !== null && value?.length !== 0) made.more[key] = value;
  }
  return [made];
}

/** Put a part of a content where it belongs. @param {any} part @param {Message} to */
function sort(part, to) {
  if (part?.type === "tool_use") to.calls.push({ id: part.id, name: part.name, arguments: part.input });
  else if (part?.type === "tool_call") to.calls.push({ id: part.id, name: part.name, arguments: part.arguments });
  else if (part?.type === "tool_result" || part?.type === "tool_call_response") Object.assign(to, { role: "tool", answers: part.tool_use_id ?? part.id, parts: [...to.parts, part.content ?? part.response] });
  else if (part?.functionCall) to.calls.push({ id: part.functionCall.name, name: part.functionCall.name, arguments: part.functionCall.args });
  else if (part?.functionResponse) Object.assign(to, { role: "tool", answers: part.functionResponse.name, parts: [part.functionResponse.response] });
  else if (part?.type === "thinking" || part?.type === "reasoning") to.reasoning += text(part.thinking ?? part.content ?? part.text);
  else if (part !== null && part !== undefined && part !== "") to.parts.push(part);
}

const text = (value) => (typeof value === "string" ? value : Array.isArray(value) ? value.map(text).join("\n") : value?.text ?? value?.content ?? "");

function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

const MANY = 8;
const LAST = 3;
const ICONS = { user: "person", assistant: "agent", system: "op", developer: "op", tool: "tool", function: "tool" };

/** @param {Talk} talk @param {import("./json.js").Where} where */
export function conversation({ messages, choices }, where) {
  const numbers = new Map([...messages, ...choices].flatMap((each) => each.calls).filter((call) => call.id).map((call, at) => [call.id, at + 1]));
  const draw = (each) => drawn(each, numbers, where);
  const middle = messages.length > MANY ? messages.slice(1, -LAST) : [];
  const shown = middle.length ? [draw(messages[0]), folded(`${middle.length} messages between`, () => middle.map(draw)), messages.slice(-LAST).map(draw)] : messages.map(draw);
  const isOne = choices.length < 2 || choices.some((each) => each.calls.length || each.role === "tool");
  const last = isOne ? choices.map(draw) : tabs(choices.map((choice, at) => ({ id: String(at), label: `Choice ${at + 1}`, draw: () => draw(choice) })), "0").element;
  return el("div", { class: "talk" }, shown, last);
}

/** What is made only when it is opened. @param {string} label @param {() => any} make */
export function folded(label, make) {
  const place = el("details", { class: "folded" }, el("summary", {}, label));
  place.addEventListener("toggle", () => place.childElementCount === 1 && place.append(...[make()].flat(2)), { once: true });
  return place;
}

/** @param {Message} each @param {Map<string, number>} numbers @param {import("./json.js").Where} where */
function drawn(each, numbers, where) {
  const answers = each.answers === undefined ? "" : ` result of #${numbers.get(each.answers) ?? "?"}`;
  const words = each.reasoning.trim().split(/\s+/).length;
  return el("section", { class: `message role-${each.role}`, "aria-label": each.role },
    el("header", {}, icon(/** @type {any} */ (ICONS)[each.role] ?? "chat"), el("b", {}, each.role), each.name && each.name !== each.role ? ` ${each.name}` : "", el("span", { class: "dim" }, answers)),
    each.reasoning.trim() ? folded(`Reasoning (${words} words)`, () => markdown(each.reasoning)) : null,
    each.parts.map((part) => shownPart(part, where)),
    each.calls.map((call) => toolCall(call, numbers)),
    Object.keys(each.more).length ? folded("more", () => jsonView(each.more, where)) : null);
}

/** @param {any} part @param {import("./json.js").Where} where */
function shownPart(part, where) {
  const url = part?.image_url?.url ?? part?.image_url ?? part?.file?.file_data ?? part?.url;
  const sound = part?.input_audio ?? part?.audio;
  const found = media(part, where) ?? media(url, where);
  const inline = part?.inlineData ?? part?.source;
  if (typeof part === "string") return structured(part) ?? markdown(part);
  if (found) return found;
  if (sound?.data) return player(`data:audio/${sound.format ?? "wav"};base64,${sound.data}`, "audio");
  if (inline?.data) return player(`data:${inline.mimeType ?? inline.media_type};base64,${inline.data}`, inline.mimeType ?? inline.media_type ?? "");
  if (typeof url === "string") return el("p", { class: "dim" }, `${url} (not loaded: remote)`);
  const said = part?.text ?? part?.refusal ?? (part?.type ? part.content : null);
  return typeof said === "string" ? structured(said) ?? markdown(said) : jsonView(part, where);
}

/** A text that is JSON, as such. */
function structured(said) {
  const value = /^\s*[[{]/.test(said) ? parsed(said) : null;
  return value && typeof value === "object" ? highlight(JSON.stringify(value, null, 2), "json") : null;
}

/** @param {ToolCall} call @param {Map<string, number>} numbers */
function toolCall(call, numbers) {
  const value = typeof call.arguments === "string" ? parsed(call.arguments) ?? call.arguments : call.arguments;
  const shown = typeof value === "string" ? el("pre", { class: "code" }, value) : highlight(JSON.stringify(value ?? {}, null, 2), "json");
  const number = numbers.get(call.id);
  return el("div", { class: "tool-call" }, el("header", {}, icon("tool"), el("b", {}, call.name), number ? el("span", { class: "dim" }, ` #${number}`) : null), shown);
}
