// What models and people said: found in the inputs and output of a call, whatever library traced
// it, brought to one form, and drawn. A remembered request to a model is such a call too.

import { div, el, folded, icon, span, tabs } from "./dom.js";
import { jsonView } from "./json.js";
import { highlight, markdown } from "./markdown.js";
import { media, player } from "./media.js";

/** @typedef {{id: string, name: string, arguments: any}} ToolCall */
/** @typedef {{role: string, name?: string, parts: any[], reasoning: string, calls: ToolCall[], answers?: string, more: Record<string, any>}} Message */
/** @typedef {{messages: Message[], choices: Message[], isChat: boolean, isText: boolean}} Talk */
/** @typedef {import("./media.js").Where} Where */

/** What was said in a call: any list of messages among its inputs, and its output. One that is no chat
 * has its inputs and its output for messages. @param {any} call @returns {Talk} */
export function talkOf({ inputs, output }) {
  const asked = askedIn(inputs ?? {}) ?? [];
  const answered = answeredIn(output) ?? [];
  const isChat = asked.length > 0 || (output && typeof output === "object" && answered.length > 0);
  if (isChat) return { messages: asked.flatMap(message), choices: answered.flatMap(message), isChat, isText: false };
  const values = Object.values(inputs ?? {});
  const input = values.length === 1 && typeof values[0] === "string" ? values[0] : values.length ? inputs : null;
  const side = (role, content) => message({ role, content: [content] }).filter((each) => each.parts.length);
  const isText = typeof input === "string" || typeof output === "string";
  return { messages: side("input", input), choices: side("output", output), isChat, isText };
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
export function talkIn(request) {
  const inputs = inputsOf(request);
  return inputs?.messages && request.status === 200 ? talkOf({ inputs, output: outputOf(request) }) : null;
}

function askedIn(inputs) {
  const system = inputs.system ?? inputs.instructions;
  const before = typeof system === "string" || Array.isArray(system) ? [{ role: "system", content: system }] : [];
  const list = Object.values(inputs).find((each) => Array.isArray(each) && each.some(isItem));
  if (list) return [...before, ...list];
  return typeof inputs.input === "string" && (inputs.model || before.length) ? [...before, { role: "user", content: inputs.input }] : null;
}

/** True for a message, or an item of the Responses API. */
function isItem(item) {
  return typeof item?.role === "string" || /^(function_call|function_call_output|reasoning|message)$/.test(item?.type);
}

function answeredIn(output) {
  if (typeof output === "string") return output ? [{ role: "assistant", content: output }] : null;
  if (!output || typeof output !== "object") return null;
  const chunks = [output].flat();
  if (chunks.some((chunk) => chunk?.choices?.some((choice) => choice?.delta))) return joined(chunks);
  if (Array.isArray(output)) return output.length && output.every(isItem) ? output : null;
  if (Array.isArray(output.choices)) return output.choices.map(choiceMessage);
  if (Array.isArray(output.output) && output.output.some(isItem)) return output.output;
  return typeof output.role === "string" && ("content" in output || "tool_calls" in output) ? [output] : null;
}

const choiceMessage = ({ message, text, finish_reason }) => ({ ...(message ?? { role: "assistant", content: text }), finish_reason });

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

/** One form for a message of any library. @param {any} raw @returns {Message[]} */
function message(raw) {
  if (!raw || typeof raw !== "object") return [];
  const {
    role = "assistant", name, content, tool_calls, tool_call_id, reasoning, reasoning_content, thinking, refusal,
    type, id, call_id, status, finish_reason, output, summary, arguments: written, ...rest
  } = raw;
  /** @type {Message} */
  const made = { role, name, parts: [], reasoning: text(reasoning_content ?? reasoning ?? thinking), calls: [], more: {} };
  if (type === "function_call") made.calls.push({ id: call_id, name, arguments: written });
  else if (type === "function_call_output") Object.assign(made, { role: "tool", answers: call_id, parts: [output] });
  else if (type === "reasoning") made.reasoning = text(summary ?? content);
  else {
    made.answers = tool_call_id;
    for (const part of [content, refusal].flat()) sort(part, made);
    for (const each of tool_calls ?? []) made.calls.push({ id: each.id ?? "", ...(each.function ?? each) });
    const more = Object.entries({ ...rest, finish_reason: finish_reason === "stop" ? null : finish_reason });
    made.more = Object.fromEntries(more.filter(([, value]) => value !== null && value !== undefined && value.length !== 0));
  }
  return [made];
}

/** Put a part of a content where it belongs. @param {any} part @param {Message} to */
function sort(part, to) {
  const { type = "" } = part ?? {};
  if (type === "tool_use") to.calls.push({ id: part.id, name: part.name, arguments: part.input });
  else if (type === "tool_result") Object.assign(to, { role: "tool", answers: part.tool_use_id, parts: [part.content] });
  else if (type === "thinking") to.reasoning += text(part.thinking);
  else if (part !== null && part !== undefined && part !== "") to.parts.push(part);
}

function text(value) {
  if (Array.isArray(value)) return value.map(text).join("\n");
  return typeof value === "string" ? value : value?.text ?? value?.content ?? "";
}

function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

const MANY = 8;
const LAST = 3;
const ICONS = { user: "person", input: "person", assistant: "agent", output: "agent", tool: "tool", system: "op", developer: "op" };

/** A long conversation has its middle folded. @param {{messages: Message[], choices: Message[]}} talk @param {Where} where */
export function conversation({ messages, choices }, where) {
  const calls = [...messages, ...choices].flatMap((each) => each.calls).filter((call) => call.id);
  const numbers = new Map(calls.map((call, at) => [call.id, at + 1]));
  const draw = (each) => drawn(each, numbers, where);
  const middle = messages.length > MANY ? messages.slice(1, -LAST) : [];
  const fold = () => [draw(messages[0]), folded(`${middle.length} messages between`, () => middle.map(draw)), messages.slice(-LAST).map(draw)];
  const isOne = choices.length < 2 || choices.some((each) => each.calls.length || each.role === "tool");
  const tab = (choice, at) => ({ id: String(at), label: `Choice ${at + 1}`, draw: () => draw(choice) });
  return div("talk", middle.length ? fold() : messages.map(draw), isOne ? choices.map(draw) : tabs(choices.map(tab), "0").element);
}

/** @param {Message} each @param {Map<string, number>} numbers of the tool calls @param {Where} where */
function drawn({ role, name, parts, reasoning, calls, answers, more }, numbers, where) {
  const words = reasoning.trim().split(/\s+/).length;
  return el("section", { class: `message role-${role}`, "aria-label": role },
    el("header", {},
      icon(ICONS[role] ?? "chat"), el("b", {}, role), name && name !== role ? ` ${name}` : "",
      answers === undefined ? null : span("dim", ` result of #${numbers.get(answers) ?? "?"}`)),
    reasoning.trim() ? folded(`Reasoning (${words} words)`, () => markdown(reasoning)) : null,
    parts.map((part) => shownPart(part, where)),
    calls.map((call) => drawnCall(call, numbers.get(call.id))),
    Object.keys(more).length ? folded("more", () => jsonView(more, where)) : null);
}

function drawnCall(call, number) {
  const shown = structured(call.arguments ?? {}) ?? el("pre", { class: "code" }, call.arguments);
  return div("tool-call", el("header", {}, icon("tool"), el("b", {}, call.name), number ? span("dim", ` #${number}`) : null), shown);
}

function shownPart(part, where) {
  const url = part?.image_url?.url ?? part?.image_url ?? part?.file?.file_data ?? part?.url;
  const sound = part?.input_audio ?? part?.audio;
  const { data = "", media_type = "" } = part?.source ?? {};
  const said = typeof part === "string" ? part : part?.text ?? part?.refusal ?? (part?.type ? part.content : null);
  const found = media(part, where) ?? media(url, where);
  if (found) return found;
  if (sound?.data) return player(`data:audio/${sound.format ?? "wav"};base64,${sound.data}`, "audio");
  if (data) return player(`data:${media_type};base64,${data}`, media_type);
  if (typeof url === "string") return el("p", { class: "dim" }, `${url} (not loaded: remote)`);
  return typeof said === "string" ? structured(said) ?? markdown(said) : jsonView(part, where);
}

/** JSON, or a text that is some, as such; null for any other text. */
function structured(value) {
  const found = typeof value !== "string" ? value : /^\s*[[{]/.test(value) ? parsed(value) : null;
  return found && typeof found === "object" ? highlight(JSON.stringify(found, null, 2), "json") : null;
}
