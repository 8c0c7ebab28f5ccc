// Traces: the calls of a project as trees, with how long each took and what it used.

import { ask, button, duration, element, json, onKey, select, table, tell, time } from "./page.js";

const MOST = 20000;

export const name = "Traces";
export const source = "/state/calls";

export function show(list, detail) {
  const projects = element("select", { ariaLabel: "Project" });
  const search = element("input", { type: "search", placeholder: "op name, as a pattern", ariaLabel: "Find traces" });
  const place = element("div");
  let calls = [];
  let opinions = new Map();
  let costs = {};
  list.append(element("div", { className: "bar" }, projects, search, button("Refresh", load)), place);
  projects.onchange = () => choose().catch((error) => tell(error.message, true));
  search.oninput = draw;

  async function load() {
    [calls, opinions] = await Promise.all([stored("calls"), stored("feedback").then(byCall)]);
    const names = [...new Set(calls.map((call) => call.project_id))].sort();
    const chosen = projects.value;
    projects.replaceChildren(...names.map((text) => element("option", { textContent: text })));
    if (names.includes(chosen)) projects.value = chosen;
    await choose();
  }

  async function choose() {
    ({ costs } = await ask(`/costs?project=${encodeURIComponent(projects.value)}`));
    draw();
  }

  function draw() {
    const wanted = pattern(search.value);
    const here = calls.filter((call) => call.project_id === projects.value);
    const children = Map.groupBy(here, (call) => call.parent_id);
    const ids = new Set(here.map((call) => call.id));
    const roots = here.filter((call) => !ids.has(call.parent_id) && wanted.test(label(call)));
    const rows = roots.sort((a, b) => b.started_at.localeCompare(a.started_at)).map((call) => summed(call, children, opinions, costs));
    place.replaceChildren(rows.length ? table(COLUMNS, rows, (row) => open(detail, row, children, opinions)) : empty());
  }

  load().catch((error) => tell(error.message, true));
  return () => {};
}

const COLUMNS = [
  ["started", (row) => time(row.call.started_at)],
  ["op", (row) => label(row.call)],
  ["status", (row) => row.call.summary.weave.status, "status"],
  ["took", (row) => duration(row.call.summary.weave.latency_ms), "number"],
  ["calls", (row) => row.size, "number"],
  ["tokens", (row) => row.tokens || "", "number"],
  ["cost", (row) => money(row.cost), "number"],
  ["feedback", (row) => row.opinions || "", "number"],
];

async function stored(kind) {
  return (await ask(`/state/${kind}?limit=${MOST}`)).records;
}

function byCall(feedback) {
  return Map.groupBy(feedback, (each) => each.weave_ref.split("/call/")[1]);
}

function pattern(text) {
  try {
    return new RegExp(text, "i");
  } catch {
    return new RegExp(text.replace(/[^\w ]/g, "."), "i");
  }
}

function label(call) {
  return call.display_name ?? call.op_name.replace(/^weave:\/\/\/.*\/op\/([^:]*).*$/, "$1");
}

function family(call, children, depth = 0) {
  const below = (children.get(call.id) ?? []).toSorted((a, b) => a.started_at.localeCompare(b.started_at));
  return [{ call, depth }, ...below.flatMap((child) => family(child, children, depth + 1))];
}

function tokens(call) {
  const usage = Object.values(call.summary.usage ?? {});
  return usage.reduce((sum, each) => sum + (each.total_tokens ?? (each.prompt_tokens ?? each.input_tokens ?? 0) + (each.completion_tokens ?? each.output_tokens ?? 0)), 0);
}

// What clients have summed up for a call counts, else what is known of the calls below it.
function total(call, children, of) {
  return of(call) || (children.get(call.id) ?? []).reduce((sum, child) => sum + total(child, children, of), 0);
}

function money(cost) {
  return cost ? cost.toLocaleString([], { style: "currency", currency: "USD", minimumSignificantDigits: 2, maximumSignificantDigits: 3 }) : "";
}

function summed(call, children, opinions, costs) {
  const members = family(call, children).map((member) => ({ ...member, cost: total(member.call, children, ({ id }) => costs[id] ?? 0) }));
  const said = members.reduce((sum, member) => sum + (opinions.get(member.call.id)?.length ?? 0), 0);
  return { call, members, size: members.length, tokens: total(call, children, tokens), cost: members[0].cost, opinions: said, failed: call.summary.weave.status.includes("error") };
}

function open(detail, row, children, opinions) {
  const spans = row.members.map(({ call }) => [Date.parse(call.started_at), Date.parse(call.ended_at ?? call.started_at)]);
  const begin = Math.min(...spans.map(([start]) => start));
  const length = Math.max(...spans.map(([, end]) => end)) - begin || 1;
  const facts = element("div");
  const lines = row.members.map(({ call, depth, cost }, at) => {
    const [start, end] = spans[at];
    const kind = call.exception ? "failed" : call.ended_at ? "" : "running";
    const bar = element("i", { className: kind });
    bar.style.left = `${((start - begin) / length) * 100}%`;
    bar.style.width = `${((end - start) / length) * 100}%`;
    const title = element("span", { className: kind === "failed" ? "failed" : "", textContent: label(call) });
    title.style.paddingLeft = `${depth}rem`;
    const took = call.ended_at ? duration(call.summary.weave.latency_ms) : "not ended";
    const line = element("li", { tabIndex: 0 }, title, element("div", { className: "lane" }, bar), element("span", { className: "faint", textContent: took }), element("span", { className: "faint", textContent: money(cost) }));
    line.onclick = () => select(line, () => tellCall(facts, call, opinions.get(call.id) ?? []));
    line.onkeydown = (event) => onKey(event, line);
    return line;
  });
  detail.replaceChildren(element("h2", { textContent: `${label(row.call)}, trace ${row.call.trace_id}` }), element("ul", { className: "tree" }, ...lines), facts);
  lines[0].click();
}

function tellCall(place, call, opinions) {
  const parts = [element("h2", { textContent: label(call) })];
  if (!call.ended_at) parts.push(element("p", { className: "failed", textContent: "This call was started and never ended." }));
  if (call.exception) parts.push(element("pre", { className: "failed", textContent: call.exception }));
  parts.push(json(call.inputs, "inputs"), json(call.output, "output"), json(call.summary, "summary", 1), json(call.attributes, "attributes", 0));
  if (opinions.length) parts.push(json(opinions.map(({ feedback_type, payload, creator }) => ({ feedback_type, payload, creator })), "feedback"));
  place.replaceChildren(...parts);
}

function empty() {
  return element("p", { className: "empty", textContent: "No trace here. A call that is started with /call/start appears at once; `mockserver --demo` brings two weeks of them." });
}
