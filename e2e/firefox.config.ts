import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _, use: __, ...settings } = journeys;

/** What Firefox is driven through: `npm run test:firefox`. */
export default defineConfig(settings, { testDir: "firefox", testMatch: "*.firefox.spec.ts", workers: 1, retries: 0 });
