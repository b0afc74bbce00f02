import { playwright } from "@vitest/browser-playwright";
import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import { BROWSER_FLAGS, findBrowser } from "../testing/src/browser.ts";
import vite from "./vite.config.ts";

/** Components in a real browser: `*.browser.spec.tsx` beside them. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      name: "browser",
      include: ["src/**/*.browser.spec.tsx"],
      // As for the other tests: the 15 s that are usual in browsers passed on a busy machine before a first render.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath: findBrowser(), args: [...BROWSER_FLAGS] } }),
        instances: [{ browser: "chromium" }],
      },
    },
  }),
);
