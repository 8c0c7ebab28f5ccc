// Forms made from the server's own description of what a request takes; what holds other values is
// written as JSON. Beside the fields stands the request they make; a refusal appears at the field
// that it is about.

import { ADMIN, curl, json } from "./api.js";
import { button, copy, div, el, fill, say, span } from "./dom.js";

/** @typedef {{name: string, read: () => any, refuse: (text: string) => void, element: HTMLElement}} Field */
/**
 * @typedef {object} Form
 * @property {string} path of the operation that describes the body, such as `/__admin/faults`
 * @property {"POST" | "PUT"} [method] of that operation
 * @property {{method: string, path: string}} [send] where the body goes, if elsewhere
 * @property {any} [values] what the fields say at first
 * @property {string[]} [first] fields that come before the others, which are folded
 * @property {Record<string, string[]>} [options] suggestions by field
 * @property {(answer: any) => void} done
 * @property {string} label of the button
 */

/** The server's description of its control API, asked for once. @type {Promise<any> | null} */
let described = null;

/** @param {Form} how */
export async function form({ path, method = "POST", send: to = { method, path }, values = {}, first = [], options = {}, done, label }) {
  described ??= json(`${ADMIN}/openapi.json`);
  const { paths, components } = await described;
  const { properties } = resolved(paths[path][method.toLowerCase()].requestBody.content["application/json"].schema, components);
  const all = Object.keys(properties).map((name) => field(name, resolved(properties[name], components), values[name], options[name]));
  const ahead = first.length ? first.flatMap((name) => all.find((each) => each.name === name) ?? []) : all;
  const rest = all.filter((each) => !ahead.includes(each));
  const general = el("p", { class: "mistake", role: "alert" });
  const preview = el("pre", { class: "code", tabIndex: 0, "aria-label": "The request" });
  const body = () => Object.fromEntries(all.map(({ name, read }) => [name, read()]));
  const draw = () => fill(preview, curl({ ...to, body: body() }));
  const submit = async (event) => {
    event.preventDefault();
    refuse({}, all, general);
    try {
      const answer = await json(to.path, { method: to.method, body: body() });
      say("Done");
      done(answer);
    } catch (error) {
      refuse(error, all, general);
    }
  };
  draw();
  const copyAll = button("Copy", () => copy(preview.textContent, "Request"), { symbol: "copy", class: "quiet" });
  const elements = (some) => div("fields", some.map((each) => each.element));
  const isMore = rest.some(({ read }) => read() !== undefined);
  return el("form", { class: "made", oninput: draw, onsubmit: submit },
    div("", elements(ahead), rest.length ? el("details", { class: "more", open: isMore }, el("summary", {}, "More"), elements(rest)) : null,
      general, el("button", { type: "submit", class: "primary" }, label)),
    div("preview", el("header", { class: "line" }, el("b", {}, "The request"), copyAll), preview));
}

/** Each problem stands at the field it is about, any other below them all. @param {any} error @param {Field[]} all @param {HTMLElement} general */
function refuse({ message = "", problems = [] }, all, general) {
  const rest = problems.length ? [] : [message];
  const said = new Map();
  for (const { loc: [, name, ...inside] = [], msg } of problems) {
    if (all.some((each) => each.name === name)) said.set(name, [...inside, msg].join(": "));
    else rest.push(msg);
  }
  for (const { name, refuse } of all) refuse(said.get(name) ?? "");
  fill(general, rest.join(" · "));
}

/** A schema without the null that it allows, and what it refers to. */
function resolved(schema, components) {
  if (schema.$ref) return { ...components.schemas[schema.$ref.split("/").pop()], description: schema.description };
  const some = schema.anyOf?.filter((each) => each.type !== "null");
  if (some?.length !== 1) return schema;
  const inner = resolved(some[0], components);
  return { ...inner, title: schema.title ?? inner.title, description: schema.description, isNullable: true };
}

function field(name, schema, value, options = []) {
  const id = `field-${name}`;
  const [input, read] = control(id, schema, value);
  const problem = el("span", { class: "mistake", id: `${id}-problem` });
  const refuse = (text) => {
    fill(problem, text);
    input.setAttribute("aria-invalid", String(Boolean(text)));
    if (text) input.closest("details")?.setAttribute("open", "");
  };
  input.setAttribute("aria-describedby", problem.id);
  if (options.length) input.setAttribute("list", `${id}-options`);
  const hints = el("datalist", { id: `${id}-options` }, options.map((each) => el("option", { value: each })));
  const element = el("div", { class: input.matches("textarea") ? "field broad" : "field", dataset: { field: name } },
    el("label", { for: id }, name, span("dim", ` ${schema.description ?? ""}`)), input, hints, problem);
  return { name, read, refuse, element };
}

/** The input for a value of a schema, and what it says; undefined if nothing. @returns {[any, () => any]} */
function control(id, schema, value) {
  const choices = schema.enum ?? (schema.type === "boolean" && schema.isNullable ? [true, false] : null);
  const types = [schema.type, ...(schema.anyOf ?? []).map((each) => each.type)].filter(Boolean);
  if (choices) {
    const option = (each) => el("option", { value: String(each), selected: each === value }, String(each));
    const select = el("select", { id }, el("option", { value: "" }, "–"), choices.map(option));
    return [select, () => choices.find((each) => String(each) === select.value)];
  }
  if (schema.type === "boolean") {
    const box = el("input", { id, type: "checkbox", checked: value === true });
    return [box, () => box.checked || undefined];
  }
  const isLong = /\b(text|message|reasoning)\b/i.test(schema.title ?? "");
  const isLine = types.some((type) => ["integer", "number", "string"].includes(type));
  const text = value === undefined || typeof value === "string" ? value ?? "" : JSON.stringify(value);
  const input = isLong || !isLine ? el("textarea", { id, spellcheck: false, rows: isLong ? 3 : 1, value: text }) : el("input", { id, value: text });
  const isText = types.every((type) => type === "string");
  return [input, () => (input.value === "" ? undefined : isText ? input.value : jsonOrText(input.value))];
}

function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
