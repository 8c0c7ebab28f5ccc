import chromium from "@sparticuz/chromium";

export default {
  testMatch: "*.spec.ts",
  workers: 1,
  use: { launchOptions: { executablePath: await chromium.executablePath(), args: [...chromium.args, "--no-sandbox"] } },
};
