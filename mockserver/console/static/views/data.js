// What a project keeps besides calls: objects and ops with their versions, datasets by pages,
// files, prices and feedback. An edit makes a new version.

import { ADMIN, TRACE, json, post } from "../api.js";
import { diff } from "../diff.js";
import { button, el, fill, link, notice } from "../dom.js";
import { clock, figure, preview, size } from "../format.js";
import { highlight } from "../highlight.js";
import { jsonView } from "../json.js";
import { markdown } from "../markdown.js";
import { contentUrl, player, typeOf } from "../media.js";
import { refLink } from "../refs.js";
import { ask, go, within } from "../router.js";

const PAGE = 100;
const HEAD = 512;
const TEXT = /^(text\/|application\/json)/;

/** @typedef {{project: string, kind: string, name: string, version: string, query: URLSearchParams, signal: AbortSignal, again: () => Promise<void>}} Place */

/** @type {Record<string, (place: Place) => Promise<any>>} */
const KINDS = { objects: versioned, ops: versioned, datasets: versioned, files, prices, feedback };

/** @param {HTMLElement} root @param {import("../router.js").Route} route @param {AbortSignal} signal */
export async function mount(root, route, signal) {
  const { entity, project, kind: wanted = "objects", name = "", version = "" } = route.params;
  const kind = wanted in KINDS ? wanted : "objects";
  /** @type {Place} */
  const place = { project: `${entity}/${project}`, kind, name, version, query: route.query, signal, again };
  async function again() {
    place.query = new URLSearchParams(location.search);
    fill(body, await KINDS[kind](place));
  }
  const links = Object.keys(KINDS).map((each) => link(within(place.project, "data", each), each, { class: "button", "aria-current": each === kind ? "page" : null }));
  const body = el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": kind });
  fill(root, el("div", { class: "toolbar" }, el("h1", {}, "Data"), el("nav", { class: "choice", "aria-label": "Kinds" }, links)), body);
  await again();
  return `${name || kind} of ${place.project}`;
}

/** @param {string} label @param {string[]} heads @param {any[][]} rows @param {string} none */
function table(label, heads, rows, none) {
  if (!rows.length) return notice(none);
  return el("div", { class: "wide", tabIndex: 0, role: "group", "aria-label": label }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, heads.map((head) => el(head ? "th" : "td", { scope: head ? "col" : null }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => el(at ? "td" : "th", { scope: at ? null : "row" }, cell)))))));
}

/** @param {Place} place @param {any} filter @param {boolean} bare without values @returns {Promise<any[]>} */
const objects = async ({ project, signal }, filter, bare) => (await post(`${TRACE}/objs/query`, { project_id: project, filter, metadata_only: bare, sort_by: [{ field: "created_at", direction: "desc" }] }, signal)).objs;

/** @param {Place} place */
async function versioned(place) {
  if (place.name) return one(place);
  const filter = { latest_only: true, is_op: place.kind === "ops", ...(place.kind === "datasets" ? { base_object_classes: ["Dataset"] } : {}) };
  const list = await objects(place, filter, true);
  const rows = list.map((each) => [link(within(place.project, "data", place.kind, each.object_id), each.object_id), each.base_object_class ?? each.kind, `v${each.version_index}`, clock(each.created_at), each.wb_user_id ?? ""]);
  return table(place.kind, ["Name", "Class", "Latest", "Made", "By"], rows, `No ${place.kind} in ${place.project} yet.`);
}

/** One object with all its versions. @param {Place} place */
async function one(place) {
  const { project, kind, name } = place;
  const versions = (await objects(place, { object_ids: [name] }, true)).sort((a, b) => b.version_index - a.version_index);
  if (!versions.length) return notice(`No ${name} in ${project}. It may have been reset.`);
  const found = versions.find((each) => each.digest === place.version || `v${each.version_index}` === place.version) ?? versions[0];
  const read = async (digest) => (await post(`${TRACE}/obj/read`, { project_id: project, object_id: name, digest }, place.signal)).obj;
  const shown = await read(found.digest);
  const withOther = versions.find((each) => each.digest === place.query.get("with"));
  const choose = el("select", { "aria-label": "Compare with", onchange: () => { ask({ with: choose.value }); place.again(); } },
    el("option", { value: "" }, "compare with…"), versions.filter((each) => each !== found).map((each) => el("option", { value: each.digest, selected: each === withOther }, `v${each.version_index}`)));
  /** @param {string} other digest to compare with, or "" */
  const content = async (other) => {
    if (other) return lineDiff(other, await read(other), shown);
    return kind === "datasets" && shown.val.rows ? rowsOf(place, shown) : [code(place, shown), jsonView(shown.val, place), editor(place, shown)];
  };
  const value = el("div", { class: "value" }, await content(withOther?.digest ?? ""));
  const list = versions.map((each) => el("li", {}, link(within(project, "data", kind, name, each.digest), `v${each.version_index}`, { "aria-current": each === found ? "page" : null }), el("span", { class: "dim" }, ` ${clock(each.created_at)} ${each.digest.slice(0, 8)}`)));
  return [
    el("div", { class: "line" }, link(within(project, "data", kind), `‹ ${kind}`), el("h2", {}, `${name}:v${found.version_index}`), el("span", { class: "dim" }, shown.base_object_class ?? ""), versions.length > 1 ? choose : null),
    el("div", { class: "versions" }, el("ol", { "aria-label": "Versions" }, list), value),
  ];
}

/** JSON with sorted keys, as lines. */
function linesOf(value) {
  const sorted = (_key, each) => (each && typeof each === "object" && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each);
  return JSON.stringify(value, sorted, 2).split("\n").flatMap((line) => line.split("\\n"));
}

function lineDiff(label, before, after) {
  return el("pre", { class: "code diff", tabIndex: 0, "aria-label": `Differences to ${label}` }, diff(linesOf(before.val), linesOf(after.val)).flatMap(({ kind, items }) =>
    items.map((line) => el(kind === "added" ? "ins" : kind === "removed" ? "del" : "span", { class: "diff-line" }, `${kind === "added" ? "+" : kind === "removed" ? "−" : " "} ${line}\n`))));
}

/** The code of an op. @param {Place} place @param {any} object */
function code(place, object) {
  const digest = object.val?.files?.["obj.py"];
  if (!digest) return null;
  const shown = el("div", {}, el("span", { class: "skeleton" }));
  contentUrl(digest, place, "text/x-python").then(async ({ data }) => fill(shown, highlight(await data.text(), "python")), (error) => fill(shown, error.message));
  return shown;
}

/** @param {Place} place @param {any} object */
function editor(place, object) {
  const text = el("textarea", { class: "editor", rows: 16, spellcheck: false, "aria-label": "The value as JSON", value: JSON.stringify(object.val, null, 2) });
  const refusal = el("p", { class: "mistake", role: "alert" });
  const save = async () => {
    try {
      const val = JSON.parse(text.value);
      const { digest } = await post(`${TRACE}/obj/create`, { obj: { project_id: place.project, object_id: object.object_id, val } }, place.signal);
      go(within(place.project, "data", place.kind, object.object_id, digest));
    } catch (error) {
      fill(refusal, error.message);
    }
  };
  return el("details", {}, el("summary", {}, "Edit"), text, refusal, button("Save as a new version", save, { class: "primary" }));
}

/** The rows of a dataset by pages, each of which may be edited. @param {Place} place @param {any} object */
async function rowsOf(place, object) {
  const digest = object.val.rows.split(":").pop().split("/").pop();
  const page = Math.max(0, Number(place.query.get("page")) || 0);
  const at = { project_id: place.project, digest };
  const [{ rows }, { count }] = await Promise.all([post(`${TRACE}/table/query`, { ...at, offset: page * PAGE, limit: PAGE }, place.signal), post(`${TRACE}/table/query_stats`, at, place.signal)]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(Object(row.val))))].map(String).slice(0, 12);
  const refusal = el("p", { class: "mistake", role: "alert" });
  const edit = (row, index) => {
    const text = el("textarea", { rows: 6, "aria-label": `Row ${index}`, spellcheck: false, value: JSON.stringify(row.val, null, 1) });
    const save = async () => {
      try {
        const updates = [{ pop: { index } }, { insert: { index, row: JSON.parse(text.value) } }];
        const made = await post(`${TRACE}/table/update`, { project_id: place.project, base_digest: digest, updates }, place.signal);
        const val = { ...object.val, rows: `weave:///${place.project}/table/${made.digest}` };
        const version = await post(`${TRACE}/obj/create`, { obj: { project_id: place.project, object_id: object.object_id, val } }, place.signal);
        go(within(place.project, "data", "datasets", object.object_id, version.digest));
      } catch (error) {
        fill(refusal, error.message);
      }
    };
    return el("details", {}, el("summary", {}, String(index)), text, button("Save as a new version", save, { class: "primary" }));
  };
  const told = el("p", { class: "dim" }, count ? `${page * PAGE + 1} to ${page * PAGE + rows.length} of ${figure(count)} rows` : "No rows");
  return [told, pager(place, page, (page + 1) * PAGE < count), refusal, table("Rows", ["", ...names], rows.map((row, index) => [edit(row, page * PAGE + index), ...names.map((name) => preview(row.val[name], 300))]), "No rows.")];
}

/** @param {Place} place */
async function files(place) {
  const { records } = await json(`${ADMIN}/state/files?${new URLSearchParams({ project: place.project, limit: String(PAGE * 10) })}`, place);
  if (place.name) return file(place, records.find((each) => each.digest === place.name));
  const rows = records.reverse().map((each) => [link(within(place.project, "data", "files", each.digest), each.name), size(each.size_bytes), el("code", {}, each.digest.slice(0, 12))]);
  return table("Files", ["Name", "Size", "Digest"], rows, `No files in ${place.project} yet.`);
}

/** @param {Place} place @param {any} record */
async function file(place, record) {
  if (!record) return notice(`No file ${place.name} in ${place.project}. It may have been reset.`);
  const { url, type, data } = await contentUrl(record.digest, place, typeOf(record.name));
  const head = new Uint8Array(await data.slice(0, HEAD).arrayBuffer());
  const text = TEXT.test(type) || (!type && head.every((byte) => byte > 8)) ? await data.text() : null;
  const shown = /^(image|audio|video)/.test(type) ? player(url, type, record.name)
    : text === null ? el("pre", { class: "code", tabIndex: 0 }, hex(head))
      : record.name.endsWith(".md") ? markdown(text) : highlight(text, record.name.split(".").pop());
  return [el("div", { class: "line" }, link(within(place.project, "data", "files"), "‹ files"), el("h2", {}, record.name), el("span", { class: "dim" }, `${type || "unknown"}, ${size(record.size_bytes)}`), el("a", { href: url, download: record.name }, "save")), shown];
}

/** Bytes as a hex dump. @param {Uint8Array} bytes */
function hex(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.slice(at, at + 16)];
    const digits = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${digits.padEnd(47)}  ${part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("")}`);
  }
  return lines.join("\n");
}

/** @param {Place} place */
async function prices(place) {
  const { results } = await post(`${TRACE}/cost/query`, { project_id: place.project }, place.signal);
  const rows = results.map((each) => [each.llm_id, perMillion(each.prompt_token_cost), perMillion(each.completion_token_cost), clock(each.effective_date), each.provider_id ?? ""]);
  const [model, prompt, completion] = ["Model", "Prompt, $ per million", "Completion, $ per million"].map((label) => el("input", { "aria-label": label, placeholder: label }));
  const refusal = el("p", { class: "mistake", role: "alert" });
  const add = async (event) => {
    event.preventDefault();
    const cost = { prompt_token_cost: Number(prompt.value) / 1e6, completion_token_cost: Number(completion.value) / 1e6 };
    await post(`${TRACE}/cost/create`, { project_id: place.project, costs: { [model.value]: cost } }, place.signal).then(place.again, (error) => fill(refusal, error.message));
  };
  return [table("Prices", ["Model", "Prompt per million", "Completion per million", "From", "Provider"], rows, `No prices in ${place.project} yet; known models have some by default.`),
    el("form", { class: "line", onsubmit: add }, model, prompt, completion, el("button", { type: "submit" }, "Add a price")), refusal];
}

/** @param {number} dollars for a token */
const perMillion = (dollars) => `$${(dollars * 1e6).toFixed(2)}`;

/** @param {Place} place */
async function feedback(place) {
  const page = Math.max(0, Number(place.query.get("page")) || 0);
  const { result } = await post(`${TRACE}/feedback/query`, { project_id: place.project, sort_by: [{ field: "created_at", direction: "desc" }], limit: PAGE, offset: page * PAGE }, place.signal);
  const rows = result.map((each) => [each.feedback_type.replace(/^wandb\.(\w+)\.1$/, "$1"), each.payload?.emoji ?? each.payload?.note ?? el("code", {}, preview(JSON.stringify(each.payload), 160)), refLink(each.weave_ref), each.creator ?? each.wb_user_id ?? "", clock(each.created_at)]);
  return [pager(place, page, result.length === PAGE), table("Feedback", ["Type", "Says", "On", "By", "When"], rows, `No feedback in ${place.project} yet.`)];
}

/** Buttons to the pages before and after, if there are any. @param {Place} place @param {number} page @param {boolean} more */
function pager(place, page, more) {
  const turn = (to) => { ask({ page: to || null }); place.again(); };
  return page || more ? el("div", { class: "line" }, button("Earlier", () => turn(page - 1), { disabled: page === 0 }), button("Later", () => turn(page + 1), { disabled: !more })) : null;
}
