// Requests: did mine arrive, what did I send and get, why did it fail, can I send it again.

import { ADMIN, ask, button, copy, element, json, table, tell, time, duration } from "./page.js";

const KEPT = 1000;
const PAUSE = 1000;

export const name = "Requests";
export const source = "/requests";

export function show(list, detail) {
  const state = { rows: [], words: "", timer: 0, chosen: location.hash.split("/")[1] };
  const search = element("input", { type: "search", placeholder: "find", ariaLabel: "Find requests" });
  const place = element("div");
  search.oninput = () => ((state.words = search.value.toLowerCase()), draw());
  list.append(element("div", { className: "bar" }, search, button("Clear", clear)), place);

  function draw() {
    const rows = state.rows.filter((row) => row.words.includes(state.words)).reverse();
    place.replaceChildren(rows.length ? table(COLUMNS, rows, choose) : empty());
  }

  function choose(row) {
    history.replaceState(null, "", `#${name}/${row.id}`);
    return open(detail, row.id);
  }

  async function clear() {
    await ask("/requests", { method: "DELETE" });
    state.rows = [];
    draw();
  }

  async function refresh() {
    if (document.hidden) return;
    const last = state.rows.at(-1);
    const since = last ? `&since=${encodeURIComponent(last.at)}` : "";
    const { requests } = await ask(`/requests?bodies=false&limit=${KEPT}${since}`);
    const known = new Set(state.rows.map((row) => row.id));
    const fresh = requests.filter((row) => !known.has(row.id)).map(described);
    if (!fresh.length && state.drawn) return;
    state.rows = [...state.rows, ...fresh].slice(-KEPT);
    state.drawn = true;
    draw();
  }

  const look = () => refresh().catch((error) => tell(error.message, true));
  look().then(() => state.chosen && open(detail, state.chosen));
  state.timer = setInterval(look, PAUSE);
  return () => clearInterval(state.timer);
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
    button("Copy as curl", () => (said.textContent = copy(asCurl(row), "curl"))),
    button("Copy as pytest", () => (said.textContent = copy(asPytest(row), "test"))),
    button("Send again", () => again(row, said)));
  const title = element("h2", { textContent: `${row.method} ${row.path}${row.query && "?" + row.query} → ${row.status ?? "dropped"}` });
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

function bodyOf(row) {
  return row.request.body === null ? "" : JSON.stringify(row.request.body);
}

function target(row) {
  return location.origin + row.path + (row.query && `?${row.query}`);
}

function asCurl(row) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const body = bodyOf(row);
  const parts = ["curl", "-X", row.method, quoted(target(row)), "-H", "'Authorization: Bearer any'"];
  if (body) parts.push("-H", "'Content-Type: application/json'", "--data-raw", quoted(body));
  return parts.join(" ");
}

function asPytest(row) {
  const body = bodyOf(row);
  const lines = ["import httpx", "", "", "def test_request(mockserver):", "    answer = httpx.request("];
  lines.push(`        ${JSON.stringify(row.method)},`, `        mockserver.url + ${JSON.stringify(row.path + (row.query && `?${row.query}`))},`);
  lines.push(`        headers={"Authorization": "Bearer any"},`);
  if (body) lines.push(`        content=${JSON.stringify(body)},`);
  return [...lines, "    )", `    assert answer.status_code == ${row.status}`, ""].join("\n");
}

async function again(row, said) {
  const headers = { Authorization: "Bearer any", "Content-Type": "application/json" };
  const answer = await fetch(target(row), { method: row.method, headers, body: bodyOf(row) || undefined });
  said.textContent = `sent again: ${answer.status} ${answer.statusText}`;
  await answer.arrayBuffer();
}

function empty() {
  const lines = `export WF_TRACE_SERVER_URL=${location.origin}\nexport WANDB_BASE_URL=${location.origin}\nexport OPENAI_BASE_URL=${location.origin}/v1`;
  return element("div", { className: "empty" }, "No request has arrived. Point a client here:", element("pre", { textContent: lines }),
    element("a", { href: `${ADMIN}/routes`, textContent: "what is served" }));
}
