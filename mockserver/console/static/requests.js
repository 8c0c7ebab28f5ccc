// Requests: did mine arrive, what did I send and get, why did it fail, can I send it again.

import { ADMIN, ask, button, copy, element, follow, json, table, tell, time, duration } from "./page.js";
import { asCurl, asPytest, bodyOf, headersOf, pathOf } from "./copies.js";

const KEPT = 1000;

export const name = "Requests";
export const source = "/requests";

export function show(list, detail) {
  const rows = new Map();
  const chosen = location.hash.split("/")[1];
  let drawing = 0;
  const search = element("input", { type: "search", placeholder: "find", ariaLabel: "Find requests" });
  const place = element("div");
  search.oninput = draw;
  list.append(element("div", { className: "bar" }, search, button("Clear", clear)), place);

  function draw() {
    drawing = 0;
    const words = search.value.toLowerCase();
    const found = [...rows.values()].filter((row) => row.words.includes(words)).sort((a, b) => b.id - a.id);
    place.replaceChildren(found.length ? table(COLUMNS, found, choose) : empty());
  }

  function choose(row) {
    history.replaceState(null, "", `#${name}/${row.id}`);
    return look(row.id);
  }

  async function clear() {
    await ask("/requests", { method: "DELETE" });
  }

  function hear(row) {
    rows.set(row.id, described(row));
    if (rows.size > KEPT) rows.delete(rows.keys().next().value);
    drawing ||= requestAnimationFrame(draw);
  }

  async function load() {
    rows.clear();
    const { requests } = await ask(`/requests?bodies=false&limit=${KEPT}`);
    requests.forEach(hear);
    draw();
  }

  const look = (id) => open(detail, id).catch((error) => tell(error.message, true));
  const reload = () => load().catch((error) => tell(error.message, true));
  if (chosen) look(chosen);
  return follow({ open: reload, cleared: reload, request: hear });
}

const COLUMNS = [
  ["time", (row) => time(row.at)],
  ["operation", (row) => row.operation ?? `${row.method} ${row.path}`],
  ["status", (row) => row.status ?? "dropped", "status number"],
  ["took", (row) => duration(row.ms), "number"],
  ["project", (row) => row.project],
  ["", (row) => row.exception ?? row.hint ?? row.faults.join(", ")],
];

function described(row) {
  const failed = !row.operation || !row.status || row.status >= 500 || row.late;
  const words = [row.operation, row.method, row.path, row.status, row.project, row.hint].join(" ").toLowerCase();
  return { ...row, failed, words };
}

async function open(detail, id) {
  const row = await ask(`/requests/${id}`);
  const said = element("output", { className: "faint" });
  const actions = element("div", { className: "bar" },
    button("Copy as curl", () => (said.textContent = copy(asCurl(row, location.origin), "curl"))),
    button("Copy as pytest", () => (said.textContent = copy(asPytest(row), "test"))),
    button("Send again", () => again(row, said)));
  const title = element("h2", { textContent: `${row.method} ${pathOf(row)} → ${row.status ?? "dropped"}` });
  const parts = [title, actions, element("pre", {}, said)];
  for (const why of [row.exception, row.hint, ...row.faults]) why && parts.push(element("pre", { className: "failed", textContent: why }));
  parts.push(...side("request", row.request), ...side("answer", row.answer));
  detail.replaceChildren(...parts);
}

function side(text, part) {
  const chunks = (part.chunks ?? []).map((chunk) => element("pre", {}, element("span", { className: "faint", textContent: `${duration(chunk.ms)}  ` }), chunk.text));
  const body = chunks.length ? chunks : [json(part.body)];
  return [element("h2", { textContent: text + (part.cut ? " (cut)" : "") }), json(part.headers, "headers", 0), ...body];
}

async function again(row, said) {
  const answer = await fetch(pathOf(row), { method: row.method, headers: headersOf(row), body: bodyOf(row) || undefined });
  said.textContent = `sent again: ${answer.status} ${answer.statusText}`;
  await answer.arrayBuffer();
}

function empty() {
  const lines = `export WF_TRACE_SERVER_URL=${location.origin}\nexport WANDB_BASE_URL=${location.origin}\nexport OPENAI_BASE_URL=${location.origin}/v1`;
  return element("div", { className: "empty" }, "No request has arrived. Point a client here:", element("pre", { textContent: lines }),
    element("a", { href: `${ADMIN}/routes`, textContent: "what is served" }));
}
