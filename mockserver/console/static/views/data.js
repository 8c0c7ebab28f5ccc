// What a project keeps besides calls: objects and ops with their versions, datasets by pages,
// files and prices. An edit makes a new version.

import { ADMIN, TRACE, json, post } from "../api.js";
import { clock, figure, perMillion, preview, size } from "../calls.js";
import { sourceOf } from "../details.js";
import { lineDiff } from "../diff.js";
import { button, choice, div, dotted, el, fill, folded, link, notice, span, table, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { highlight, markdown } from "../markdown.js";
import { contentUrl, player } from "../media.js";
import { go, within } from "../router.js";

const PAGE = 100;
const MOST_FILES = 1000;
const MOST_COLUMNS = 12;

/** @typedef {{project: string, kind: string, name: string, version: string, query: URLSearchParams, signal: AbortSignal}} Place */

/** @type {Record<string, (place: Place) => Promise<any>>} */
const KINDS = { objects: versioned, ops: versioned, datasets: versioned, files, prices };

/** @type {import("../app.js").Mount} */
export async function mount(root, { project, params, query }, signal) {
  const { kind: wanted = "objects", object = "", version = "" } = params;
  const kind = wanted in KINDS ? wanted : "objects";
  const shown = await KINDS[kind]({ project, kind, name: object, version, query, signal });
  fill(root, toolbar("Data", choice("Kinds", Object.keys(KINDS), kind, (each) => within(project, "data", each))),
    el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": kind }, shown));
  return `${object || kind} of ${project}`;
}

/** The line above one thing: back to its like, its name, facts. */
const above = ({ project, kind }, title, ...more) => div("line", link(within(project, "data", kind), `‹ ${kind}`), el("h2", {}, title), more);

async function objects({ project, signal }, filter) {
  const body = { project_id: project, filter, metadata_only: true, sort_by: [{ field: "created_at", direction: "desc" }] };
  return (await post(`${TRACE}/objs/query`, body, signal)).objs;
}

async function versioned(place) {
  const { project, kind, name } = place;
  if (name) return one(place);
  const classes = kind === "datasets" ? { base_object_classes: ["Dataset"] } : {};
  const list = await objects(place, { latest_only: true, is_op: kind === "ops", ...classes });
  const rows = list.map(({ object_id, base_object_class, kind: is, version_index, created_at, wb_user_id }) => [
    link(within(project, "data", kind, object_id), object_id), base_object_class ?? is, `v${version_index}`, clock(created_at), wb_user_id ?? "",
  ]);
  return table(kind, ["Name", "Class", "#Latest", "Made", "By"], rows, `No ${kind} in ${project} yet.`);
}

/** One object with all its versions, or what one version has otherwise than another. @param {Place} place */
async function one(place) {
  const { project, kind, name, signal } = place;
  const versions = (await objects(place, { object_ids: [name] })).sort((a, b) => b.version_index - a.version_index);
  if (!versions.length) return notice(`No ${name} in ${project}. It may have been reset.`);
  const read = async (digest) => (await post(`${TRACE}/obj/read`, { project_id: project, object_id: name, digest }, signal)).obj;
  const found = versions.find((each) => each.digest === place.version || `v${each.version_index}` === place.version) ?? versions[0];
  const other = versions.find((each) => each.digest === place.query.get("with"));
  const shown = await read(found.digest);
  const content = other ? await differences(place, await read(other.digest), shown) : await valueOf(place, shown);
  const href = (each) => within(project, "data", kind, name, each.digest);
  const list = versions.map((each) => el("li", {},
    link(href(each), `v${each.version_index}`, { "aria-current": each === found ? "page" : null }), span("dim", ` ${clock(each.created_at)} `),
    each === found ? null : link(`${href(found)}?with=${each.digest}`, "compare", { "aria-label": `Compare with v${each.version_index}` })));
  return [
    above(place, `${name}:v${found.version_index}`, span("dim", dotted([shown.base_object_class, found.digest]))),
    div("versions", el("ol", { "aria-label": "Versions" }, list), div("value", content)),
  ];
}

/** Line by line: the code of ops, the sorted JSON of other values. @param {Place} place @param {any} before @param {any} after */
async function differences({ project, signal }, before, after) {
  const linesOf = async ({ val }) => {
    const text = (await sourceOf(val, project, signal)) ?? JSON.stringify(val, sorted, 2).replaceAll("\\n", "\n");
    return text.split("\n");
  };
  return lineDiff(await linesOf(before), await linesOf(after), `Differences to v${before.version_index}`);
}

function sorted(_key, value) {
  const isObject = value && typeof value === "object" && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

async function valueOf(place, object) {
  const { project, kind, signal } = place;
  if (kind === "datasets" && object.val.rows) return rowsOf(place, object.val.rows);
  const source = await sourceOf(object.val, project, signal);
  return [
    source === null ? null : highlight(source, "python"), jsonView(object.val, place), folded("Edit", () => editor(place, object)),
  ];
}

/** A field for the value of an object as JSON, which is saved as a new version. @param {Place} place @param {any} object */
function editor({ project, kind, signal }, { object_id, val }) {
  const text = el("textarea", { class: "editor", spellcheck: false, "aria-label": "The value as JSON", value: JSON.stringify(val, null, 2) });
  const refused = el("p", { class: "mistake", role: "alert" });
  const save = async () => {
    try {
      const obj = { project_id: project, object_id, val: JSON.parse(text.value) };
      const { digest } = await post(`${TRACE}/obj/create`, { obj }, signal);
      go(within(project, "data", kind, object_id, digest));
    } catch (error) {
      fill(refused, error.message);
    }
  };
  return [text, refused, button("Save as a new version", save, { class: "primary" })];
}

/** The rows of a dataset by pages. @param {Place} place @param {string} ref of the table */
async function rowsOf(place, ref) {
  const { project, signal } = place;
  const first = pageOf(place) * PAGE;
  const at = { project_id: project, digest: ref.split(/[:/]/).pop() };
  const [{ rows }, { count }] = await Promise.all([
    post(`${TRACE}/table/query`, { ...at, offset: first, limit: PAGE }, signal), post(`${TRACE}/table/query_stats`, at, signal),
  ]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(Object(row.val))))].map(String).slice(0, MOST_COLUMNS);
  const lines = rows.map(({ val }, line) => [String(first + line), ...names.map((name) => preview(val[name], 300))]);
  const told = count ? `${figure(first + 1)} to ${figure(first + rows.length)} of ${figure(count)} rows` : "No rows";
  return [el("p", { class: "dim" }, told), pager(place, first + PAGE < count), table("Rows", ["", ...names], lines, "No rows.")];
}

async function files(place) {
  const { project, name } = place;
  const { records } = await json(`${ADMIN}/state/files?${new URLSearchParams({ project, limit: String(MOST_FILES) })}`, place);
  if (name) return file(place, records.find((each) => each.digest === name));
  const rows = records.reverse().map((each) =>
    [link(within(project, "data", "files", each.digest), each.name), size(each.size_bytes), el("code", {}, each.digest.slice(0, 12))]);
  return table("Files", ["Name", "#Size", "Digest"], rows, `No files in ${project} yet.`);
}

/** A file as picture, sound or text. @param {Place} place @param {any} record */
async function file(place, record) {
  if (!record) return notice(`No file ${place.name} in ${place.project}. It may have been reset.`);
  const { name, digest, size_bytes } = record;
  const { url, type, data } = await contentUrl(name, digest, place);
  const content = async () => {
    if (/^(image|audio|video)/.test(type)) return player(url, type, name);
    if (!/^(text\/|application\/json)/.test(type)) return notice("This file is no text, picture or sound.");
    return name.endsWith(".md") ? markdown(await data.text()) : highlight(await data.text(), name.split(".").pop());
  };
  return [above(place, name, span("dim", `${type}, ${size(size_bytes)}`), el("a", { href: url, download: name }, "save")), await content()];
}

async function prices({ project, signal }) {
  const { results } = await post(`${TRACE}/cost/query`, { project_id: project }, signal);
  const rows = results.map(({ llm_id, prompt_token_cost, completion_token_cost, effective_date, provider_id }) =>
    [llm_id, perMillion(prompt_token_cost), perMillion(completion_token_cost), clock(effective_date), provider_id ?? ""]);
  const none = `No prices in ${project} yet; known models have some by default.`;
  return table("Prices", ["Model", "#Prompt per million", "#Completion per million", "From", "Provider"], rows, none);
}

const pageOf = ({ query }) => Math.max(0, Number(query.get("page")) || 0);

/** Links to the pages before and after, if there are any. @param {Place} place @param {boolean} hasMore */
function pager(place, hasMore) {
  const page = pageOf(place);
  const to = (text, number) => link(`?page=${number}`, text, { class: "button" });
  return div("line", page ? to("Earlier", page - 1) : null, hasMore ? to("Later", page + 1) : null);
}
