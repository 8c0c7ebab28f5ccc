// A person at the console, in a real browser: what each tab shows, and what its buttons do.
const chromium = require("@sparticuz/chromium").default;
const puppeteer = require("puppeteer-core");

const url = process.env.WF_TRACE_SERVER_URL;

async function browser() {
  const args = [...chromium.args, "--no-sandbox"];
  return puppeteer.launch({ args, executablePath: await chromium.executablePath(), headless: "shell" });
}

async function click(page, selector, text) {
  const find = (selector, text) => [...document.querySelectorAll(selector)].find((each) => each.textContent.includes(text));
  const found = await page.waitForFunction(find, {}, selector, text);
  await found.evaluate((each) => each.click());
}

async function read(page, selector) {
  await page.waitForSelector(selector);
  return page.$eval("main", (main) => main.innerText);
}

async function requests(page) {
  await click(page, "tbody td", "acme/demo");
  await click(page, "button", "Copy as pytest");
  const shown = await read(page, "section + section h2");
  await click(page, "tbody td", "/calls/start");
  return { shown, hint: await read(page, ".failed") };
}

async function post(path, body) {
  const headers = { Authorization: "Bearer test" };
  await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function arriving(page) {
  await post("/table/create", { table: { project_id: "acme/demo", rows: [] } });
  await click(page, "tbody td", "Table Create");
  await click(page, "[role=tab]", "Data");
  await click(page, "tbody tr", "tables");
  await post("/table/create", { table: { project_id: "acme/demo", rows: [{ x: 1 }] } });
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr")].some((line) => line.innerText.split(/\s+/).join(" ").trim() === "tables 2"));
  await click(page, "[role=tab]", "Requests");
  await click(page, "tbody td", "Table Create");
  await fetch(`${url}/__admin/requests`, { method: "DELETE" });
  return read(page, "div.empty");
}

async function traces(page) {
  await click(page, "[role=tab]", "Traces");
  await click(page, "tbody tr", "answer");
  const row = await page.$eval("tbody tr", (line) => line.innerText);
  const tree = await read(page, ".tree li:nth-child(2)");
  await page.focus(".tree li");
  await page.keyboard.press("ArrowDown");
  return { row, tree, chosen: await page.$eval(".tree li[aria-selected=true]", (line) => line.innerText) };
}

async function data(page) {
  await click(page, "[role=tab]", "Data");
  await click(page, "tbody tr", "objects");
  await click(page, "tbody tr", "prompt");
  await page.waitForSelector(".diff .changed");
  return page.$$eval(".diff .changed", (lines) => lines.map((line) => line.textContent.trim()));
}

async function control(page) {
  page.on("dialog", (dialog) => dialog.accept());
  await click(page, "[role=tab]", "Control");
  await page.waitForSelector("select");
  await page.select("select", "Call End");
  await click(page, "button", "Fail");
  await page.waitForSelector("tbody tr");
  const faults = await page.$$eval("tbody tr", (lines) => lines.map((line) => line.innerText));
  await click(page, "button", "Freeze");
  await page.waitForFunction(() => document.body.innerText.includes("(frozen)"));
  await click(page, "button", "Reset to empty");
  await page.waitForFunction(() => document.getElementById("news").textContent.startsWith("dropped"));
  return { faults, news: await page.$eval("#news", (news) => news.textContent) };
}

async function operations(page) {
  await page.goto(`${url}/docs#call_read_call_read_post`);
  await page.waitForSelector("details[open] textarea");
  await click(page, "details[open] button", "Send");
  await page.waitForFunction(() => document.querySelector("details[open] pre").textContent.startsWith("200"));
  return page.$eval("details[open] pre", (answer) => answer.textContent);
}

async function main() {
  const running = await browser();
  try {
    const page = await running.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${url}/__console`);
    const result = {
      requests: await requests(page),
      forgotten: await arriving(page),
      traces: await traces(page),
      data: await data(page),
      control: await control(page),
      operations: await operations(page),
      errors,
    };
    console.log(JSON.stringify(result));
  } finally {
    await running.close();
  }
}

main();
