import { atEnd, BROWSER_FLAGS, findBrowser, freePort, tempDir } from "@satchel/testing";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startSite } from "../e2e/support/site.ts";
import { mailedCode, startInstance } from "../services/standalone/test/instance.ts";

const EMAIL = "anna@post.example";

/** The whole system on loopback, a web site that it may fetch, and a browser. All of it ends with `cleanUp`. */
export interface Visit {
  readonly url: string;
  readonly siteUrl: string;
  readonly browser: BrowserContext;
  /** The port of the Chrome DevTools Protocol. */
  readonly debugPort: number;
  /** Signs in with a new address. */
  readonly signIn: (page: Page) => Promise<void>;
}

/** Starts all of it. @param settings of the system, besides its ports and its folder */
export async function startVisit(settings: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const site = await startSite();
  atEnd(site.close);
  const { url, dataDir } = await startInstance({ FETCH_ALLOW: new URL(site.url).host, ...settings });
  const debugPort = await freePort();
  const browser = await chromium.launchPersistentContext(await tempDir(), {
    executablePath: findBrowser(),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${debugPort}`],
    serviceWorkers: "block",
  });
  atEnd(() => browser.close());
  const signIn = async (page: Page): Promise<void> => {
    await page.goto(url);
    await page.getByLabel("Your email address").fill(EMAIL);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("6-digit code").fill(await mailedCode({ dataDir }, EMAIL));
    await page.waitForURL("**/links");
  };
  return { url, siteUrl: site.url, browser, debugPort, signIn };
}

/** Saves links to so many pages of the site, each with a picture. @returns the statuses of the answers */
export async function saveLinks(page: Page, count: number, siteUrl: string): Promise<number[]> {
  return await page.evaluate(
    async ([number, from]) => {
      const statuses: number[] = [];
      for (let n = 1; n <= Number(number); n++) {
        const body = JSON.stringify({ url: `${from}/pages/Loaf ${n} of many` });
        const headers = { "content-type": "application/json" };
        statuses.push((await fetch("/api/links/", { method: "POST", headers, body })).status);
      }
      return [...new Set(statuses)];
    },
    [count, siteUrl] as const,
  );
}
