// Images, sound and films: of `data:` URLs, and of content that the server keeps as files.

import { fileContent } from "./api.js";
import { size } from "./calls.js";
import { button, el, fill, span } from "./dom.js";

const AT_ONCE = 2_000_000;
const BY_ENDING = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", svg: "image/svg+xml", wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg", mp4: "video/mp4", webm: "video/webm", txt: "text/plain", json: "application/json", md: "text/markdown", py: "text/x-python" };

/** @typedef {{project: string, signal: AbortSignal}} Where whose files, and until when they are shown */

/** @param {string} name @returns {string} */
export const typeOf = (name) => BY_ENDING[name.split(".").pop() ?? ""] ?? "";

/** The element that shows a value which is media; null for any other value. @param {any} value @param {Where} where @returns {HTMLElement | null} */
export function media(value, where) {
  if (typeof value === "string") return /^data:(image|audio|video)\//.test(value) ? player(value, value.slice(5, 10)) : null;
  if (value?._type !== "CustomWeaveType" || !value.files) return null;
  const name = Object.keys(value.files).find((each) => each !== "metadata.json" && !each.endsWith(".py"));
  return name ? stored(name, value.files[name], value.files["metadata.json"], where) : null;
}

/** @param {string} url @param {string} type @param {string} [label] @returns {any} */
export function player(url, type, label = "") {
  if (type.startsWith("image")) return el("img", { src: url, alt: label || "an image of this call", class: "media" });
  if (type.startsWith("audio")) return el("audio", { src: url, controls: true, preload: "metadata", "aria-label": label || "Sound" });
  return el("video", { src: url, controls: true, class: "media", "aria-label": label || "Film" });
}

/** A kept file, at once if it is small. @param {string} name @param {string} digest @param {string | undefined} described digest of what is known of it @param {Where} where */
function stored(name, digest, described, where) {
  const place = el("figure", { class: "stored" }, span("skeleton"));
  const begin = async () => {
    const facts = described ? await (await fileContent(where.project, described, where.signal)).json() : {};
    const show = async () => {
      const { url, type, data } = await contentUrl(digest, where, facts.mimetype || typeOf(name));
      const caption = el("figcaption", { class: "dim" }, `${name}, ${type || "unknown"}, ${size(data.size)} `, el("a", { href: url, download: name }, "save"));
      fill(place, /^(image|audio|video)/.test(type) ? player(url, type, name) : null, caption);
    };
    if (facts.size > AT_ONCE) fill(place, button(`Show ${name}, ${size(facts.size)}`, show));
    else await show();
  };
  begin().catch((error) => { if (!where.signal.aborted) fill(place, `${name} could not be read: ${error.message}`); });
  return place;
}

/** A file of the server as a URL of this page, released on leaving. @param {string} digest @param {Where} where @param {string} type */
export async function contentUrl(digest, { project, signal }, type) {
  const answer = await fileContent(project, digest, signal);
  const data = new Blob([await answer.arrayBuffer()], { type: type || "application/octet-stream" });
  const url = URL.createObjectURL(data);
  signal.addEventListener("abort", () => URL.revokeObjectURL(url));
  return { url, type, data };
}
