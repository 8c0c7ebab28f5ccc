// Images, sound and films: of `data:` URLs, and of content that the server keeps as files.

import { TRACE, json, send } from "./api.js";
import { button, el, fill } from "./dom.js";
import { size } from "./format.js";

const AT_ONCE = 2_000_000;
const BY_ENDING = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", svg: "image/svg+xml", wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg", mp4: "video/mp4", webm: "video/webm", txt: "text/plain", json: "application/json", md: "text/markdown", py: "text/x-python" };

/** @typedef {{project: string, signal: AbortSignal}} Where whose files, and until when they are shown */

/** @param {string} name */
export const typeOf = (name) => /** @type {Record<string, string>} */ (BY_ENDING)[name.split(".").pop() ?? ""] ?? "";

/** The element that shows a value which is media; null for any other value. @param {any} value @param {Where} where @returns {HTMLElement | null} */
export function media(value, where) {
  if (typeof value === "string") return /^data:(image|audio|video)\//.test(value) ? player(value, value.slice(5, 10)) : null;
  if (value?._type !== "CustomWeaveType" || !value.files) return null;
  const names = Object.keys(value.files);
  const name = names.find((each) => each !== "metadata.json" && !each.endsWith(".py"));
  return name ? stored(name, value.files[name], value.files["metadata.json"], where) : null;
}

/** @param {string} url @param {string} type @param {string} [label] @returns {any} */
export function player(url, type, label = "") {
  if (type.startsWith("image")) return el("img", { src: url, alt: label || "an image of this call", class: "media" });
  if (type.startsWith("audio")) return el("audio", { src: url, controls: true, preload: "metadata", "aria-label": label || "Sound" });
  return el("video", { src: url, controls: true, class: "media", "aria-label": label || "Film" });
}

/** @param {string} name @param {string} digest @param {string | undefined} described digest of what is known of it @param {Where} where */
function stored(name, digest, described, where) {
  const place = el("figure", { class: "stored" }, el("span", { class: "skeleton" }));
  const show = async () => {
    const { url, type, data } = await contentUrl(digest, where, (await known).mimetype || typeOf(name));
    const caption = el("figcaption", { class: "dim" }, `${name}, ${type || "unknown"}, ${size(data.size)} `, el("a", { href: url, download: name }, "save"));
    fill(place, /^(image|audio|video)/.test(type) ? player(url, type, name) : null, caption);
  };
  const known = described ? json(`${TRACE}/file/content`, { method: "POST", body: { project_id: where.project, digest: described }, signal: where.signal }) : Promise.resolve({});
  known.then((facts) => (facts.size > AT_ONCE ? fill(place, button(`Show ${name}, ${size(facts.size)}`, show)) : show()))
    .catch((error) => { if (!where.signal.aborted) fill(place, `${name} could not be read: ${error.message}`); });
  return place;
}

/** A file of the server as a URL of this page, released on leaving. @param {string} digest @param {Where} where @param {string} type */
export async function contentUrl(digest, { project, signal }, type) {
  const answer = await send(`${TRACE}/file/content`, { method: "POST", body: { project_id: project, digest }, signal });
  const data = new Blob([await answer.arrayBuffer()], { type: type || "application/octet-stream" });
  const url = URL.createObjectURL(data);
  signal.addEventListener("abort", () => URL.revokeObjectURL(url));
  return { url, type, data };
}
