import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test as base, type Worker } from "@playwright/test";
import { BROWSER_FLAGS, findExtensionBrowser } from "@satchel/testing";
import { addresses } from "../support/environment.ts";
import { signIn } from "../support/test.ts";
import { Buttons } from "./cdp.ts";
import { type Gate, openGate } from "./gate.ts";

/** What is called of the browser inside the extension's worker. */
declare const chrome: {
  readonly tabs: { query(filter: object): Promise<{ readonly id: number }[]> };
  readonly action: { getBadgeText(of: object): Promise<string>; getTitle(of: object): Promise<string> };
};

/** Builds of the extension: the same code, with the permissions that no program can be asked for. */
type Build = "e2e" | "e2e-tabs";

/** A browser with the extension in it. */
export interface Installed {
  readonly context: BrowserContext;
  readonly worker: Worker;
  readonly buttons: Buttons;
  /** The address of one of the extension's own pages. */
  readonly pageOf: (name: string) => string;
  /** What the button shows of the tab that is in front of this window. */
  readonly badge: () => Promise<{ readonly text: string; readonly title: string }>;
}

interface Fixtures {
  readonly build: Build;
  readonly email: string;
  readonly gate: Gate;
  readonly installed: Installed;
  /** A page of the server, where the person is signed in; the extension is connected. */
  readonly archive: Page;
}

/** A page of the test's web site, under a name of this machine that the extension has no permission for. */
export const siteUrl = (title: string): string =>
  `${addresses().siteUrl.replace("127.0.0.1", "localhost")}/pages/${encodeURIComponent(title)}`;

async function install(build: Build, baseURL: string): Promise<Installed> {
  const folder = join(import.meta.dirname, `../../extension/dist/chrome-mv3-${build}`);
  const context = await chromium.launchPersistentContext("", {
    executablePath: findExtensionBrowser(),
    // Playwright's own way of being headless is the shell, which has no extensions.
    headless: false,
    baseURL,
    args: [
      ...BROWSER_FLAGS,
      "--headless=new",
      "--lang=en-US",
      "--enable-unsafe-extension-debugging",
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const browser = context.browser();
  if (browser === null) throw new Error("The browser is gone");
  const { host } = new URL(worker.url());
  const pageOf = (name: string): string => `chrome-extension://${host}/${name}`;
  // Opened once it is installed.
  const isWelcome = (page: Page): boolean => page.url() === pageOf("options.html");
  await expect.poll(() => context.pages().some(isWelcome)).toBe(true);
  await context.pages().find(isWelcome)?.close();
  const badge = (): Promise<{ text: string; title: string }> =>
    worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const of = { tabId: tab?.id };
      return { text: await chrome.action.getBadgeText(of), title: await chrome.action.getTitle(of) };
    });
  return {
    context,
    worker,
    buttons: await Buttons.of(browser, host),
    pageOf,
    badge,
  };
}

/** Connects the extension on its options page, as a person does. Gives the options page. */
export async function connect({ context, pageOf }: Installed, server: string): Promise<Page> {
  const options = await context.newPage();
  await options.goto(pageOf("options.html"));
  await options.getByLabel("Address of your Satchel").fill(server);
  const [consent] = await Promise.all([
    context.waitForEvent("page"),
    options.getByRole("button", { name: /^Connect/ }).click(),
  ]);
  await consent.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(options.getByText("You can close this page.")).toBeVisible();
  return options;
}

export const test = base.extend<Fixtures>({
  build: ["e2e", { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  email: async ({}, use) => use(`anna-${randomUUID().slice(0, 8)}@post.example`),
  // oxlint-disable-next-line no-empty-pattern
  gate: async ({}, use) => {
    const gate = await openGate(addresses().url);
    await use(gate);
    gate.close();
  },
  installed: async ({ build, gate }, use) => {
    const installed = await install(build, gate.url);
    await use(installed);
    await installed.context.close();
  },
  archive: async ({ installed, gate, email }, use) => {
    const page = await installed.context.newPage();
    await signIn(page, email);
    await (await connect(installed, gate.url)).close();
    await use(page);
  },
});

export { expect };
