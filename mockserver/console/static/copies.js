// A request that was kept, as something to send again: a curl command, a test, the fetch of a page.

// What this server reads of a request beside its credential and its body travels with every copy.
export function headersOf(row) {
  const own = Object.entries(row.request.headers).filter(([header]) => header.startsWith("x-mockserver-"));
  const type = row.request.body === null ? {} : { "content-type": "application/json" };
  return { authorization: "Bearer any", ...type, ...Object.fromEntries(own) };
}

export function bodyOf(row) {
  return row.request.body === null ? "" : JSON.stringify(row.request.body);
}

export function pathOf(row) {
  return row.path + (row.query && `?${row.query}`);
}

export function asCurl(row, origin) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(headersOf(row)).flatMap(([header, value]) => ["-H", quoted(`${header}: ${value}`)]);
  const body = bodyOf(row);
  return ["curl", "-X", row.method, quoted(origin + pathOf(row)), ...headers, ...(body ? ["--data-raw", quoted(body)] : [])].join(" ");
}

export function asPytest(row) {
  const body = bodyOf(row);
  const lines = ["import httpx", "", "", "def test_request(mockserver):", "    answer = httpx.request("];
  lines.push(`        ${JSON.stringify(row.method)},`, `        mockserver.url + ${JSON.stringify(pathOf(row))},`);
  lines.push(`        headers=${JSON.stringify(headersOf(row))},`);
  if (body) lines.push(`        content=${JSON.stringify(body)},`);
  return [...lines, "    )", `    assert answer.status_code == ${row.status}`, ""].join("\n");
}
