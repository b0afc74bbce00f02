import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _, use: __, ...settings } = journeys;

/** What WebKit is driven through: `npm run test:webkit`. */
export default defineConfig(settings, { testDir: "webkit", testMatch: "*.webkit.spec.ts", workers: 1, retries: 0 });
