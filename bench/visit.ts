import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BROWSER_FLAGS, findBrowser, freePort } from "@satchel/testing";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startSite } from "../e2e/support/site.ts";

const MAIN = join(import.meta.dirname, "../services/standalone/dist/main.js");

/** The whole system as `npm start` runs it, on loopback, a web site that it may fetch, and a browser. */
export interface Visit {
  readonly url: string;
  readonly siteUrl: string;
  readonly browser: BrowserContext;
  /** Where the browser takes orders by its own protocol. */
  readonly debugPort: number;
  /** Signs in with a new address. */
  signIn(page: Page): Promise<void>;
  end(): Promise<void>;
}

/** Asks until it is so. @throws after a minute */
export async function until(is: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await is()); await delay(200)) {
    if (Date.now() > deadline) throw new Error("It took longer than a minute");
  }
}

/** Starts it all. @param settings of the system, beside its ports and its folder */
export async function startVisit(settings: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const site = await startSite();
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const [port, smtpPort, debugPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
  const url = `http://127.0.0.1:${port}`;
  const system: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      FETCH_ALLOW: new URL(siteUrl).host,
      ...settings,
    },
    stdio: "ignore",
  });
  const exited = once(system, "exit");
  let browser: BrowserContext | undefined;

  async function end(): Promise<void> {
    await browser?.close();
    system.kill("SIGTERM");
    await exited;
    site.closeAllConnections();
    site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }

  /** The code in the subject of the one mail that was sent. */
  function mailedCode(): string | undefined {
    const folder = join(dataDir, "outbox");
    const [mail] = readdirSync(folder).filter((name) => name.endsWith(".eml"));
    return mail === undefined ? undefined : /^Subject: (\d{6})/m.exec(readFileSync(join(folder, mail), "utf8"))?.[1];
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(url);
    await page.getByLabel("Your e-mail address").fill("anna@post.example");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("6-digit code").waitFor();
    await until(() => mailedCode() !== undefined);
    await page.getByLabel("6-digit code").fill(mailedCode() ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/links");
  }

  try {
    await until(() =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    browser = await chromium.launchPersistentContext(join(dataDir, "browser"), {
      executablePath: findBrowser(),
      args: [...BROWSER_FLAGS, `--remote-debugging-port=${debugPort}`],
      serviceWorkers: "block",
    });
    return { url, siteUrl, browser, debugPort, signIn, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Saves links to so many pages of the site, which have a picture each. Says what the server answered. */
export async function saveLinks(page: Page, count: number, siteUrl: string): Promise<number[]> {
  return await page.evaluate(
    async ([number, from]) => {
      const told: number[] = [];
      for (let n = 1; n <= Number(number); n++) {
        const body = JSON.stringify({ url: `${from}/pages/Loaf ${n} of many` });
        const headers = { "content-type": "application/json" };
        told.push((await fetch("/api/links/", { method: "POST", headers, body })).status);
      }
      return [...new Set(told)];
    },
    [count, siteUrl] as const,
  );
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
