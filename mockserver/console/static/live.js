// What the server does, as it happens: one stream for the whole page, tried again each second.

import { ADMIN, send, split } from "./api.js";
import { update } from "./store.js";

/** @typedef {"request" | "state" | "cleared" | "calls" | "resync"} Kind `resync`: not all of what happened was told */

/** @type {Map<string, Set<(data: any) => void>>} */
const hearers = new Map();

/** @param {Kind} kind @param {(data: any) => void} hear @param {AbortSignal} signal */
export function hearOf(kind, hear, signal) {
  const group = hearers.get(kind) ?? new Set();
  hearers.set(kind, group.add(hear));
  signal.addEventListener("abort", () => group.delete(hear));
}

function tell(kind, data) {
  for (const hear of [...(hearers.get(kind) ?? [])]) hear(data);
}

const RETRY = 1000;

/** The number of the last event that was heard. The server asks one who returns to look again. */
let last = "";

/** Follow the server for as long as the page lives. */
export async function follow() {
  let lostAt = 0;
  for (;;) {
    try {
      const answer = await send(`${ADMIN}/stream`, { headers: { accept: "text/event-stream", ...(last ? { "last-event-id": last } : {}) } });
      lostAt = 0;
      update({ connection: "open", lostAt: null });
      await read(answer);
    } catch {
      lostAt ||= Date.now();
      update({ connection: "lost", lostAt });
    }
    await new Promise((done) => setTimeout(done, RETRY));
  }
}

/** @param {Response} answer */
async function read(answer) {
  let kind = "";
  for await (const line of split(answer)) {
    if (line.startsWith("id: ")) last = line.slice(4);
    else if (line.startsWith("event: ")) kind = line.slice(7);
    else if (line.startsWith("data: ")) tell(kind, JSON.parse(line.slice(6)));
  }
}
