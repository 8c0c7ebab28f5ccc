// Figures and times as people read them.

const DAY = 86_400_000;

/** @param {string | null | undefined} text */
export const moment = (text) => (text ? Date.parse(text) : NaN);

/** Today's moments to the second, others to the minute. @param {string | null | undefined} text */
export function clock(text) {
  const at = new Date(moment(text));
  if (Number.isNaN(at.getTime())) return "";
  const recent = Math.abs(Date.now() - at.getTime()) < DAY && at.getDate() === new Date().getDate();
  if (recent) return at.toLocaleTimeString("en-GB");
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year })} ${at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}

/** @param {number | null | undefined} ms */
export function duration(ms) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return "";
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} m ${Math.round((ms % 60_000) / 1000)} s`;
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / 3_600_000)} h`;
  return `${Math.floor(ms / 3_600_000)} h ${Math.round((ms % 3_600_000) / 60_000)} m`;
}

/** @param {number | null | undefined} count */
export const figure = (count) => (count === null || count === undefined ? "" : count.toLocaleString("en-US"));

/** @param {number | null | undefined} dollars */
export function cost(dollars) {
  if (!dollars) return "";
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  if (dollars < 1e-6) return "<$.000001";
  return `$${dollars.toPrecision(2).replace(/^0/, "")}`;
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The short name of an op: `answer` of `weave:///e/p/op/answer:digest`. @param {string | null | undefined} name */
export function opName(name) {
  const text = name ?? "";
  const ref = text.match(/^weave:\/\/\/.*\/op\/([^:/]+)/);
  return ref ? decodeURIComponent(ref[1]) : text;
}

/** A text for one line: what an input or output mostly says. @param {any} value @param {number} [longest] */
export function preview(value, longest = 120) {
  const text = plain(value).replace(/\s+/g, " ").trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function plain(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length ? plain(value[value.length - 1]) : "";
  if (Array.isArray(value.messages)) return plain(value.messages.at(-1)?.content);
  if (Array.isArray(value.choices)) return plain(value.choices[0]?.message?.content);
  if (typeof value.text === "string") return value.text;
  if (typeof value.content === "string") return value.content;
  const values = Object.values(value).filter((item) => item !== null && typeof item !== "object");
  return values.length ? values.map(String).join(" · ") : JSON.stringify(value);
}
