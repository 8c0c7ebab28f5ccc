export default {
  testMatch: "*.spec.ts",
  workers: 1,
  use: { launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } },
};
