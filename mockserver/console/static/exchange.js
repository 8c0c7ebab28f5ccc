// What a remembered request asked and was answered, as values.

import { talkOf } from "./conversation.js";

/** What a model was asked, whether directly or through the trace side. @param {any} request */
export const inputsOf = (request) => request.request.body?.inputs ?? request.request.body ?? {};

/** The value of the answer; of a stream or of one JSON a line, the list of them. @param {any} request */
export function outputOf({ answer }) {
  const type = answer.headers["content-type"] ?? "";
  if (type.startsWith("text/event-stream")) return values(answer.text.replace(/^data: ?/gm, ""));
  if (type.includes("jsonl")) return values(answer.text);
  return answer.body?.response ?? answer.body;
}

/** The conversation that a request and its answer are; null if it is none. @param {any} request */
export const talkIn = (request) => (inputsOf(request)?.messages && request.status === 200 ? talkOf({ inputs: inputsOf(request), output: outputOf(request) }) : null);

function values(text) {
  return text.split("\n").flatMap((line) => {
    try {
      return line ? [JSON.parse(line)] : [];
    } catch {
      return [];
    }
  });
}
