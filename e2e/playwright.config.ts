import { defineConfig } from "@playwright/test";
import { findBrowser } from "@satchel/testing";

/** Without what would ask the network by itself, so that every request seen is the page's. */
const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Journeys through the built system, as a person in front of a browser takes them. */
export default defineConfig({
  testDir: "journeys",
  testMatch: "*.e2e.spec.ts",
  globalSetup: "./support/global-setup.ts",
  outputDir: "test-results",
  reporter: "line",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS },
  },
});
