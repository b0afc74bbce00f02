import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _, ...settings } = journeys;

/** Pictures of every screen, in both themes and two widths, into `screenshots/` of the repository. */
export default defineConfig(settings, { testDir: "shots", testMatch: "*.shots.ts", workers: 1 });
