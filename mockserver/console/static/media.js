// Images, sound and films: of `data:` URLs, and of content that the server keeps as files.

import { fileContent } from "./api.js";
import { size } from "./calls.js";
import { el, fill, span } from "./dom.js";

const BY_ENDING = {
  png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", svg: "image/svg+xml",
  wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg", mp4: "video/mp4", webm: "video/webm",
  txt: "text/plain", json: "application/json", md: "text/markdown", py: "text/x-python",
};

/** @typedef {{project: string, signal: AbortSignal}} Where whose files, and until when they are shown */

/** The element that shows a value which is media; null for any other value. @param {any} value @param {Where} where @returns {HTMLElement | null} */
export function media(value, where) {
  if (typeof value === "string") return /^data:(image|audio|video)\//.test(value) ? player(value, value.slice(5, 10)) : null;
  if (value?._type !== "CustomWeaveType" || !value.files) return null;
  const name = Object.keys(value.files).find((each) => each !== "metadata.json" && !each.endsWith(".py"));
  return name ? stored(name, value.files[name], where) : null;
}

/** @param {string} url @param {string} type @param {string} [label] @returns {any} */
export function player(url, type, label = "") {
  if (type.startsWith("image")) return el("img", { src: url, alt: label || "an image of this call", class: "media" });
  if (type.startsWith("audio")) return el("audio", { src: url, controls: true, preload: "metadata", "aria-label": label || "Sound" });
  return el("video", { src: url, controls: true, class: "media", "aria-label": label || "Film" });
}

/** A kept file. @param {string} name @param {string} digest @param {Where} where */
function stored(name, digest, where) {
  const place = el("figure", { class: "stored" }, span("skeleton"));
  contentUrl(name, digest, where).then(({ url, type, data }) => {
    const save = el("a", { href: url, download: name }, "save");
    const shown = /^(image|audio|video)/.test(type) ? player(url, type, name) : null;
    fill(place, shown, el("figcaption", { class: "dim" }, `${name}, ${size(data.size)} `, save));
  }).catch((error) => where.signal.aborted || fill(place, `${name} could not be read: ${error.message}`));
  return place;
}

/** A file of the server as a URL of this page, released on leaving. @param {string} name @param {string} digest @param {Where} where */
export async function contentUrl(name, digest, { project, signal }) {
  const type = BY_ENDING[name.split(".").pop() ?? ""] ?? "";
  const answer = await fileContent(project, digest, signal);
  const data = new Blob([await answer.arrayBuffer()], { type: type || "application/octet-stream" });
  const url = URL.createObjectURL(data);
  signal.addEventListener("abort", () => URL.revokeObjectURL(url));
  return { url, type, data };
}
