// A talk with the chat model through its real interface: streamed, struck by faults, remembered
// among the requests. What was said can be kept as calls of a project.

import { ADMIN, TRACE, json, lines, post, send } from "../api.js";
import { conversation, talkOf } from "../conversation.js";
import { button, div, el, fill, link, notice, onceAFrame, say, span, toolbar } from "../dom.js";
import { requestDetails } from "../request.js";
import { address, ask, callAddress } from "../router.js";
import { current, keys } from "../store.js";

const HEADERS = { authorization: "Bearer console" };
const TOOLS = '[{"type": "function", "function": {"name": "lookup", "parameters": {"type": "object", "properties": {"text": {"type": "string"}}}}}]';

/** @typedef {{inputs: any, output: any, began: string, ended: string}} Step a question and its answer */

/** @type {import("../app.js").Mount} */
export async function mount(root, route, signal) {
  const { model } = await json(`${ADMIN}/settings`, { signal });
  const view = new Chat(route.query.get("model") || model[0] || "gpt-4o", signal);
  fill(root, view.toolbar, div("panes", view.left, view.facts));
  view.draw();
  return "Chat";
}

class Chat {
  constructor(model, signal) {
    this.signal = signal;
    /** @type {any[]} */
    this.messages = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {any[]} the chunks of the answer so far */
    this.chunks = [];
    /** @type {AbortController | null} */
    this.stopping = null;
    this.model = el("input", { "aria-label": "Model", value: model, onchange: () => ask({ model: this.model.value }) });
    this.system = el("textarea", { "aria-label": "System", rows: 2, placeholder: "What the model is told about itself" });
    this.tools = el("textarea", { "aria-label": "Tools", rows: 6, spellcheck: false, placeholder: TOOLS });
    this.talk = el("section", { class: "scroll", role: "log", "aria-label": "Conversation", tabIndex: 0 });
    this.refusal = el("p", { class: "mistake", role: "alert" });
    this.text = el("textarea", { "aria-label": "Message", rows: 2, placeholder: "A message; Enter sends it", onkeydown: (event) => this.enter(event) });
    this.sender = button("Send", () => this.say(), { class: "primary", symbol: "play" });
    this.stopper = button("Stop", () => this.stopping?.abort(), { symbol: "pause", disabled: true });
    this.left = el("section", { class: "pane chat", "aria-label": "Chat" },
      el("details", { class: "options" }, el("summary", {}, "System and tools"), this.system, this.tools),
      this.talk, this.refusal, div("composer", this.text, this.sender, this.stopper));
    this.facts = el("section", { class: "pane details", "aria-label": "What went over the wire", tabIndex: 0 },
      notice("Send a message to see the request and its response."));
    this.toolbar = toolbar("Chat", this.model, span("grow"), button("Save as calls", () => this.save(), { symbol: "trace" }));
    this.drawSoon = onceAFrame(() => this.draw());
    keys({ "/": ["Write a message", () => this.text.focus()] }, signal);
    signal.addEventListener("abort", () => this.stopping?.abort());
  }

  enter(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.say();
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
    const system = this.system.value.trim() ? [{ role: "system", content: this.system.value }] : [];
    const tools = this.tools.value.trim() ? { tools: JSON.parse(this.tools.value) } : {};
    return { model: this.model.value, messages: [...system, ...this.messages], ...tools, stream: true, stream_options: { include_usage: true } };
  }

  /** Ask for the next message, and show it as it comes. */
  async go() {
    const began = new Date().toISOString();
    const { signal } = (this.stopping = new AbortController());
    this.chunks = [];
    this.number = null;
    this.setBusy(true);
    try {
      const inputs = this.request();
      const answer = await send("/v1/chat/completions", { method: "POST", body: inputs, signal, headers: HEADERS });
      this.number = answer.headers.get("x-mockserver-request");
      this.steps.push({ inputs, output: this.chunks, began, ended: began });
      fill(this.refusal);
      await this.read(answer);
    } catch (error) {
      if (!signal.aborted) fill(this.refusal, `The server refused this: ${error.message}`);
    }
    this.messages.push(...this.answer());
    this.stopping = null;
    this.setBusy(false);
    this.draw();
    if (this.number && !signal.aborted) this.drawFacts();
  }

  async read(answer) {
    for await (const line of lines(answer)) {
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const value = JSON.parse(line.slice(6));
      if (value.error) throw new Error(value.error.message ?? "the stream failed");
      this.chunks.push(value);
      this.steps[this.steps.length - 1].ended = new Date().toISOString();
      this.drawSoon();
    }
  }

  /** The message that the chunks so far come to, if there are any. @returns {any[]} */
  answer() {
    return talkOf({ output: this.chunks }).choices.slice(0, 1).map(({ parts, reasoning, calls }) => {
      const tool_calls = calls.map(({ id, name, arguments: text }) => ({ id, type: "function", function: { name, arguments: text } }));
      return { role: "assistant", content: parts.join(""), ...(reasoning && { reasoning }), ...(calls.length && { tool_calls }) };
    });
  }

  setBusy(isBusy) {
    this.sender.disabled = isBusy;
    this.stopper.disabled = !isBusy;
    this.talk.setAttribute("aria-busy", String(isBusy));
  }

  draw() {
    const messages = [...this.messages, ...(this.stopping ? this.answer() : [])];
    const empty = notice("Send a message. The first reply rule that matches it replies, otherwise the model.", link(address("control", "replies"), "Write a reply rule"));
    const where = { project: current().project, signal: this.signal };
    fill(this.talk, messages.length ? conversation(talkOf({ inputs: { messages } }), where) : empty, this.stopping ? null : this.results());
    this.talk.scrollTop = this.talk.scrollHeight;
  }

  /** The last request as the server remembers it. */
  async drawFacts() {
    const request = await json(`${ADMIN}/requests/${this.number}`, { signal: this.signal });
    fill(this.facts, requestDetails(request, this.signal, "sent"));
  }

  /** Fields for the results of the tools that the last message calls. */
  results() {
    const calls = this.messages.at(-1)?.tool_calls ?? [];
    if (!calls.length) return null;
    const fields = calls.map(({ function: { name } }) =>
      el("textarea", { rows: 2, "aria-label": `Result of ${name}`, placeholder: `What ${name} gives back` }));
    const onsubmit = (event) => {
      event.preventDefault();
      this.messages.push(...calls.map(({ id }, at) => ({ role: "tool", tool_call_id: id, content: fields[at].value })));
      this.go();
    };
    return el("form", { class: "results", onsubmit }, fields, el("button", { type: "submit" }, "Give results"));
  }

  /** Keep the talk as one trace: a root, and a call below it for each answer. */
  async save() {
    const { steps, messages } = this;
    if (!steps.length) return say("Nothing was said yet");
    const project = current().project || "console/chat";
    const [id, trace_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const call = (op_name, first, last, more) => ({
      project_id: project, id: crypto.randomUUID(), trace_id, parent_id: id, op_name, attributes: { client: "console" }, exception: null,
      started_at: first.began, ended_at: last.ended, summary: {}, ...more,
    });
    const usage = ({ inputs, output }) => ({ usage: { [inputs.model]: { requests: 1, ...output.findLast((each) => each.usage)?.usage } } });
    const said = { inputs: { messages: messages.slice(0, -1) }, output: messages.at(-1) };
    await post(`${TRACE}/v2/${project}/calls/complete`, { batch: [
      call("chat", steps[0], steps[steps.length - 1], { id, parent_id: null, ...said }),
      ...steps.map((step) => call("openai.chat.completions.create", step, step, { inputs: step.inputs, output: step.output, summary: usage(step) })),
    ] }, this.signal);
    fill(this.facts, el("p", { class: "about" }, "Kept as ", link(callAddress(project, { id, trace_id }), `a trace of ${project}`)));
  }
}
