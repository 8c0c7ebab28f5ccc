// Feedback on a call: what there is, and a way to add some.

import { TRACE, post } from "./api.js";
import { button, el, fill, notice } from "./dom.js";
import { clock } from "./format.js";
import { highlight } from "./highlight.js";

const EMOJI = ["👍", "👎", "🎉", "🤔", "❤️"];
const SCORE = "wandb.runnable.";

/** @param {string} project @param {string} id */
export const callRef = (project, id) => `weave:///${project}/call/${id}`;

/** @param {string} project @param {string} id of a call @param {AbortSignal} signal @returns {Promise<any[]>} */
export async function feedbackOn(project, id, signal) {
  const query = { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: callRef(project, id) }] } };
  return (await post(`${TRACE}/feedback/query`, { project_id: project, query }, signal)).result;
}

/** @param {string} project @param {string} id @param {any[]} list @param {() => void} changed @param {AbortSignal} signal */
export function feedbackPanel(project, id, list, changed, signal) {
  const refusal = el("p", { class: "mistake", role: "alert", hidden: true });
  const send = (path, body) =>
    post(`${TRACE}/feedback/${path}`, { project_id: project, ...body }, signal).then(changed, (error) => {
      refusal.hidden = false;
      fill(refusal, error.message);
    });
  const add = (type, payload) => send("create", { weave_ref: callRef(project, id), feedback_type: type, payload });
  const purge = (each) => send("purge", { query: { $expr: { $eq: [{ $getField: "id" }, { $literal: each.id }] } } });
  const note = el("input", { "aria-label": "Note", placeholder: "A note", class: "grow" });
  const type = el("input", { "aria-label": "Type of feedback", placeholder: "type, such as quality", name: "type" });
  const payload = el("textarea", { "aria-label": "Payload as JSON", placeholder: '{"value": 3}', spellcheck: false });
  const addJson = () => {
    try {
      add(type.value || "custom", JSON.parse(payload.value));
    } catch (error) {
      refusal.hidden = false;
      fill(refusal, `The payload is no JSON: ${error.message}`);
    }
  };
  return el("div", { class: "feedback" },
    el("div", { class: "line" }, EMOJI.map((emoji) => button(emoji, () => add("wandb.reaction.1", { alias: "", detoned: emoji, detoned_alias: "", emoji }), { "aria-label": `React with ${emoji}` })), note,
      button("Add note", () => note.value && add("wandb.note.1", { note: note.value }), { symbol: "plus" })),
    el("details", {}, el("summary", {}, "Add JSON"), type, payload, button("Add", addJson, { symbol: "plus" })),
    refusal,
    list.length ? list.map((each) => line(each, purge)) : notice("No feedback on this call yet."));
}

/** @param {any} each @param {(each: any) => void} purge */
function line(each, purge) {
  const said = each.payload?.emoji ?? each.payload?.note ?? highlight(JSON.stringify(each.payload?.output ?? each.payload, null, 1), "json");
  const kind = each.feedback_type.startsWith(SCORE) ? `score: ${each.feedback_type.slice(SCORE.length)}` : each.feedback_type.replace(/^wandb\.(\w+)\.1$/, "$1");
  return el("div", { class: "remark" },
    el("header", { class: "dim" }, `${kind} · ${each.creator ?? each.wb_user_id ?? ""} · ${clock(each.created_at)}`, el("span", { class: "grow" }),
      button("", () => purge(each), { symbol: "bin", class: "quiet", "aria-label": `Remove this ${kind}` })),
    el("div", {}, said));
}
