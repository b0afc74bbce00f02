/**
 * Lighthouse's scores of `/` and, signed in and with links, of `/links`: the whole system as `npm start` runs it, on
 * loopback, with Lighthouse's own slow phone and slow network, or its desktop, and an empty browser cache. Needs Chromium and
 * what `npm start` builds.
 */
import lighthouse, { type Flags } from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import desktop from "lighthouse/core/config/desktop-config.js";
import { cleanUp } from "@satchel/testing";
import { median } from "./report.ts";
import { saveLinks, startVisit } from "./visit.ts";

const LINKS = Number(process.env["LINKS"] ?? 40);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
/** Lighthouse's own devices: its phone, or with `DEVICE=desktop` its desktop. */
const IS_DESKTOP = process.env["DEVICE"] === "desktop";
const SPEED = IS_DESKTOP ? throttling.desktopDense4G : throttling.mobileSlow4G;
/** How many times slower the processor is made. Lighthouse's own 4 for a phone is meant for a fast desktop machine. */
const SLOWER = Number(process.env["SLOWER"] ?? SPEED.cpuSlowdownMultiplier);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "speed-index",
  "total-blocking-time",
  "cumulative-layout-shift",
] as const;

const visit = await startVisit();

/** Lighthouse's scores of an address, as medians of the rounds, and the audits that failed. */
async function measure(path: string): Promise<void> {
  const scores = new Map<string, number[]>();
  const faults = new Set<string>();
  const add = (name: string, value: number): void => void scores.set(name, [...(scores.get(name) ?? []), value]);
  for (let round = 0; round < ROUNDS; round++) {
    const flags: Flags = {
      port: visit.debugPort,
      logLevel: "error",
      onlyCategories: CATEGORIES,
      throttling: { ...SPEED, cpuSlowdownMultiplier: SLOWER },
    };
    const { lhr } = (await lighthouse(visit.url + path, flags, IS_DESKTOP ? desktop : undefined)) ?? {};
    if (lhr === undefined) throw new Error("Lighthouse gave no result");
    for (const name of CATEGORIES) add(name, Math.round((lhr.categories[name]?.score ?? 0) * 100));
    // How fast this machine runs JavaScript; a phone of the middle class has about 1,000.
    add("benchmark index", lhr.environment.benchmarkIndex);
    for (const name of METRICS) add(name, lhr.audits[name]?.numericValue ?? Number.NaN);
    for (const name of ["accessibility", "best-practices", "seo"] as const) {
      for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 1)
          faults.add(`${name}: ${audit.title}`);
      }
    }
  }
  const medians = [...scores].map(([name, values]) => [name, Number(median(values).toFixed(3))]);
  console.log(path, Object.fromEntries(medians), [...faults]);
}

try {
  await measure("/");
  const page = await visit.browser.newPage();
  await visit.signIn(page);
  console.log("links saved with status", await saveLinks(page, LINKS, visit.siteUrl));
  await page.waitForFunction(() => document.querySelectorAll(".link__thumb img").length > 5);
  await page.goto("about:blank");
  await measure("/links");
} finally {
  await cleanUp();
}
