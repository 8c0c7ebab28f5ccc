// Vitest with a server: `import { test } from "./mockserver/vitest"`.
//
// Each worker has one; with Vitest's isolation that is one for each test file. It is reset before
// every test. What a test planned and did not use fails the test.

import { test as base } from "vitest";
import { type MockServer, type Settings, start } from "./index.ts";

export interface Fixtures {
  /** Settings of the worker's server; override it with `test.override` or `test.extend`. */
  mockserverSettings: Settings;
  /** The worker's server, which is never reset. */
  mockserverSession: MockServer;
  /** The worker's server as it started. */
  mockserver: MockServer;
}

export const test = base.extend<Fixtures>({
  mockserverSettings: [{}, { scope: "worker" }],
  mockserverSession: [
    async ({ mockserverSettings }, use) => {
      const server = await start(mockserverSettings);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  mockserver: async ({ mockserverSession, onTestFailed, task }, use) => {
    await mockserverSession.reset();
    onTestFailed(async () => console.error(await mockserverSession.report()));
    await use(mockserverSession);
    const unused = task.result?.state === "fail" ? [] : await mockserverSession.unused();
    if (unused.length) throw new Error(`mockserver: ${unused.join("\n")}`);
  },
});

export { expect } from "vitest";
