// What every tab is made of: elements, requests to the control API and its news, JSON to fold.

export const ADMIN = "/__admin";

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export async function ask(path, { method = "GET", body } = {}) {
  const text = typeof body === "string" ? body : body && JSON.stringify(body);
  const answer = await fetch(ADMIN + path, { method, body: text });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.detail?.[0]?.msg ?? value.detail ?? value.reason ?? answer.statusText);
  return value;
}

export function follow(listeners) {
  const stream = new EventSource(`${ADMIN}/stream`);
  for (const [kind, hear] of Object.entries(listeners)) {
    stream.addEventListener(kind, (event) => hear(event.data && JSON.parse(event.data)));
  }
  let missed = 0;
  stream.addEventListener("error", () => {
    if (missed++ || stream.readyState === EventSource.CLOSED) tell("no connection to the server", true);
  });
  stream.addEventListener("open", () => {
    if (missed > 1) tell("");
    missed = 0;
  });
  return () => stream.close();
}

export function tell(text, failed = false) {
  const news = document.getElementById("news");
  news.textContent = text;
  news.className = failed ? "failed" : "";
}

export function button(text, action) {
  const onclick = () => Promise.resolve(action()).catch((error) => tell(error.message, true));
  return element("button", { type: "button", textContent: text, onclick });
}

export function json(value, name = "", open = 2) {
  const key = name === "" ? null : element("span", { className: "key", textContent: `${name}: ` });
  if (value === null || typeof value !== "object") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return element("div", { className: key ? "json leaf" : "json" }, key, text ?? "");
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const head = element("summary", {}, key, element("span", { className: "faint", textContent: size }));
  const folder = element("details", { open: open > 0 }, head);
  const fill = () => {
    if (folder.open && folder.children.length === 1) {
      folder.append(...entries.map(([inner, part]) => json(part, inner, open - 1)));
    }
  };
  folder.ontoggle = fill;
  fill();
  return element("div", { className: "json" }, folder);
}

export function table(columns, rows, choose) {
  const head = element("tr", {}, ...columns.map(([text, , kind]) => element("th", { textContent: text, className: kind ?? "" })));
  const lines = rows.map((row) => {
    const cells = columns.map(([, show, kind]) => element("td", { textContent: show(row) ?? "", className: kind ?? "" }));
    const line = element("tr", { tabIndex: 0, className: row.failed ? "bad" : "" }, ...cells);
    line.onclick = () => select(line, () => choose(row));
    line.onkeydown = (event) => onKey(event, line);
    return line;
  });
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines));
}

export function select(line, choose) {
  for (const other of line.parentElement.children) other.ariaSelected = other === line ? "true" : null;
  choose();
}

export function onKey(event, line) {
  const next = { ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling, Enter: line }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

export function copy(text, what) {
  const done = navigator.clipboard?.writeText(text) ?? Promise.reject();
  done.then(() => tell(`${what} copied`), () => tell(`${what} is shown; this browser does not copy`));
  return text;
}

export function time(text) {
  const moment = new Date(text);
  const today = moment.toDateString() === new Date().toDateString();
  const day = today ? {} : { month: "short", day: "numeric" };
  return moment.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}

export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(2)} s`;
}
