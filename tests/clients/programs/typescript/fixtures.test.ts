// What the Vitest fixture gives a test, and what it makes of one that forgets something.
import { describe } from "vitest";
import { expect, test } from "./mockserver/vitest";
import { MockServer, Refused, start } from "./mockserver/index.ts";

async function ask(server: MockServer, content: string, project = "acme/demo"): Promise<Response> {
  return fetch(`${server}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer any", "content-type": "application/json", "openai-project": project },
    body: JSON.stringify({ messages: [{ role: "user", content }] }),
  });
}

async function said(answer: Response): Promise<string> {
  const { choices }: any = await answer.json();
  return choices[0].message.content;
}

async function startCall(server: MockServer): Promise<Response> {
  const call = { project_id: "acme/demo", op_name: "predict", started_at: "2025-01-01T09:00:00Z", attributes: {}, inputs: {} };
  return fetch(server.url + "/call/start", {
    method: "POST",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: JSON.stringify({ start: call }),
  });
}

const ofListingA = test.extend({ mockserverSettings: [{ listing: "a" as const }, { scope: "worker" }] });

describe("passes", () => {
  test("replies are scripted", async ({ mockserver }) => {
    await mockserver.reply("weather", "Rain.");
    await mockserver.replyNext({ error: { status: 429, message: "Not yet." } });
    expect((await ask(mockserver, "The weather?")).status).toBe(429);
    expect(await said(await ask(mockserver, "The weather?"))).toBe("Rain.");
    expect((await mockserver.replies()).map((rule) => rule.used)).toContain(1);
  });

  test("a test finds nothing of the one before it", async ({ mockserver }) => {
    expect(await mockserver.requests()).toEqual([]);
    expect(await said(await ask(mockserver, "The weather?"))).not.toBe("Rain.");
  });

  test("requests are found, counted and waited for", async ({ mockserver }) => {
    setTimeout(() => void startCall(mockserver), 10);
    await mockserver.waitFor("Call Start", { timeout: "5s", idle: true });
    await mockserver.assertCalled("Call Start", { times: 1, body: { "start.op_name": { contains: "pred" } } });
    const [request] = await mockserver.requests("Call Start", { status: 200 });
    expect(request?.request.body.start.project_id).toBe("acme/demo");
    expect(await mockserver.count("Call End")).toBe(0);
    expect((await mockserver.hits())["Call Start"]).toBe(1);
    await expect(mockserver.assertCalled("Call End")).rejects.toThrow("Call End");
    await expect(mockserver.waitFor("Call End", { timeout: 0 })).rejects.toThrow("Call End");
  });

  test("faults befall requests and say how often", async ({ mockserver }) => {
    await mockserver.fail("Call Start", 503, { retry_after: 2 });
    expect((await startCall(mockserver)).headers.get("retry-after")).toBe("2");
    expect((await startCall(mockserver)).status).toBe(200);
    expect(await mockserver.faults()).toMatchObject([{ used: 1, remaining: 0 }]);
    expect(await mockserver.calls("acme/demo")).toMatchObject([{ op_name: "predict" }]);
  });

  test("data is loaded, saved, remembered and reset", async ({ mockserver }) => {
    await mockserver.load({ mockserver: 1, projects: { "acme/demo": { calls: [{ op: "answer" }] } } });
    await mockserver.snapshot("one");
    await mockserver.save("saved.json");
    await mockserver.reset("empty");
    expect(await mockserver.calls()).toEqual([]);
    await mockserver.restore("one");
    expect(await mockserver.calls()).toHaveLength(1);
    await mockserver.load("saved.json", "replace");
    expect(await mockserver.calls()).toHaveLength(1);
  });

  test("the clock stands where it is put", async ({ mockserver }) => {
    await mockserver.clock.freeze("2025-01-01T09:00Z");
    await mockserver.clock.advance("5m");
    expect((await mockserver.clock.now()).toISOString()).toBe("2025-01-01T09:05:00.000Z");
    await mockserver.clock.release();
    expect((await mockserver.clock.now()).getFullYear()).toBeGreaterThan(2025);
  });

  test("an outage refuses connections, on the same port after it", async ({ mockserver }) => {
    await mockserver.outage("300ms", async () => {
      await expect(startCall(mockserver)).rejects.toThrow();
    });
    expect((await startCall(mockserver)).status).toBe(200);
  });

  test("a refusal of the control API is told", async ({ mockserver }) => {
    const wrong = mockserver.configure({ listing: "c" as "a" });
    await expect(wrong).rejects.toBeInstanceOf(Refused);
    await expect(mockserver.fail("Call Strat")).rejects.toThrow("Call Start");
  });

  test("a further server has settings of its own, and ends", async () => {
    const server = await start({ listing: "a", seed: 7, api_key: ["k1", "k2"] });
    expect((await fetch(`${server}/version`)).status).toBe(404);
    await server.stop();
    await expect(fetch(`${server}/health`)).rejects.toThrow();
  });

  test("a setting that is wrong is told", async () => {
    await expect(start({ context_length: -1 })).rejects.toThrow("--context-length");
  });

  ofListingA("the settings of the worker's server can be overridden", async ({ mockserver }) => {
    expect((await fetch(`${mockserver}/version`)).status).toBe(404);
  });
});

describe("fails", () => {
  test("a fault that was not used", async ({ mockserver }) => {
    await mockserver.fail("Call End");
  });

  test("a reply that was not used", async ({ mockserver }) => {
    await mockserver.reply("weather", "Rain.");
    await ask(mockserver, "The sea?");
  });

  test("an expectation, with the requests", async ({ mockserver }) => {
    expect((await fetch(`${mockserver}/call/strat`)).status).toBe(200);
  });
});
