import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "@satchel/testing";
import { chosen, withExtension } from "./support/proof.ts";

const extension = [
  // First, beside a journey: built after the last of them, nothing could go on meanwhile.
  { name: "extension-build", testDir: "extension", testMatch: "build.setup.ts" },
  { name: "extension", testDir: "extension", testMatch: "*.e2e.spec.ts", dependencies: ["extension-build"] },
];

/** Journeys through the built system, as a person in front of a browser takes them. */
export default defineConfig({
  projects: [
    ...(withExtension ? extension : []),
    { name: "page", testDir: "journeys", testMatch: "*.e2e.spec.ts", ...chosen },
  ],
  globalSetup: "./support/global-setup.ts",
  outputDir: "test-results",
  reporter: "line",
  fullyParallel: true,
  workers: 2,
  // A second try is told at the end of `npm test`. On one's own machine an unsteady journey is a failed one.
  retries: process.env["CI"] ? 1 : 0,
  forbidOnly: true,
  // The same for all, many times what they take: the machine may do much else. What has to be fast is a benchmark.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  use: {
    // Below the limit of a journey, so that the error names the step that did not end.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // One context for each worker, emptied before each journey: a new one costs 1.5 s of processor time.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    // It answers in the place of the server, where a journey looks at what the server says; those about it allow it.
    serviceWorkers: "block",
    // What moves is painted by the processor here, which took a quarter of the time; some journeys have it on.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs a third of the time: `TRACE=1 npm test -- e2e tags` for one.
    trace: process.env["TRACE"] ? "on" : "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: findBrowser(), args: [...BROWSER_FLAGS] },
  },
});
