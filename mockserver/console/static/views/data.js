// What a project keeps besides calls: objects and ops with their versions, datasets by pages,
// files, prices and feedback. An edit makes a new version.

import { ADMIN, TRACE, json, post } from "../api.js";
import { clock, figure, perMillion, preview, size } from "../calls.js";
import { feedbackKind, sourceOf } from "../details.js";
import { lineDiff } from "../diff.js";
import { button, div, el, fill, link, notice, span, table, toolbar } from "../dom.js";
import { jsonView } from "../json.js";
import { highlight, markdown } from "../markdown.js";
import { contentUrl, player, typeOf } from "../media.js";
import { ask, go, refLink, within } from "../router.js";

const PAGE = 100;
const HEAD = 512;
const MOST_COLUMNS = 12;
const TEXT = /^(text\/|application\/json)/;

/** @typedef {{project: string, kind: string, name: string, version: string, query: URLSearchParams, signal: AbortSignal, again: () => Promise<void>}} Place */

/** @type {Record<string, (place: Place) => Promise<any>>} */
const KINDS = { objects: versioned, ops: versioned, datasets: versioned, files, prices, feedback };

/** @type {import("../app.js").Mount} */
export async function mount(root, { project, params, query }, signal) {
  const { kind: wanted = "objects", object = "", version = "" } = params;
  const kind = wanted in KINDS ? wanted : "objects";
  const body = el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": kind });
  /** @type {Place} */
  const place = { project, kind, name: object, version, query, signal, again: async () => {
    place.query = new URLSearchParams(location.search);
    fill(body, await KINDS[kind](place));
  } };
  const links = Object.keys(KINDS).map((each) => link(within(project, "data", each), each, { class: "button", "aria-current": each === kind ? "page" : null }));
  fill(root, toolbar("Data", el("nav", { class: "choice", "aria-label": "Kinds" }, links)), body);
  await place.again();
  return `${object || kind} of ${project}`;
}

/** The line above one thing: back to its like, its name, facts. */
const above = ({ project, kind }, title, ...more) => div("line", link(within(project, "data", kind), `‹ ${kind}`), el("h2", {}, title), more);

/** @param {Place} place @param {any} filter @returns {Promise<any[]>} */
async function objects({ project, signal }, filter) {
  const body = { project_id: project, filter, metadata_only: true, sort_by: [{ field: "created_at", direction: "desc" }] };
  return (await post(`${TRACE}/objs/query`, body, signal)).objs;
}

/** @param {Place} place */
async function versioned(place) {
  const { project, kind, name } = place;
  if (name) return one(place);
  const list = await objects(place, { latest_only: true, is_op: kind === "ops", ...(kind === "datasets" ? { base_object_classes: ["Dataset"] } : {}) });
  const rows = list.map((each) => [link(within(project, "data", kind, each.object_id), each.object_id), each.base_object_class ?? each.kind, `v${each.version_index}`, clock(each.created_at), each.wb_user_id ?? ""]);
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
  const content = other ? await differences(place, await read(other.digest), shown)
    : kind === "datasets" && shown.val.rows ? await rowsOf(place, shown) : [await code(place, shown), jsonView(shown.val, place), editor(place, shown)];
  const choose = el("select", { "aria-label": "Compare with", onchange: () => { ask({ with: choose.value }); place.again(); } },
    el("option", { value: "" }, "compare with…"), versions.filter((each) => each !== found).map((each) => el("option", { value: each.digest, selected: each === other }, `v${each.version_index}`)));
  const list = versions.map((each) => el("li", {}, link(within(project, "data", kind, name, each.digest), `v${each.version_index}`, { "aria-current": each === found ? "page" : null }), span("dim", ` ${clock(each.created_at)} ${each.digest.slice(0, 8)}`)));
  return [
    above(place, `${name}:v${found.version_index}`, span("dim", shown.base_object_class ?? ""), versions.length > 1 ? choose : null),
    div("versions", el("ol", { "aria-label": "Versions" }, list), div("value", content)),
  ];
}

/** Line by line: the code of ops, the sorted JSON of other values. @param {Place} place @param {any} before @param {any} after */
async function differences({ project, signal }, before, after) {
  const linesOf = async ({ val }) => ((await sourceOf(val, project, signal)) ?? JSON.stringify(val, sorted, 2).replaceAll("\\n", "\n")).split("\n");
  return lineDiff(await linesOf(before), await linesOf(after), `Differences to v${before.version_index}`);
}

const sorted = (_key, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value);

/** @param {Place} place @param {any} object */
async function code({ project, signal }, { val }) {
  const source = await sourceOf(val, project, signal);
  return source === null ? null : highlight(source, "python");
}

/** A field for JSON that is saved as a new version of an object. @param {Place} place @param {any} object @param {any} value @param {string} label @param {(value: any) => any} make the object's next value */
function versionField({ project, kind, signal }, object, value, label, make) {
  const text = el("textarea", { class: "editor", spellcheck: false, "aria-label": label, value: JSON.stringify(value, null, 2) });
  const refusal = el("p", { class: "mistake", role: "alert" });
  const save = async () => {
    try {
      const val = await make(JSON.parse(text.value));
      const { digest } = await post(`${TRACE}/obj/create`, { obj: { project_id: project, object_id: object.object_id, val } }, signal);
      go(within(project, "data", kind, object.object_id, digest));
    } catch (error) {
      fill(refusal, error.message);
    }
  };
  return [text, refusal, button("Save as a new version", save, { class: "primary" })];
}

/** @param {Place} place @param {any} object */
const editor = (place, object) => el("details", {}, el("summary", {}, "Edit"), versionField(place, object, object.val, "The value as JSON", (value) => value));

/** The rows of a dataset by pages, each of which may be edited. @param {Place} place @param {any} object */
async function rowsOf(place, object) {
  const { project, signal } = place;
  const page = pageOf(place);
  const at = { project_id: project, digest: object.val.rows.split(":").pop().split("/").pop() };
  const [{ rows }, { count }] = await Promise.all([post(`${TRACE}/table/query`, { ...at, offset: page * PAGE, limit: PAGE }, signal), post(`${TRACE}/table/query_stats`, at, signal)]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(Object(row.val))))].map(String).slice(0, MOST_COLUMNS);
  const edited = (index) => async (row) => {
    const body = { project_id: project, base_digest: at.digest, updates: [{ pop: { index } }, { insert: { index, row } }] };
    const { digest } = await post(`${TRACE}/table/update`, body, signal);
    return { ...object.val, rows: `weave:///${project}/table/${digest}` };
  };
  const lines = rows.map(({ val }, place_) => {
    const index = page * PAGE + place_;
    return [el("details", {}, el("summary", {}, String(index)), versionField(place, object, val, `Row ${index}`, edited(index))), ...names.map((name) => preview(val[name], 300))];
  });
  const told = count ? `${page * PAGE + 1} to ${page * PAGE + rows.length} of ${figure(count)} rows` : "No rows";
  return [el("p", { class: "dim" }, told), pager(place, (page + 1) * PAGE < count), table("Rows", ["", ...names], lines, "No rows.")];
}

/** @param {Place} place */
async function files(place) {
  const { project, name } = place;
  const { records } = await json(`${ADMIN}/state/files?${new URLSearchParams({ project, limit: String(PAGE * 10) })}`, place);
  if (name) return file(place, records.find((each) => each.digest === name));
  const rows = records.reverse().map((each) => [link(within(project, "data", "files", each.digest), each.name), size(each.size_bytes), el("code", {}, each.digest.slice(0, 12))]);
  return table("Files", ["Name", "#Size", "Digest"], rows, `No files in ${project} yet.`);
}

/** A file as picture, sound, text or bytes. @param {Place} place @param {any} record */
async function file(place, record) {
  if (!record) return notice(`No file ${place.name} in ${place.project}. It may have been reset.`);
  const { name, digest, size_bytes } = record;
  const { url, type, data } = await contentUrl(digest, place, typeOf(name));
  const head = new Uint8Array(await data.slice(0, HEAD).arrayBuffer());
  const isText = TEXT.test(type) || (!type && head.every((byte) => byte > 8));
  const shown = /^(image|audio|video)/.test(type) ? player(url, type, name)
    : !isText ? el("pre", { class: "code", tabIndex: 0 }, hex(head))
      : name.endsWith(".md") ? markdown(await data.text()) : highlight(await data.text(), name.split(".").pop());
  return [above(place, name, span("dim", `${type || "unknown"}, ${size(size_bytes)}`), el("a", { href: url, download: name }, "save")), shown];
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.slice(at, at + 16)];
    const digits = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${digits.padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}

/** @param {Place} place */
async function prices(place) {
  const { project, signal, again } = place;
  const { results } = await post(`${TRACE}/cost/query`, { project_id: project }, signal);
  const rows = results.map((each) => [each.llm_id, perMillion(each.prompt_token_cost), perMillion(each.completion_token_cost), clock(each.effective_date), each.provider_id ?? ""]);
  const [model, prompt, completion] = ["Model", "Prompt, $ per million", "Completion, $ per million"].map((label) => el("input", { "aria-label": label, placeholder: label }));
  const refusal = el("p", { class: "mistake", role: "alert" });
  const onsubmit = async (event) => {
    event.preventDefault();
    const cost = { prompt_token_cost: Number(prompt.value) / 1e6, completion_token_cost: Number(completion.value) / 1e6 };
    await post(`${TRACE}/cost/create`, { project_id: project, costs: { [model.value]: cost } }, signal).then(again, (error) => fill(refusal, error.message));
  };
  return [
    table("Prices", ["Model", "#Prompt per million", "#Completion per million", "From", "Provider"], rows, `No prices in ${project} yet; known models have some by default.`),
    el("form", { class: "line", onsubmit }, model, prompt, completion, el("button", { type: "submit" }, "Add a price")), refusal,
  ];
}

/** @param {Place} place */
async function feedback(place) {
  const { project, signal } = place;
  const body = { project_id: project, sort_by: [{ field: "created_at", direction: "desc" }], limit: PAGE, offset: pageOf(place) * PAGE };
  const { result } = await post(`${TRACE}/feedback/query`, body, signal);
  const rows = result.map(({ feedback_type, payload, weave_ref, creator, wb_user_id, created_at }) =>
    [feedbackKind(feedback_type), payload?.emoji ?? payload?.note ?? el("code", {}, preview(JSON.stringify(payload), 160)), refLink(weave_ref), creator ?? wb_user_id ?? "", clock(created_at)]);
  return [pager(place, result.length === PAGE), table("Feedback", ["Type", "Says", "On", "By", "When"], rows, `No feedback in ${project} yet.`)];
}

/** @param {Place} place */
const pageOf = ({ query }) => Math.max(0, Number(query.get("page")) || 0);

/** Buttons to the pages before and after, if there are any. @param {Place} place @param {boolean} hasMore */
function pager(place, hasMore) {
  const page = pageOf(place);
  const turn = (text, to, disabled) => button(text, () => { ask({ page: to || null }); place.again(); }, { disabled });
  return page || hasMore ? div("line", turn("Earlier", page - 1, page === 0), turn("Later", page + 1, !hasMore)) : null;
}
