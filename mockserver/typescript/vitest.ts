// Vitest with a server: `import { test } from "./mockserver/vitest"`.
//
// Each worker has one; with Vitest's isolation that is one for each test file. It is reset before
// every test. What a test planned and did not use fails the test.

import { test as base } from "vitest";
import { type MockServer, type Settings, serveWorker } from "./index.ts";

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
  mockserverSession: [serveWorker, { scope: "worker" }],
  mockserver: async ({ mockserverSession, onTestFailed, task }, use) => {
    await mockserverSession.reset();
    onTestFailed(async () => console.error(await mockserverSession.report()));
    await use(mockserverSession);
    if (task.result?.state !== "fail") await mockserverSession.assertUsed();
  },
});

export { expect } from "vitest";
