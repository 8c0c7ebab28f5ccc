// A remembered request as what others run: curl, Python, TypeScript, a test. All headers are in it
// but those that the connection makes; a credential, which is kept reduced, is $API_KEY.

/** @typedef {{id: string, method: string, path: string, query: string, status: number | null, request: {headers: Record<string, string>, body: any, text: string}}} Asked */

const OF_THE_CONNECTION = new Set(["host", "content-length", "connection", "transfer-encoding"]);
const REDUCED = /^(\w+ )?\.\.\..{0,4}$/;
const KEY = "$API_KEY";

/** The headers of a request, each with whether it holds a credential. @param {Asked} asked @returns {[string, string, boolean][]} */
function headers(asked) {
  return Object.entries(asked.request.headers)
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .map(([name, value]) => {
      const reduced = value.match(REDUCED);
      return [name, reduced ? `${reduced[1] ?? ""}${KEY}` : value, Boolean(reduced)];
    });
}

const url = (asked) => `${location.origin}${asked.path}${asked.query ? `?${asked.query}` : ""}`;

/** @param {string} text for a shell @param {boolean} secret whether $API_KEY in it is filled in */
const word = (text, secret = false) => (secret ? `"${text.replace(/["\\`]/g, "\\$&")}"` : `'${text.replaceAll("'", "'\\''")}'`);

/** Text as Python and JavaScript both read it: JSON's form, and no line that ends early. */
const literal = (text) => JSON.stringify(text).replace(/[\u2028\u2029\u007f-\u009f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);

function curl(asked) {
  const data = asked.request.text ? [`--data-binary ${word(asked.request.text)}`] : [];
  return [`curl -X ${asked.method} ${word(url(asked))}`, ...headers(asked).map(([name, value, secret]) => `-H ${word(`${name}: ${value}`, secret)}`), ...data].join(" \\\n  ");
}

/** @param {Asked} asked @param {(text: string) => string} secret how the language puts $API_KEY into a text @param {string} margin */
function table(asked, secret, margin) {
  return headers(asked).map(([name, value, hidden]) => `${margin}${literal(name)}: ${hidden ? secret(value) : literal(value)},\n`).join("");
}

const inPython = (value) => (value === KEY ? 'os.environ["API_KEY"]' : `${literal(value.replace(KEY, ""))} + os.environ["API_KEY"]`);

const inScript = (value) => `\`${value.replace(KEY, "${process.env.API_KEY}")}\``;

function call(asked, address, margin) {
  const body = asked.request.text ? `${margin}    content=${literal(asked.request.text)}.encode(),\n` : "";
  return `httpx.request(\n${margin}    ${literal(asked.method)},\n${margin}    ${address},\n${margin}    headers={\n${table(asked, inPython, `${margin}        `)}${margin}    },\n${body}${margin}    timeout=60,\n${margin})`;
}

const imports = (asked) => `${headers(asked).some(([, , secret]) => secret) ? "import os\n\n" : ""}import httpx\n`;

const python = (asked) => `${imports(asked)}\nanswer = ${call(asked, literal(url(asked)), "")}\nprint(answer.status_code, answer.text)\n`;

function typescript(asked) {
  const body = asked.request.text ? `  body: ${literal(asked.request.text)},\n` : "";
  return `const answer = await fetch(${literal(url(asked))}, {\n  method: ${literal(asked.method)},\n  headers: {\n${table(asked, inScript, "    ")}  },\n${body}});\nconsole.log(answer.status, await answer.text());\n`;
}

function test(asked) {
  const address = `mockserver.url + ${literal(url(asked).slice(location.origin.length))}`;
  const name = asked.path.replace(/\W+/g, "_").replace(/^_|_$/g, "").toLowerCase() || "root";
  return `${imports(asked)}\n\ndef test_${asked.method.toLowerCase()}_${name}(mockserver):\n    answer = ${call(asked, address, "    ")}\n    assert answer.status_code == ${asked.status ?? 200}\n`;
}

/** @type {[string, (asked: Asked) => string][]} */
export const COPIES = [["curl", curl], ["Python", python], ["TypeScript", typescript], ["test", test]];
