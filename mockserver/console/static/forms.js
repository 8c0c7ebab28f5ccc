// Forms made from the server's own description of what a request takes. Beside the fields stands
// the request they make; a refusal appears at the field that it is about.

import { ADMIN, curl, json } from "./api.js";
import { button, copy, div, el, fill, say, span } from "./dom.js";

/** @typedef {{path: string[], read: () => any, refuse: (text: string) => void}} Field */
/**
 * @typedef {object} Form
 * @property {string} path of the operation that describes the body, such as `/__admin/faults`
 * @property {"POST" | "PUT"} [method] of that operation
 * @property {{method: string, path: string}} [send] where the body goes, if elsewhere
 * @property {any} [values] what the fields say at first
 * @property {string[]} [first] fields that come before the others, which are folded; `when.model` is one in a group
 * @property {Record<string, string[]>} [options] suggestions by field
 * @property {(answer: any) => void} done
 * @property {string} label of the button
 */

/** The server's description of its control API, asked for once. @type {Promise<any> | null} */
let described = null;

/** @param {Form} how */
export async function form({ path, method = "POST", send: to = { method, path }, values = {}, first = [], options = {}, done, label }) {
  described ??= json(`${ADMIN}/openapi.json`).catch((error) => { described = null; throw error; });
  const document = await described;
  const { schemas } = document.components;
  const { properties } = resolved(document.paths[path][method.toLowerCase()].requestBody.content["application/json"].schema, schemas);
  /** @type {Field[]} */
  const list = [];
  const ahead = first.length ? first.filter((name) => name in properties) : Object.keys(properties);
  const rest = Object.keys(properties).filter((name) => !ahead.includes(name));
  const make = (name) => field([name], properties[name], { schemas, value: values[name], options: options[name] ?? [], first, list });
  const general = el("p", { class: "mistake", role: "alert", hidden: true });
  const preview = el("pre", { class: "code", tabIndex: 0, "aria-label": "The request" });
  const draw = () => fill(preview, curl({ ...to, body: bodyFrom(list) }));
  const submit = async (event) => {
    event.preventDefault();
    refuse({}, list, general);
    try {
      const answer = await json(to.path, { method: to.method, body: bodyFrom(list) });
      say("Done");
      done(answer);
    } catch (error) {
      refuse(error, list, general);
    }
  };
  const more = rest.length ? el("details", { class: "more", open: rest.some((name) => values[name] !== undefined) }, el("summary", {}, "More"), div("fields", rest.map(make))) : null;
  const made = el("form", { class: "made", oninput: draw, onchange: draw, onsubmit: submit },
    el("div", {}, div("fields", ahead.map(make)), more, general, el("button", { type: "submit", class: "primary" }, label)),
    div("preview", el("header", { class: "line" }, el("b", {}, "The request"), button("Copy", () => copy(preview.textContent, "Request"), { symbol: "copy", class: "quiet" })), preview));
  draw();
  return made;
}

/** Each problem stands at the field it is about, any other below them all. @param {any} error @param {Field[]} list @param {HTMLElement} general */
function refuse({ message = "", problems = [] }, list, general) {
  const rest = problems.length ? [] : [message];
  for (const each of list) each.refuse("");
  for (const { loc = [], msg } of problems) {
    const path = loc.slice(1).map(String);
    const found = list.filter((each) => each.path.every((name, at) => path[at] === name)).sort((a, b) => b.path.length - a.path.length)[0];
    if (found) found.refuse(msg);
    else rest.push(msg);
  }
  fill(general, rest.join(" · "));
  general.hidden = !general.textContent;
}

/** @param {Field[]} list */
function bodyFrom(list) {
  const body = {};
  for (const { path, read } of list) {
    const value = read();
    if (value === undefined) continue;
    let place = body;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    place[path[path.length - 1]] = value;
  }
  return body;
}

/** A schema without the null that it allows, and what it refers to. */
function resolved(schema, schemas) {
  if (schema.$ref) return { ...schemas[schema.$ref.split("/").pop()], description: schema.description };
  const some = schema.anyOf?.filter((each) => each.type !== "null");
  if (some?.length !== 1) return schema;
  const inner = resolved(some[0], schemas);
  return { ...inner, title: schema.title ?? inner.title, description: schema.description, nullable: true };
}

/** How many fields there were; ids come from it. */
let made = 0;

/** A field, or a group of them. @param {string[]} path @param {any} schema @param {{schemas: any, value: any, options: string[], first: string[], list: Field[]}} how @returns {HTMLElement} */
function field(path, schema, { schemas, value, options, first, list }) {
  const is = resolved(schema, schemas);
  const name = path[path.length - 1];
  if (is.properties && path.length === 1 && is.title !== "Matcher") {
    const make = (key) => field([...path, key], is.properties[key], { schemas, value: value?.[key], options: [], first: [], list });
    const isAhead = (key) => first.includes(`${name}.${key}`);
    const rest = Object.keys(is.properties).filter((key) => !isAhead(key)).map(make);
    const ahead = Object.keys(is.properties).filter(isAhead).map(make);
    return el("details", { class: "group", open: Boolean(value) || ahead.length > 0 }, el("summary", {}, name),
      div("fields", ahead, ahead.length ? el("details", { class: "more" }, el("summary", {}, "More"), div("fields", rest)) : rest));
  }
  const id = `field-${++made}`;
  const [input, read] = control(id, is, value, options);
  const problem = el("span", { class: "mistake", id: `${id}-problem`, hidden: true });
  const refuse = (text) => {
    problem.hidden = !text;
    fill(problem, text);
    input.setAttribute("aria-invalid", String(Boolean(text)));
    input.setAttribute("aria-describedby", `${id}-problem`);
    if (text) input.closest("details")?.setAttribute("open", "");
  };
  list.push({ path, read, refuse });
  const hints = options.length ? el("datalist", { id: `${id}-options` }, options.map((each) => el("option", { value: each }))) : null;
  return el("div", { class: input.matches("textarea") ? "field broad" : "field", dataset: { field: path.join(".") } },
    el("label", { for: id }, name, span("dim", ` ${is.description ?? ""}`)), input, hints, problem);
}

/** The input for a value of a schema, and what it says; undefined if nothing. @returns {[any, () => any]} */
function control(id, is, value, options) {
  const choices = is.enum ?? (is.type === "boolean" && is.nullable ? [true, false] : null);
  const types = [is.type, ...(is.anyOf ?? []).map((each) => each.type)].filter(Boolean);
  if (choices) {
    const select = el("select", { id }, el("option", { value: "" }, "–"), choices.map((each) => el("option", { value: String(each), selected: each === value }, String(each))));
    return [select, () => choices.find((each) => String(each) === select.value)];
  }
  if (is.type === "boolean") {
    const box = el("input", { id, type: "checkbox", checked: value === true });
    return [box, () => box.checked || undefined];
  }
  const isLong = /\b(text|message|reasoning)\b/i.test(is.title ?? "");
  const isFigure = types.includes("integer") || types.includes("number");
  const isOnly = (kind) => types.every((type) => type === kind);
  const text = value === undefined || typeof value === "string" ? value ?? "" : JSON.stringify(value);
  const input = isLong || !types.some((type) => ["integer", "number", "string"].includes(type))
    ? el("textarea", { id, spellcheck: false, rows: isLong ? 3 : 1, value: text })
    : el("input", { id, value: text, inputMode: isFigure && !types.includes("string") ? "decimal" : null, list: options.length ? `${id}-options` : null });
  return [input, () => (input.value === "" ? undefined : isOnly("string") ? input.value : jsonOrText(input.value))];
}

function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const SECOND_PRESS = 4000;

/** A button that says what goes, and does it when it is pressed again soon. @param {string} text @param {string} what @param {() => void} action */
export function twice(text, what, action) {
  let armed = 0;
  const rest = () => {
    clearTimeout(armed);
    armed = 0;
    fill(shown, text);
  };
  const press = () => {
    if (armed) {
      rest();
      return action();
    }
    fill(shown, `Press again: ${what}`);
    armed = setTimeout(rest, SECOND_PRESS);
  };
  const shown = button(text, press, { class: "danger" });
  return shown;
}
