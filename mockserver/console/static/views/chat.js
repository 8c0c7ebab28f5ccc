// A talk with the chat model through its real interface: streamed, struck by faults, remembered
// among the requests. What was said can be kept as calls of a project.

import { ADMIN, TRACE, json, lines, post, send } from "../api.js";
import { duration } from "../calls.js";
import { conversation, talkOf } from "../conversation.js";
import { button, div, el, fill, link, notice, onceAFrame, say, span, table, toolbar } from "../dom.js";
import { highlight } from "../markdown.js";
import { splitter } from "../panes.js";
import { address, ask, callAddress } from "../router.js";
import { current, keys, remember, remembered } from "../store.js";

const TOOL = [{ type: "function", function: { name: "lookup", description: "Look something up", parameters: { type: "object", properties: { text: { type: "string" } } } } }];
const MOST_PIECES = 200;

/** @typedef {{inputs: any, output: any, began: string, ended: string}} Step a question and its answer */

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const { model } = await json(`${ADMIN}/settings`, { signal });
  const view = new Chat(model, route.query.get("model"), signal);
  const line = splitter(view.left, { name: "chat", label: "Width of the chat", least: 280, most: 3, otherwise: "56%" });
  fill(root, view.toolbar, div("panes", view.left, line, view.facts));
  view.draw();
  return "Chat";
}

class Chat {
  constructor(models, wanted, signal) {
    this.signal = signal;
    /** @type {any[]} */
    this.messages = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {{ms: number, value: any}[]} */
    this.chunks = [];
    /** @type {AbortController | null} */
    this.stopping = null;
    this.model = el("input", { list: "models", "aria-label": "Model", value: wanted || models[0] || "gpt-4o", onchange: () => ask({ model: this.model.value }) });
    this.system = el("textarea", { "aria-label": "System", rows: 2, placeholder: "What the model is told about itself", value: remembered("chat.system", "") });
    this.tools = el("textarea", { "aria-label": "Tools", rows: 6, spellcheck: false, placeholder: JSON.stringify(TOOL, null, 1), value: remembered("chat.tools", "") });
    this.key = el("input", { type: "password", "aria-label": "API key", placeholder: "any key", autocomplete: "off" });
    this.stream = el("input", { type: "checkbox", checked: true });
    this.talk = el("section", { class: "scroll", role: "log", "aria-label": "Conversation", tabIndex: 0 });
    this.facts = el("section", { class: "pane scroll", "aria-label": "What went over the wire", tabIndex: 0 });
    this.text = el("textarea", { "aria-label": "Message", rows: 2, placeholder: "A message; Enter sends it", onkeydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.say();
    } });
    this.sender = button("Send", () => this.say(), { class: "primary", symbol: "play" });
    this.stopper = button("Stop", () => this.stopping?.abort(), { symbol: "pause", disabled: true });
    this.refusal = el("p", { class: "mistake", role: "alert" });
    this.left = el("section", { class: "pane chat", "aria-label": "Chat" },
      el("details", { class: "options" }, el("summary", {}, "System and tools"), this.system, this.tools),
      this.talk, this.refusal, div("composer", this.text, this.sender, this.stopper));
    this.toolbar = toolbar("Chat", this.model, el("datalist", { id: "models" }, models.map((each) => el("option", { value: each }))), this.key, el("label", {}, this.stream, " stream"),
      span("grow"), button("Save as calls", () => this.save(), { symbol: "trace" }), button("New", () => this.forget(), { symbol: "plus" }));
    this.drawSoon = onceAFrame(() => this.draw());
    keys({ "/": ["Write a message", () => this.text.focus()] }, signal);
    signal.addEventListener("abort", () => this.stopping?.abort());
  }

  say() {
    const text = this.text.value.trim();
    if (!text || this.stopping) return;
    this.messages.push({ role: "user", content: text });
    this.text.value = "";
    this.go();
  }

  /** The body of the next request. @returns {any} */
  request() {
    remember("chat.system", this.system.value);
    remember("chat.tools", this.tools.value);
    const system = this.system.value.trim() ? [{ role: "system", content: this.system.value }] : [];
    const tools = this.tools.value.trim() ? { tools: JSON.parse(this.tools.value) } : {};
    const stream = this.stream.checked ? { stream: true, stream_options: { include_usage: true } } : {};
    return { model: this.model.value, messages: [...system, ...this.messages], ...tools, ...stream };
  }

  /** Ask for the next message, and show it as it comes. */
  async go() {
    const start = performance.now();
    const began = new Date().toISOString();
    const { signal } = (this.stopping = new AbortController());
    this.chunks = [];
    fill(this.refusal);
    this.setBusy(true);
    try {
      this.asked = this.request();
      const headers = { authorization: `Bearer ${this.key.value || "console"}` };
      const answer = await send("/v1/chat/completions", { method: "POST", body: this.asked, signal, headers });
      this.number = answer.headers.get("x-mockserver-request");
      this.rule = answer.headers.get("x-mockserver-reply");
      if (this.asked.stream) await this.read(answer, start);
      else this.chunks.push({ ms: performance.now() - start, value: await answer.json() });
    } catch (error) {
      if (!signal.aborted) fill(this.refusal, `The server refused this: ${error.message}`);
    }
    const message = this.answer();
    if (message) {
      this.messages.push(message);
      this.steps.push({ inputs: this.asked, output: this.output(), began, ended: new Date().toISOString() });
    }
    this.stopping = null;
    this.setBusy(false);
    this.draw();
  }

  /** @param {Response} answer @param {number} start */
  async read(answer, start) {
    for await (const line of lines(answer)) {
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const value = JSON.parse(line.slice(6));
      if (value.error) throw new Error(value.error.message ?? "the stream failed");
      this.chunks.push({ ms: performance.now() - start, value });
      this.drawSoon();
    }
  }

  output() {
    const values = this.chunks.map((each) => each.value);
    return values[0]?.choices?.[0]?.message ? values[0] : values;
  }

  /** The message that the pieces so far come to. @returns {any} */
  answer() {
    const found = this.chunks.length ? talkOf({ output: this.output() }).choices[0] : null;
    if (!found) return null;
    const tool_calls = found.calls.map((call) => ({ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }));
    return { role: "assistant", content: found.parts.join(""), ...(found.reasoning ? { reasoning: found.reasoning } : {}), ...(tool_calls.length ? { tool_calls } : {}) };
  }

  setBusy(isBusy) {
    this.sender.disabled = isBusy;
    this.stopper.disabled = !isBusy;
    this.talk.setAttribute("aria-busy", String(isBusy));
  }

  draw() {
    const coming = this.stopping ? this.answer() : null;
    const messages = [...this.messages, ...(coming ? [coming] : [])];
    const empty = notice("Say something: the model answers by itself, or by a reply rule.", link(address("control", "replies"), "Write a reply rule"));
    const where = { project: current().project, signal: this.signal };
    fill(this.talk, messages.length ? conversation(talkOf({ inputs: { messages } }), where) : empty, this.stopping ? null : this.results());
    this.talk.scrollTop = this.talk.scrollHeight;
    this.drawFacts();
  }

  /** Fields for the results of the tools that the last message calls. */
  results() {
    const calls = this.messages.at(-1)?.tool_calls ?? [];
    if (!calls.length) return null;
    const fields = calls.map((call) => el("textarea", { rows: 2, "aria-label": `Result of ${call.function.name}`, placeholder: `What ${call.function.name} gives back` }));
    const onsubmit = (event) => {
      event.preventDefault();
      calls.forEach((call, at) => this.messages.push({ role: "tool", tool_call_id: call.id, content: fields[at].value }));
      this.go();
    };
    return el("form", { class: "results", onsubmit }, fields, el("button", { type: "submit" }, "Give results"));
  }

  drawFacts() {
    if (!this.asked) return fill(this.facts, notice("Here stands what went over the wire."));
    const { chunks, number, rule } = this;
    const said = ({ choices, usage, ...more }) => JSON.stringify(choices?.[0]?.delta ?? usage ?? choices?.[0]?.message ?? more);
    const rows = chunks.slice(-MOST_PIECES).map(({ ms, value }) => [duration(ms), span("mono", said(value))]);
    fill(this.facts,
      el("p", {}, number ? link(address("requests", number), `Request ${number}`) : "", rule ? [" answered by ", link(`${address("control", "replies")}?edit=${rule}`, `rule ${rule}`)] : " answered by the model"),
      el("h3", {}, chunks.length ? `${chunks.length} pieces, the first after ${duration(chunks[0].ms)}` : "Nothing yet"),
      table("Pieces", ["#After", "Piece"], rows, "No piece came."),
      el("h3", {}, "Request"), highlight(JSON.stringify(this.asked, null, 1).slice(0, 20_000), "json"));
  }

  forget() {
    Object.assign(this, { messages: [], steps: [], chunks: [], asked: null });
    this.draw();
  }

  /** Keep the talk as one trace: a root, and a call below it for each answer. */
  async save() {
    const { steps, messages } = this;
    if (!steps.length) return say("Nothing was said yet");
    const project = current().project || "console/chat";
    const [id, trace_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const call = (more) => ({ project_id: project, trace_id, attributes: { client: "console" }, exception: null, ...more });
    const usage = ({ inputs, output }) => ({ usage: { [inputs.model]: { requests: 1, ...[output].flat().map((each) => each.usage).find(Boolean) } } });
    const times = ([first, last]) => ({ started_at: first.began, ended_at: last.ended });
    await post(`${TRACE}/v2/${project}/calls/complete`, { batch: [
      call({ id, parent_id: null, op_name: "chat", ...times([steps[0], steps[steps.length - 1]]), inputs: { messages: messages.slice(0, -1) }, output: messages.at(-1), summary: {} }),
      ...steps.map((step) => call({ id: crypto.randomUUID(), parent_id: id, op_name: "openai.chat.completions.create", ...times([step, step]), inputs: step.inputs, output: step.output, summary: usage(step) })),
    ] }, this.signal);
    fill(this.facts, el("p", {}, "Kept as ", link(callAddress(project, { id, trace_id }), `a trace of ${project}`)));
    say("Saved as calls");
  }
}
