// Data: kinds, records, versions of an object side by side, data files in and out.

import { ADMIN, ask, element, follow, json, table, tell } from "./page.js";

const MOST = 2000;

export const name = "Data";
export const source = "/state";

export function show(list, detail) {
  const kinds = element("div");
  const place = element("div");
  const file = element("input", { type: "file", accept: ".json", ariaLabel: "Data file" });
  const out = element("a", { href: `${ADMIN}/state/export`, download: "mockserver.json", textContent: "Export" });
  file.onchange = () => load(file.files[0]).catch((error) => tell(error.message, true));
  list.append(element("div", { className: "bar" }, out, element("label", {}, "Load ", file)), kinds, place);

  async function load(given) {
    await ask(`/state/load?mode=merge&name=${encodeURIComponent(given.name)}`, { method: "POST", body: await given.text() });
    tell(`${given.name} loaded`);
  }

  function draw({ counts }) {
    const rows = Object.entries(counts).map(([kind, count]) => ({ kind, count }));
    const columns = [["kind", (row) => row.kind], ["records", (row) => row.count, "number"]];
    kinds.replaceChildren(rows.length ? table(columns, rows, open) : element("p", { className: "empty", textContent: "The state is empty." }));
  }

  async function open({ kind }) {
    const { records } = await ask(`/state/${kind}?limit=${MOST}`);
    const columns = [["project", (row) => row.project_id], ["", title], ["", (row) => row.created_at ?? row.started_at ?? ""]];
    const choose = (record) => detail.replaceChildren(...(kind === "objects" ? versions(record, records) : [json(record)]));
    place.replaceChildren(element("h2", { textContent: kind }), table(columns, records.reverse(), choose));
  }

  return follow({ state: draw });
}

function title(record) {
  return record.display_name ?? record.op_name ?? record.object_id ?? record.name ?? record.llm_id ?? record.feedback_type ?? record.id ?? record.digest;
}

function versions(record, records) {
  const all = records.filter((other) => other.project_id === record.project_id && other.object_id === record.object_id);
  const before = all[all.indexOf(record) + 1];
  const head = element("h2", { textContent: `${record.object_id}, ${all.length} version${all.length > 1 ? "s" : ""}` });
  return before ? [head, diff(lines(before), lines(record)), json(record)] : [head, json(record)];
}

function lines(record) {
  return JSON.stringify(record.val ?? record, null, 2).split("\n");
}

function diff(left, right) {
  const [had, has] = [new Set(left), new Set(right)];
  const column = (texts, others) => element("pre", {}, ...texts.map((text) => element("div", { className: others.has(text) ? "" : "changed", textContent: text })));
  return element("div", { className: "diff" }, column(left, has), column(right, had));
}
