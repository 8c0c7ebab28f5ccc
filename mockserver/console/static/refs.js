// References of the form weave:///entity/project/kind/name:version/…: where they lead, what they say.

import { TRACE, post } from "./api.js";
import { el, link } from "./dom.js";
import { within } from "./router.js";

/** @typedef {{project: string, kind: string, name: string, version: string}} Ref */

const REF = /^weave:\/\/\/([^/]+\/[^/]+)\/(\w+)\/([^:/]+)(?::([^/]+))?/;

/** @param {any} text @returns {Ref | null} */
export function parseRef(text) {
  const match = typeof text === "string" ? text.match(REF) : null;
  return match && { project: match[1], kind: match[2], name: decodeURIComponent(match[3]), version: match[4] ?? "" };
}

/** The address of what a reference names; "" if the console has no view of it. @param {any} text */
export function hrefOf(text) {
  const ref = parseRef(text);
  if (!ref) return "";
  const { project, kind, name, version } = ref;
  if (kind === "call") return within(project, "calls", name);
  if (kind === "object" || kind === "op") return within(project, "data", `${kind}s`, name, ...(version ? [version] : []));
  return "";
}

/** A reference as a link by its short name; any other text as it is. @param {string} text */
export function refLink(text) {
  const href = hrefOf(text);
  const ref = parseRef(text);
  return href && ref ? link(href, `${ref.name}${ref.version ? `:${ref.version.slice(0, 6)}` : ""}`, { title: text }) : el("span", {}, text);
}

/** The value that a reference names. @param {string} text @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function readRef(text, signal) {
  const { vals } = await post(`${TRACE}/refs/read_batch`, { refs: [text] }, signal);
  return vals[0];
}
