// Playwright with a server: `import { expect, test } from "./mockserver/playwright"`.
//
// Each worker has one, which is reset before every test. What a test planned and did not use fails
// the test.

import { test as base } from "@playwright/test";
import { type MockServer, type Settings, serveWorker } from "./index.ts";

export interface TestFixtures {
  /** The worker's server as it started. */
  mockserver: MockServer;
}

export interface WorkerFixtures {
  /** Settings of the worker's server: `test.use({ mockserverSettings: { seed: 7 } })`. */
  mockserverSettings: Settings;
  /** The worker's server, which is never reset. */
  mockserverSession: MockServer;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mockserverSettings: [{}, { scope: "worker", option: true }],
  mockserverSession: [serveWorker, { scope: "worker" }],
  mockserver: async ({ mockserverSession }, use, testInfo) => {
    await mockserverSession.reset();
    await use(mockserverSession);
    if (testInfo.status === testInfo.expectedStatus) await mockserverSession.assertUsed();
    else await testInfo.attach("mockserver", { body: await mockserverSession.report() });
  },
});

export { expect } from "@playwright/test";
