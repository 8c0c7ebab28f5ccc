// Forms made from the server's own description of what a request takes. Beside the fields stands
// the request they make; a refusal appears at the field that it is about.

import { curl, json, send } from "./api.js";
import { button, copy, el, fill, say } from "./dom.js";

/** @typedef {{method: string, path: string, body: any}} Request */
/** @typedef {{path: string[], read: () => any, refuse: (text: string) => void}} Field */
/**
 * @typedef {object} Form
 * @property {any} schema of the body
 * @property {Record<string, any>} schemas what it refers to
 * @property {any} [values] what the fields say at first
 * @property {string[]} [first] fields that come before the others, which are folded; `when.model` is one in a group
 * @property {Record<string, string[]>} [options] suggestions by field
 * @property {(body: any) => Request} request what is sent
 * @property {(answer: any) => void} done
 * @property {string} label of the button
 */

/** @type {Promise<any> | null} */
let described = null;

/** The server's description of its control API. @returns {Promise<any>} */
export const description = () => (described ??= json("/__admin/openapi.json").catch((error) => { described = null; throw error; }));

/** The schema of a request's body. @param {any} document @param {string} path @param {string} method */
export const bodyOf = (document, path, method) => document.paths[path][method].requestBody.content["application/json"].schema;

/** @param {Form} how */
export function form({ schema, schemas, values = {}, first = [], options = {}, request, done, label }) {
  /** @type {Field[]} */
  const list = [];
  const whole = resolved(schema, schemas);
  const names = Object.keys(whole.properties);
  const ahead = first.length ? first.filter((name) => names.includes(name)) : names;
  const make = (name) => field([name], whole.properties[name], schemas, values?.[name], { options: options[name] ?? [], first }, list);
  const rest = names.filter((name) => !ahead.includes(name));
  const general = el("p", { class: "mistake", role: "alert", hidden: true });
  const preview = el("pre", { class: "code", tabIndex: 0, "aria-label": "The request" });
  const draw = () => fill(preview, curl(request(bodyFrom(list))));
  const submit = async (event) => {
    event.preventDefault();
    general.hidden = true;
    for (const each of list) each.refuse("");
    try {
      const { method, path, body } = request(bodyFrom(list));
      const answer = await (await send(path, { method, body })).json();
      say("Done");
      done(answer);
    } catch (error) {
      refuse(error, list, general);
    }
  };
  const made = el("form", { class: "made", oninput: draw, onchange: draw, onsubmit: submit },
    el("div", { class: "fields" }, ahead.map(make), rest.length ? el("details", { open: rest.some((name) => values?.[name] !== undefined) }, el("summary", {}, "More"), rest.map(make)) : null, general,
      el("button", { type: "submit", class: "primary" }, label)),
    el("div", { class: "preview" }, el("header", { class: "line" }, el("b", {}, "The request"), button("Copy", () => copy(preview.textContent, "Request"), { symbol: "copy" })), preview));
  draw();
  return made;
}

/** Each problem stands at the field it is about, any other below them all. @param {any} error @param {Field[]} list @param {HTMLElement} general */
function refuse(error, list, general) {
  const rest = [];
  for (const problem of error.problems ?? []) {
    const path = (problem.loc ?? []).slice(1).map(String);
    const found = list.filter((each) => each.path.every((name, at) => path[at] === name)).sort((a, b) => b.path.length - a.path.length)[0];
    if (found) found.refuse(problem.msg);
    else rest.push(problem.msg);
  }
  if (!error.problems?.length) rest.push(error.message);
  general.hidden = !rest.length;
  fill(general, rest.join(" · "));
}

/** @param {Field[]} list */
function bodyFrom(list) {
  /** @type {any} */
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

/** A schema without the null that it allows, and what it refers to. @param {any} schema @param {Record<string, any>} schemas @returns {any} */
function resolved(schema, schemas) {
  if (schema.$ref) return { ...schemas[schema.$ref.split("/").pop()], description: schema.description };
  const some = schema.anyOf?.filter((each) => each.type !== "null");
  if (some?.length !== 1) return schema;
  const inner = resolved(some[0], schemas);
  return { ...inner, title: schema.title ?? inner.title, description: schema.description, nullable: true };
}

let made = 0;

/** @param {string[]} path @param {any} schema @param {Record<string, any>} schemas @param {any} value @param {{options: string[], first: string[]}} how @param {Field[]} list @returns {HTMLElement} */
function field(path, schema, schemas, value, how, list) {
  const { options, first } = how;
  const is = resolved(schema, schemas);
  const name = path[path.length - 1];
  if (is.properties && path.length === 1 && is.title !== "Matcher") {
    const make = (key) => field([...path, key], is.properties[key], schemas, value?.[key], { options: [], first: [] }, list);
    const ahead = first.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    const rest = Object.keys(is.properties).filter((key) => !ahead.includes(key));
    return el("details", { class: "group", open: Boolean(value) || ahead.length > 0 }, el("summary", {}, name), ahead.map(make),
      ahead.length ? el("details", {}, el("summary", {}, "More"), rest.map(make)) : rest.map(make));
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
  return el("div", { class: "field", dataset: { field: path.join(".") } }, el("label", { for: id }, name, el("span", { class: "dim" }, ` ${is.description ?? ""}`)), input,
    options.length ? el("datalist", { id: `${id}-options` }, options.map((each) => el("option", { value: each }))) : null, problem);
}

/** The input for a value of a schema, and what it says; undefined if nothing. @param {string} id @param {any} is @param {any} value @param {string[]} options @returns {[any, () => any]} */
function control(id, is, value, options) {
  const choices = is.enum ?? (is.type === "boolean" && is.nullable ? [true, false] : null);
  if (choices) {
    const select = el("select", { id }, el("option", { value: "" }, "–"), choices.map((each) => el("option", { value: String(each), selected: each === value }, String(each))));
    return [select, () => (select.value === "" ? undefined : is.type === "boolean" ? select.value === "true" : select.value)];
  }
  if (is.type === "boolean") {
    const box = el("input", { id, type: "checkbox", checked: value === true });
    return [box, () => box.checked || undefined];
  }
  if (is.type === "integer" || is.type === "number") {
    const number = el("input", { id, inputMode: "decimal", value: value ?? "" });
    return [number, () => (number.value === "" ? undefined : Number.isNaN(Number(number.value)) ? number.value : Number(number.value))];
  }
  if (is.type === "string" && !/text|message|reasoning/i.test(is.title ?? "")) {
    const text = el("input", { id, value: value ?? "", list: options.length ? `${id}-options` : null });
    return [text, () => text.value || undefined];
  }
  const area = el("textarea", { id, spellcheck: false, rows: is.type === "string" ? 3 : 1, value: typeof value === "string" || value === undefined ? value ?? "" : JSON.stringify(value, null, 1) });
  return [area, () => (area.value === "" ? undefined : is.type === "string" ? area.value : jsonOrText(area.value))];
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
  const shown = button(text, () => {
    if (armed) {
      clearTimeout(armed);
      armed = 0;
      fill(shown, text);
      action();
      return;
    }
    fill(shown, `Press again: ${what}`);
    armed = setTimeout(() => { armed = 0; fill(shown, text); }, SECOND_PRESS);
  }, { class: "danger" });
  return shown;
}
