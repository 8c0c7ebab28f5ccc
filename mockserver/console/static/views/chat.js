// A talk with the chat model through its real interface: streamed, struck by faults, remembered
// among the requests. What was said can be kept as calls of a project.

import { ADMIN, TRACE, json, post, send, split } from "../api.js";
import { conversation, talkOf } from "../conversation.js";
import { button, el, fill, link, notice, onceAFrame, say } from "../dom.js";
import { duration } from "../format.js";
import { highlight } from "../highlight.js";
import { keys } from "../keys.js";
import { splitter } from "../panes.js";
import { address, ask, within } from "../router.js";
import { current, remember, remembered } from "../store.js";

const TOOL = JSON.stringify([{ type: "function", function: { name: "lookup", description: "Look something up", parameters: { type: "object", properties: { text: { type: "string" } } } } }], null, 1);

/** @typedef {{inputs: any, output: any, began: string, ended: string}} Step a question and its answer */

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const { model } = await json(`${ADMIN}/settings`, { signal });
  const view = new Chat(model, route, signal);
  fill(root, view.toolbar, el("div", { class: "panes" }, view.left, view.line, view.right));
  view.draw();
  return "Chat";
}

class Chat {
  /** @param {string[]} models @param {import("../router.js").Route} route @param {AbortSignal} signal */
  constructor(models, route, signal) {
    this.signal = signal;
    /** @type {any[]} */
    this.messages = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {any[]} */
    this.chunks = [];
    /** @type {AbortController | null} */
    this.stopping = null;
    const wanted = route.query.get("model") ?? "";
    this.model = el("input", { list: "models", "aria-label": "Model", value: wanted || models[0] || "gpt-4o", onchange: () => ask({ model: this.model.value }) });
    this.system = el("textarea", { "aria-label": "System", rows: 2, placeholder: "What the model is told about itself", value: remembered("chat.system", "") });
    this.tools = el("textarea", { "aria-label": "Tools", rows: 6, spellcheck: false, placeholder: TOOL, value: remembered("chat.tools", "") });
    this.key = el("input", { type: "password", "aria-label": "API key", placeholder: "any key", autocomplete: "off" });
    this.stream = el("input", { type: "checkbox", checked: true });
    this.talk = el("section", { class: "scroll", role: "log", "aria-label": "Conversation", tabIndex: 0 });
    this.facts = el("section", { class: "pane scroll", "aria-label": "What went over the wire", tabIndex: 0 });
    this.right = this.facts;
    this.text = el("textarea", { "aria-label": "Message", rows: 2, placeholder: "A message; Enter sends it", onkeydown: (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.say(); }
    } });
    this.sender = button("Send", () => this.say(), { class: "primary", symbol: "play" });
    this.stopper = button("Stop", () => this.stopping?.abort(), { symbol: "pause", disabled: true });
    this.refusal = el("p", { class: "mistake", role: "alert", hidden: true });
    const options = el("details", { class: "options" }, el("summary", {}, "System and tools"), this.system, this.tools);
    this.left = el("section", { class: "pane chat", "aria-label": "Chat" }, options, this.talk, this.refusal, el("div", { class: "composer" }, this.text, this.sender, this.stopper));
    this.line = splitter(this.left, { name: "chat", label: "Width of the chat", least: 280, most: 3, otherwise: "56%" });
    this.toolbar = el("div", { class: "toolbar" }, el("h1", {}, "Chat"), this.model, el("datalist", { id: "models" }, models.map((each) => el("option", { value: each }))),
      this.key, el("label", {}, this.stream, " stream"), el("span", { class: "grow" }), button("Save as calls", () => this.save(), { symbol: "trace" }), button("New", () => this.forget(), { symbol: "plus" }));
    keys({ "/": ["Write a message", () => this.text.focus()] }, signal);
    signal.addEventListener("abort", () => this.stopping?.abort());
    this.drawSoon = onceAFrame(() => this.draw());
  }

  say() {
    const text = this.text.value.trim();
    if (!text || this.stopping) return;
    this.messages.push({ role: "user", content: text });
    this.text.value = "";
    this.go();
  }

  /** @returns {any} */
  request() {
    remember("chat.system", this.system.value);
    remember("chat.tools", this.tools.value);
    const tools = this.tools.value.trim() ? JSON.parse(this.tools.value) : undefined;
    const system = this.system.value.trim() ? [{ role: "system", content: this.system.value }] : [];
    return { model: this.model.value, messages: [...system, ...this.messages], ...(tools ? { tools } : {}), ...(this.stream.checked ? { stream: true, stream_options: { include_usage: true } } : {}) };
  }

  /** Ask for the next message, and show it as it comes. */
  async go() {
    this.refusal.hidden = true;
    this.stopping = new AbortController();
    this.chunks = [];
    this.setBusy(true);
    const start = performance.now();
    const began = new Date().toISOString();
    try {
      const body = this.request();
      this.asked = body;
      const answer = await send("/v1/chat/completions", { method: "POST", body, signal: this.stopping.signal, headers: { authorization: `Bearer ${this.key.value || "console"}` } });
      this.number = answer.headers.get("x-mockserver-request") ?? "";
      this.rule = answer.headers.get("x-mockserver-reply") ?? "";
      if (body.stream) await this.read(answer, start);
      else this.chunks.push({ ms: performance.now() - start, value: await answer.json() });
    } catch (error) {
      if (!this.stopping.signal.aborted) {
        this.refusal.hidden = false;
        fill(this.refusal, `The server refused this: ${error.message}`);
      }
    }
    const message = this.answer();
    if (message) {
      this.messages.push(message);
      this.steps.push({ inputs: this.asked, output: this.output(), began, ended: new Date().toISOString() });
    }
    this.chunks = this.chunks.map((chunk) => ({ ...chunk, done: true }));
    this.stopping = null;
    this.setBusy(false);
    this.draw();
  }

  /** @param {Response} answer @param {number} start */
  async read(answer, start) {
    for await (const line of split(answer)) {
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
    const found = this.chunks.length ? talkOf({ inputs: {}, output: this.output() })?.choices[0] : null;
    if (!found) return null;
    const calls = found.calls.map((call) => ({ id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } }));
    return { role: "assistant", content: found.parts.join(""), ...(found.reasoning ? { reasoning: found.reasoning } : {}), ...(calls.length ? { tool_calls: calls } : {}) };
  }

  setBusy(busy) {
    this.sender.disabled = busy;
    this.stopper.disabled = !busy;
    this.talk.setAttribute("aria-busy", String(busy));
  }

  draw() {
    const under = this.stopping ? this.answer() : null;
    const messages = [...this.messages, ...(under ? [under] : [])];
    const talk = talkOf({ inputs: { messages }, output: null });
    const empty = notice("Say something: the model answers by itself, or by a reply rule.", link(address("control", "replies"), "Write a reply rule"));
    fill(this.talk, talk && messages.length ? conversation(talk, { project: current().project, signal: this.signal }) : empty, this.stopping ? null : this.results());
    this.talk.scrollTop = this.talk.scrollHeight;
    this.drawFacts();
  }

  /** Fields for the results of the tools that the last message calls. */
  results() {
    const calls = this.messages[this.messages.length - 1]?.tool_calls ?? [];
    if (!calls.length) return null;
    const fields = calls.map((call) => el("textarea", { rows: 2, "aria-label": `Result of ${call.function.name}`, placeholder: `What ${call.function.name} gives back` }));
    const give = () => {
      calls.forEach((call, at) => this.messages.push({ role: "tool", tool_call_id: call.id, content: fields[at].value }));
      this.go();
    };
    return el("form", { class: "results", onsubmit: (event) => { event.preventDefault(); give(); } }, fields, el("button", { type: "submit" }, "Give results"));
  }

  drawFacts() {
    if (!this.asked) return fill(this.facts, notice("Here stands what went over the wire."));
    const { chunks } = this;
    const text = JSON.stringify(this.asked, null, 1);
    fill(this.facts,
      el("p", {}, this.number ? link(address("requests", this.number), `Request ${this.number}`) : "", this.rule ? [" answered by ", link(`${address("control", "replies")}?edit=${this.rule}`, `rule ${this.rule}`)] : " answered by the model"),
      el("h3", {}, "Request"), highlight(text.slice(0, 20_000), "json"),
      el("h3", {}, chunks.length ? `${chunks.length} pieces, the first after ${duration(chunks[0].ms)}` : "Nothing yet"),
      el("table", { class: "plain" }, chunks.slice(-200).map((each) => el("tr", {}, el("td", { class: "figure" }, duration(each.ms)), el("td", { class: "mono" }, JSON.stringify(each.value.choices?.[0]?.delta ?? each.value.usage ?? each.value.choices?.[0]?.message ?? each.value))))));
  }

  forget() {
    Object.assign(this, { messages: [], steps: [], chunks: [], asked: null });
    this.draw();
  }

  /** Keep the talk as one trace: a root, and a call below it for each answer. */
  async save() {
    if (!this.steps.length) return say("Nothing was said yet");
    const project = current().project || "console/chat";
    const id = () => crypto.randomUUID();
    const [root, trace] = [id(), id()];
    const usage = (step) => [step.output].flat().map((each) => each.usage).find(Boolean) ?? {};
    const call = (more) => ({ project_id: project, trace_id: trace, attributes: { client: "console" }, exception: null, ...more });
    const last = this.steps[this.steps.length - 1];
    await post(`${TRACE}/v2/${project}/calls/complete`, { batch: [
      call({ id: root, parent_id: null, op_name: "chat", started_at: this.steps[0].began, ended_at: last.ended, inputs: { messages: this.messages.slice(0, -1) }, output: this.messages[this.messages.length - 1], summary: {} }),
      ...this.steps.map((step) => call({ id: id(), parent_id: root, op_name: "openai.chat.completions.create", started_at: step.began, ended_at: step.ended, inputs: step.inputs, output: step.output, summary: { usage: { [step.inputs.model]: { requests: 1, ...usage(step) } } } })),
    ] }, this.signal);
    fill(this.facts, el("p", {}, "Kept as ", link(`${within(project, "traces", trace)}?call=${root}`, `a trace of ${project}`)));
    say("Saved as calls");
  }
}
