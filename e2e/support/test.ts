import { randomUUID } from "node:crypto";
import { test as base, expect, type Locator, type Page, type Request } from "@playwright/test";
import { STAY } from "../../web/src/session/flags.ts";
import { call } from "./call.ts";
import { addresses } from "./environment.ts";
import { codeMailedTo, codesMailedTo, sendMail } from "./mail.ts";

/** A signed-in user, with the archive open. */
export interface Person {
  readonly email: string;
  /** Mails a link to a page of the test's site, and waits for the page's row, under its own title. */
  saves(title: string): Promise<Locator>;
}

interface Fixtures {
  readonly email: string;
  readonly person: Person;
  /** Another site that the journey goes to, and comes back from. */
  readonly otherSite: () => string | undefined;
  readonly watched: void;
}

/** The address of a page of the test's site. */
export const pageUrl = (title: string): string => `${addresses().siteUrl}/pages/${encodeURIComponent(title)}`;

/** A header by which a browser has a network of its own, because limits count by network. */
export function fromSomewhere(): { readonly "x-forwarded-for": string } {
  const [network] = randomUUID().split("-");
  return { "x-forwarded-for": `2001:db8:${network?.slice(0, 4)}:${network?.slice(4)}::1` };
}

/** The row of a link in the list. */
export const row = (page: Page, title: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

/**
 * Signs in by a mailed code, and opens the archive. It does so by the API, on a page that loads nothing; the forms are tested
 * by the journeys of signing in.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/api/health");
  const before = await codesMailedTo(email);
  expect(await call(page, "POST", "/api/auth/register", { email })).toMatchObject({ status: 200 });
  const code = await codeMailedTo(email, before);
  const verified = await call(page, "POST", "/api/auth/verify-email", { email, code, stay_logged_in: true });
  expect(verified).toMatchObject({ status: 200 });
  // The page's own mark of a session, because it can't read the cookie.
  await page.evaluate((key) => localStorage.setItem(key, `kept.${Date.now()}`), STAY);
  await page.goto("/links");
  await expect(page).toHaveURL("/links");
}

export const test = base.extend<Fixtures>({
  // Playwright requires the empty pattern where a fixture needs no other.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(addresses().url),

  // Set here, not as an option: a context with other options would be a new one (playwright.config.ts).
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders(fromSomewhere());
    await use(context);
  },

  // oxlint-disable-next-line no-empty-pattern
  email: async ({}, use) => use(`anna-${randomUUID().slice(0, 8)}@post.example`),

  // oxlint-disable-next-line no-empty-pattern
  otherSite: async ({}, use) => use(() => undefined),

  // In every test: no request to a third party, no uncaught error, no violation of the content security policy.
  watched: [
    async ({ page, baseURL, otherSite }, use, testInfo) => {
      const faults: string[] = [];
      const waiting = new Map<Request, number>();
      page.on("requestfinished", (request) => void waiting.delete(request));
      page.on("requestfailed", (request) => void waiting.delete(request));
      page.on("request", (request) => {
        if (request.resourceType() !== "eventsource") waiting.set(request, Date.now());
        const sites = [baseURL, otherSite()];
        if (!sites.some((site) => site !== undefined && request.url().startsWith(`${site}/`)))
          faults.push(`request to ${request.url()}`);
      });
      page.on("pageerror", (error) => faults.push(`uncaught ${error.message}`));
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) faults.push(message.text());
      });
      await use();
      expect(faults).toEqual([]);
      // A journey that stood still is easier to understand with what the page waits for.
      if (testInfo.status !== testInfo.expectedStatus) {
        const since = [...waiting].map(([request, at]) => `${request.url()} for ${Date.now() - at} ms`);
        expect(since, "requests without an answer").toEqual([]);
      }
    },
    { auto: true },
  ],

  person: async ({ page, email }, use) => {
    await signIn(page, email);
    const saves = async (title: string): Promise<Locator> => {
      await sendMail(email, `Look: ${title}`, pageUrl(title));
      const link = row(page, title);
      await expect(link).toBeVisible();
      // The row has the mail's subject as its title until the page has been read.
      await expect(link).not.toContainText("Look:");
      return link;
    };
    await use({ email, saves });
  },
});

export { expect };
