// Control: failures, replies, time, states, settings.

import { ask, button, element, json, table, tell } from "./page.js";

export const name = "Control";
export const source = "/settings";

export function show(list, detail) {
  const places = Object.fromEntries(["faults", "replies", "clock", "snapshots", "settings"].map((key) => [key, element("div")]));
  const heading = (text, key) => [element("h2", { textContent: text }), places[key]];
  list.append(element("h2", { textContent: "State" }), resets(), ...heading("Clock", "clock"), ...heading("Snapshots", "snapshots"), ...heading("Faults", "faults"), ...heading("Replies", "replies"));
  detail.append(...heading("Settings", "settings"));

  const draws = { faults, replies, clock, snapshots, settings };

  async function draw(key) {
    places[key].replaceChildren(...(await draws[key]()));
  }

  function act(text, key, request) {
    return button(text, async () => {
      await ask(...request());
      await draw(key);
      tell(`${text}: done`);
    });
  }

  function resets() {
    const reset = (to) => button(`Reset to ${to}`, async () => {
      if (!confirm(`Drop what is there and go back to ${to}?`)) return;
      const { dropped } = await ask("/reset", { method: "POST", body: { to } });
      tell(`dropped ${JSON.stringify(dropped.records)}`);
      await Promise.all(Object.keys(draws).map(draw));
    });
    return element("div", { className: "bar" }, reset("baseline"), reset("empty"));
  }

  async function clock() {
    const { now, frozen } = await ask("/clock");
    const set = (text, body) => act(text, "clock", () => ["/clock", { method: "POST", body }]);
    return [element("div", { className: "bar" }, `${now}${frozen ? " (frozen)" : ""}`, set("Freeze", { freeze: true }), set("+1 hour", { advance: 3600 }), set("Release", { release: true }))];
  }

  async function snapshots() {
    const named = element("input", { placeholder: "name", ariaLabel: "Name of the snapshot" });
    const take = act("Take", "snapshots", () => ["/snapshots", { method: "POST", body: { name: named.value } }]);
    const restore = (text) => act(`Restore ${text}`, "snapshots", () => [`/snapshots/${encodeURIComponent(text)}/restore`, { method: "POST" }]);
    const { snapshots: names } = await ask("/snapshots");
    return [element("div", { className: "bar" }, named, take, ...names.map(restore))];
  }

  async function faults() {
    const [{ faults: planned }, { routes }] = await Promise.all([ask("/faults"), ask("/routes")]);
    const operation = element("select", { ariaLabel: "Operation" }, ...[...new Set(routes.map((row) => row.operation))].map((text) => element("option", { textContent: text })));
    const status = element("input", { type: "number", value: 503, min: 400, max: 599, ariaLabel: "Status" });
    const times = element("input", { type: "number", placeholder: "times", min: 1, ariaLabel: "Times" });
    const body = () => ({ operation: operation.value, status: Number(status.value), ...(times.value && { times: Number(times.value) }) });
    const add = act("Fail", "faults", () => ["/faults", { method: "POST", body: body() }]);
    const clear = act("Remove all", "faults", () => ["/faults", { method: "DELETE" }]);
    const columns = [["fault", (row) => row.text], ["used", (row) => row.used, "number"], ["remaining", (row) => row.remaining ?? "∞", "number"]];
    return [element("div", { className: "bar" }, operation, status, times, add, clear), planned.length ? table(columns, planned, (row) => detail.replaceChildren(json(row))) : ""];
  }

  async function replies() {
    const { replies: rules } = await ask("/replies");
    const columns = [["reply", (row) => JSON.stringify(row.when ?? row)], ["used", (row) => row.used, "number"], ["", (row) => (row.shadowed ? "shadowed" : "")]];
    return rules.length ? [table(columns, rules, (row) => detail.replaceChildren(json(row)))] : [element("p", { className: "empty", textContent: "None: the deterministic model answers." })];
  }

  async function settings() {
    return [json(await ask("/settings"))];
  }

  for (const key of Object.keys(draws)) draw(key).catch((error) => tell(error.message, true));
  return () => {};
}
