/**
 * What Lighthouse says of `/` and of `/links`, signed in with links in it: the whole system as `npm start` runs it, on
 * loopback, with Lighthouse's own slow phone and slow network. Needs Chromium and what `npm start` builds.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BROWSER_FLAGS, findBrowser, freePort } from "@satchel/testing";
import lighthouse, { type Config } from "lighthouse";
import { chromium } from "playwright-core";
import { startSite } from "../e2e/support/site.ts";

const MAIN = join(import.meta.dirname, "../services/standalone/dist/main.js");
const LINKS = Number(process.env["LINKS"] ?? 40);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const site = await startSite();
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const [port, smtpPort, debugPort] = [await freePort(), await freePort(), await freePort()];
const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
const url = `http://127.0.0.1:${port}`;
const system = spawn(process.execPath, [MAIN], {
  env: {
    ...process.env,
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    FETCH_ALLOW: new URL(siteUrl).host,
  },
  stdio: "ignore",
});
const exited = once(system, "exit");
const until = async (is: () => Promise<boolean> | boolean): Promise<void> => {
  for (const deadline = Date.now() + 60_000; !(await is()); await delay(200)) {
    if (Date.now() > deadline) throw new Error("It took longer than a minute");
  }
};

/** The code in the subject of the one mail that was sent. */
function mailedCode(): string | undefined {
  const folder = join(dataDir, "outbox");
  const [mail] = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return mail === undefined ? undefined : /^Subject: (\d{6})/m.exec(readFileSync(join(folder, mail), "utf8"))?.[1];
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Lighthouse's word on an address, in the browser that listens on the debugging port; medians of the rounds. */
async function look(path: string, config?: Config): Promise<void> {
  const scores = new Map<string, number[]>();
  const faults = new Set<string>();
  const add = (name: string, value: number): void => void scores.set(name, [...(scores.get(name) ?? []), value]);
  for (let round = 0; round < ROUNDS; round++) {
    const result = await lighthouse(
      url + path,
      { port: debugPort, logLevel: "error", onlyCategories: [...CATEGORIES], disableStorageReset: true },
      config,
    );
    if (result === undefined) throw new Error("Lighthouse said nothing");
    for (const name of CATEGORIES) add(name, Math.round((result.lhr.categories[name]?.score ?? 0) * 100));
    for (const name of [
      "first-contentful-paint",
      "largest-contentful-paint",
      "total-blocking-time",
      "cumulative-layout-shift",
    ])
      add(name, result.lhr.audits[name]?.numericValue ?? Number.NaN);
    for (const name of ["accessibility", "best-practices", "seo"] as const) {
      for (const { id, weight } of result.lhr.categories[name]?.auditRefs ?? []) {
        const audit = result.lhr.audits[id];
        if (weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 1)
          faults.add(`${name}: ${audit.title}`);
      }
    }
  }
  console.log(
    path,
    Object.fromEntries([...scores].map(([name, values]) => [name, Number(median(values).toFixed(3))])),
    [...faults],
  );
}

try {
  await until(() =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const browser = await chromium.launchPersistentContext(join(dataDir, "browser"), {
    executablePath: findBrowser(),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${debugPort}`],
    serviceWorkers: "block",
  });
  const page = await browser.newPage();
  await look("/");

  await page.goto(url);
  await page.getByLabel("Your e-mail address").fill("anna@post.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("6-digit code").waitFor();
  await until(() => mailedCode() !== undefined);
  await page.getByLabel("6-digit code").fill(mailedCode() ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/links");
  const statuses = await page.evaluate(
    async ([count, from]) => {
      const told: number[] = [];
      for (let n = 1; n <= Number(count); n++) {
        const body = JSON.stringify({ url: `${from}/pages/Loaf ${n} of many` });
        const headers = { "content-type": "application/json" };
        told.push((await fetch("/api/links/", { method: "POST", headers, body })).status);
      }
      return [...new Set(told)];
    },
    [LINKS, siteUrl] as const,
  );
  console.log("links saved with status", statuses);
  await page.waitForFunction(() => document.querySelectorAll(".link__thumb img").length > 5);
  await page.goto("about:blank");
  await look("/links");
  await browser.close();
} finally {
  system.kill("SIGTERM");
  await exited;
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
}
