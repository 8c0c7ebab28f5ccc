// What models and people said: found in the inputs and output of a call, whatever library traced
// it, brought to one form, and drawn. A remembered request to a model is such a call too.

import { div, el, folded, icon, span } from "./dom.js";
import { jsonView } from "./json.js";
import { highlight, markdown } from "./markdown.js";
import { media, player } from "./media.js";
import { tabs } from "./panes.js";

/** @typedef {{id: string, name: string, arguments: any}} ToolCall */
/** @typedef {{role: string, name?: string, parts: any[], reasoning: string, calls: ToolCall[], answers?: string, more: Record<string, any>}} Message */
/** @typedef {{messages: Message[], choices: Message[], isChat: boolean, isText: boolean}} Talk */
/** @typedef {import("./json.js").Where} Where */

/** What was said in a call. One that is no chat has its inputs and its output for messages. @param {any} call @returns {Talk} */
export function talkOf({ inputs, output, attributes }) {
  const asked = askedIn(inputs ?? {}) ?? generated(attributes, "input") ?? [];
  const answered = answeredIn(output) ?? generated(attributes, "output") ?? [];
  const isChat = asked.length > 0 || (output && typeof output === "object" && answered.length > 0);
  if (isChat) return { messages: asked.flatMap(message), choices: answered.flatMap(message), isChat, isText: false };
  const values = Object.values(inputs ?? {});
  const input = values.length === 1 && typeof values[0] === "string" ? values[0] : values.length ? inputs : null;
  const side = (role, content) => message({ role, content: [content] }).filter((each) => each.parts.length);
  return { messages: side("input", input), choices: side("output", output), isChat, isText: typeof input === "string" || typeof output === "string" };
}

/** What a model was asked in a request, whether directly or through the trace side. @param {any} request */
export const inputsOf = (request) => request.request.body?.inputs ?? request.request.body ?? {};

/** The value of the answer to a request; of a stream or of one JSON a line, the list of them. @param {any} request */
export function outputOf({ answer }) {
  const type = answer.headers["content-type"] ?? "";
  if (!/^text\/event-stream|jsonl/.test(type)) return answer.body?.response ?? answer.body;
  return answer.text.replace(/^data: ?/gm, "").split("\n").map(parsed).filter(Boolean);
}

/** The conversation that a request and its answer are; null if it is none. @param {any} request */
export const talkIn = (request) => (inputsOf(request)?.messages && request.status === 200 ? talkOf({ inputs: inputsOf(request), output: outputOf(request) }) : null);

/** @param {any} inputs @returns {any[] | null} */
function askedIn(inputs) {
  const system = inputs.system ?? inputs.instructions;
  const before = typeof system === "string" || Array.isArray(system) ? [{ role: "system", content: system }] : [];
  const list = [inputs.messages, inputs.input, inputs.contents].find((each) => Array.isArray(each) && each.some(isItem));
  if (list) return [...before, ...list];
  if (typeof inputs.input === "string" && (inputs.model || before.length)) return [...before, { role: "user", content: inputs.input }];
  return nested(inputs, 3);
}

const isItem = (item) => Boolean(item && typeof item === "object" && (typeof item.role === "string" || /^(function_call|function_call_output|reasoning|message)$/.test(item.type)));

/** A list of messages anywhere below a value. @param {any} value @param {number} depth @returns {any[] | null} */
function nested(value, depth) {
  const isMessage = (item) => item && typeof item.role === "string" && ("content" in item || "parts" in item);
  if (!value || typeof value !== "object" || depth < 0) return null;
  if (Array.isArray(value) && value.length && value.every(isMessage)) return value;
  for (const item of Object.values(value).slice(0, 50)) {
    const found = nested(item, depth - 1);
    if (found) return found;
  }
  return null;
}

/** Messages of OpenTelemetry's attributes. */
function generated(attributes, side) {
  const flat = attributes?.gen_ai ?? {};
  const value = attributes?.[`gen_ai.${side}.messages`] ?? flat[side]?.messages ?? flat[`${side}.messages`];
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list) ? list : null;
}

/** @param {any} output @returns {any[] | null} */
function answeredIn(output) {
  if (typeof output === "string") return output ? [{ role: "assistant", content: output }] : null;
  if (!output || typeof output !== "object") return null;
  if (Array.isArray(output)) return output.some((chunk) => chunk?.choices) ? joined(output) : output.length && output.every(isItem) ? output : null;
  if (Array.isArray(output.choices) && output.choices.some((each) => each?.delta)) return joined([output]);
  if (Array.isArray(output.choices)) return output.choices.map((each) => ({ ...(each?.message ?? { role: "assistant", content: each?.text }), finish_reason: each?.finish_reason }));
  if (Array.isArray(output.output) && output.output.some(isItem)) return output.output;
  if (Array.isArray(output.candidates)) return output.candidates.map((each) => each?.content).filter(Boolean);
  return typeof output.role === "string" && ("content" in output || "tool_calls" in output) ? [output] : null;
}

/** Messages from the chunks of a stream. */
function joined(chunks) {
  const made = new Map();
  for (const { index = 0, delta = {} } of chunks.flatMap((chunk) => chunk?.choices ?? [])) {
    const to = made.get(index) ?? { role: "assistant", content: "", reasoning: "", tool_calls: [] };
    made.set(index, to);
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
  if (raw.type === "function_call") made.calls.push(toolCall(raw, raw.call_id));
  else if (raw.type === "function_call_output") Object.assign(made, { role: "tool", answers: raw.call_id, parts: [raw.output] });
  else if (raw.type === "reasoning") made.reasoning = text(raw.summary ?? raw.content);
  else {
    if (raw.tool_call_id) made.answers = raw.tool_call_id;
    for (const part of [raw.content ?? raw.parts ?? []].flat()) sort(part, made);
    if (raw.refusal) made.parts.push(raw.refusal);
    for (const each of [...(raw.tool_calls ?? []), ...(raw.function_call ? [raw.function_call] : [])]) made.calls.push(toolCall({ ...each, ...each?.function }));
    if (raw.finish_reason && raw.finish_reason !== "stop") made.more.finish_reason = raw.finish_reason;
    for (const [key, value] of Object.entries(raw)) if (!OWN.has(key) && value !== null && value?.length !== 0) made.more[key] = value;
  }
  return [made];
}

/** @returns {ToolCall} */
const toolCall = (raw, id = raw.id) => ({ id: id ?? "", name: raw.name ?? "", arguments: raw.arguments ?? raw.args ?? raw.input });

/** Put a part of a content where it belongs. @param {any} part @param {Message} to */
function sort(part, to) {
  const { functionCall, functionResponse } = part ?? {};
  if (part?.type === "tool_use" || part?.type === "tool_call") to.calls.push(toolCall(part));
  else if (part?.type === "tool_result" || part?.type === "tool_call_response") Object.assign(to, { role: "tool", answers: part.tool_use_id ?? part.id, parts: [...to.parts, part.content ?? part.response] });
  else if (functionCall) to.calls.push(toolCall(functionCall, functionCall.name));
  else if (functionResponse) Object.assign(to, { role: "tool", answers: functionResponse.name, parts: [functionResponse.response] });
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
const ICONS = { user: "person", input: "person", assistant: "agent", output: "agent", system: "op", developer: "op", tool: "tool", function: "tool" };

/** @param {{messages: Message[], choices: Message[]}} talk @param {Where} where */
export function conversation({ messages, choices }, where) {
  const numbers = new Map([...messages, ...choices].flatMap((each) => each.calls).filter((call) => call.id).map((call, at) => [call.id, at + 1]));
  const draw = (each) => drawn(each, numbers, where);
  const middle = messages.length > MANY ? messages.slice(1, -LAST) : [];
  const shown = middle.length ? [draw(messages[0]), folded(`${middle.length} messages between`, () => middle.map(draw)), messages.slice(-LAST).map(draw)] : messages.map(draw);
  const isOne = choices.length < 2 || choices.some((each) => each.calls.length || each.role === "tool");
  const last = isOne ? choices.map(draw) : tabs(choices.map((choice, at) => ({ id: String(at), label: `Choice ${at + 1}`, draw: () => draw(choice) })), "0").element;
  return div("talk", shown, last);
}

/** @param {Message} each @param {Map<string, number>} numbers of the tool calls @param {Where} where */
function drawn(each, numbers, where) {
  const answers = each.answers === undefined ? "" : ` result of #${numbers.get(each.answers) ?? "?"}`;
  const words = each.reasoning.trim().split(/\s+/).length;
  const own = each.name && each.name !== each.role ? ` ${each.name}` : "";
  return el("section", { class: `message role-${each.role}`, "aria-label": each.role },
    el("header", {}, icon(ICONS[each.role] ?? "chat"), el("b", {}, each.role), own, span("dim", answers)),
    each.reasoning.trim() ? folded(`Reasoning (${words} words)`, () => markdown(each.reasoning)) : null,
    each.parts.map((part) => shownPart(part, where)),
    each.calls.map((call) => drawnCall(call, numbers)),
    Object.keys(each.more).length ? folded("more", () => jsonView(each.more, where)) : null);
}

function drawnCall(call, numbers) {
  const number = numbers.has(call.id) ? span("dim", ` #${numbers.get(call.id)}`) : null;
  const shown = structured(call.arguments ?? {}) ?? el("pre", { class: "code" }, call.arguments);
  return div("tool-call", el("header", {}, icon("tool"), el("b", {}, call.name), number), shown);
}

/** @param {any} part @param {Where} where */
function shownPart(part, where) {
  const url = part?.image_url?.url ?? part?.image_url ?? part?.file?.file_data ?? part?.url;
  const sound = part?.input_audio ?? part?.audio;
  const inline = part?.inlineData ?? part?.source;
  const type = inline?.mimeType ?? inline?.media_type ?? "";
  const said = typeof part === "string" ? part : part?.text ?? part?.refusal ?? (part?.type ? part.content : null);
  const found = media(part, where) ?? media(url, where);
  if (found) return found;
  if (sound?.data) return player(`data:audio/${sound.format ?? "wav"};base64,${sound.data}`, "audio");
  if (inline?.data) return player(`data:${type};base64,${inline.data}`, type);
  if (typeof url === "string") return el("p", { class: "dim" }, `${url} (not loaded: remote)`);
  return typeof said === "string" ? structured(said) ?? markdown(said) : jsonView(part, where);
}

/** JSON, or a text that is some, as such; null for any other text. */
function structured(value) {
  const found = typeof value !== "string" ? value : /^\s*[[{]/.test(value) ? parsed(value) : null;
  return found && typeof found === "object" ? highlight(JSON.stringify(found, null, 2), "json") : null;
}
