// What the Playwright fixture gives a test: a page in a real browser talks to the worker's server.
import { expect, test } from "./mockserver/playwright";

test.use({ mockserverSettings: { listing: "a" } });

test("a page is answered what the test scripted", async ({ mockserver, page }) => {
  await mockserver.reply("weather", "Rain.");
  await page.goto(`${mockserver}/health`);
  const answer = await page.evaluate(async (url) => {
    const question = { messages: [{ role: "user", content: "How is the weather?" }] };
    const headers = { "content-type": "application/json", authorization: "Bearer any" };
    const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body: JSON.stringify(question) });
    return response.json();
  }, mockserver.url);
  expect(answer.choices[0].message.content).toBe("Rain.");
  await mockserver.assertCalled("Chat Completion", { times: 1 });
});

test("a test finds nothing of the one before it", async ({ mockserver }) => {
  expect(await mockserver.requests("Chat Completion")).toEqual([]);
});

test("the worker's server has the file's settings", async ({ mockserver, request }) => {
  expect((await request.get(`${mockserver}/version`)).status()).toBe(404);
});

test("fails: a fault that was not used", async ({ mockserver }) => {
  await mockserver.fail("Call End");
});

test("fails: an expectation, with the requests", async ({ mockserver, request }) => {
  expect((await request.get(`${mockserver}/call/strat`)).status()).toBe(200);
});
