import type { Page } from "@playwright/test";
import { violationsOnGradient } from "../support/axe.ts";
import { INSTALLATION } from "../support/installation.ts";
import { inProof } from "../support/proof.ts";
import { holdScripts } from "../support/scripts.ts";
import { expect, test } from "../support/test.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

/** Makes the browser one that calls itself so (User-Agent Client Hints); none: one that has no such hints. */
const callsItself = (page: Page, brand: string | undefined) =>
  page.addInitScript((name) => {
    const hints = name === undefined ? undefined : { mobile: false, brands: [{ brand: name, version: "150" }] };
    Object.defineProperty(navigator, "userAgentData", { value: hints });
  }, brand);

/** Notes from the next page on when something is there for the first time, in milliseconds; gives what tells it. */
async function watchFor(page: Page, selectors: readonly string[]): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript((all) => {
    const times: Record<string, number> = {};
    Reflect.set(window, "seenAt", times);
    const look = (): void => {
      for (const each of all) if (document.querySelector(each) !== null) times[each] ??= performance.now();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, selectors);
  return () => page.evaluate(() => Reflect.get(window, "seenAt") as Record<string, number>);
}

const card = (page: Page) => page.getByRole("complementary", { name: "Browser extension" });

test("a newcomer reads what Satchel does, and where to write to", async ({ page }) => {
  await page.goto("/");
  const address = "save@satchel.example";
  await expect(page).toHaveTitle("Satchel: mail a link, find it later");
  await expect(page.getByRole("img", { name: `You mail a link to ${address}` })).toBeVisible();
  await expect(page.getByText("No app required. Your email is your key - privacy guaranteed.")).toBeVisible();
  for (const name of ["Saves by email", "Private by design", "Sorted in an instant"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  const support = page.getByRole("link", { name: INSTALLATION.SUPPORT_ADDRESS, exact: true });
  await expect(support).toHaveAttribute("href", `mailto:${INSTALLATION.SUPPORT_ADDRESS}`);

  await page.mouse.wheel(0, 2000);
  const home = page.getByRole("banner").getByRole("link", { name: "Satchel, home", exact: true });
  await expect(home).toBeInViewport();
  await expect(home).toHaveAttribute("href", "/");
});

test("an address that is none is not sent", async ({ page }) => {
  await page.goto("/");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const address = page.getByLabel("Your email address");
  for (const text of ["", "anna", "anna@"]) {
    await address.fill(text);
    await address.press("Enter");
    expect(await address.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(false);
  }
  await expect(address).toBeVisible();
  expect(asked.filter((url) => url.includes("/api/auth/register"))).toEqual([]);
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-AT" });

  test("whoever speaks German reads German, and may choose English for good", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Jetzt mailen.");
    await page.route("**/api/auth/register", (route) => route.abort());
    await page.getByLabel("Deine E-Mail-Adresse").fill("anna@post.example");
    await page.getByRole("button", { name: "Weiter", exact: true }).click();
    const alert = page.getByRole("alert").first();
    await expect(alert).toHaveText("Die Anfrage ist fehlgeschlagen. Bitte versuche es noch einmal.");

    await page.getByRole("button", { name: "English", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Mail it now.");
    await expect(alert).toHaveText("Failed to process request. Please try again.");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("button", { name: "Deutsch", exact: true })).toBeVisible();
  });
});

test.describe("in Firefox", () => {
  test.use({ userAgent: FIREFOX });

  test(
    "the extension is offered half a second after the page is there, until it is dismissed",
    inProof,
    async ({ page }) => {
      await callsItself(page, undefined);
      await page.context().route("https://firefox.store.example/**", (route) => route.fulfill({ body: "the store" }));
      const seenAt = await watchFor(page, ["h1", "aside"]);
      await page.goto("/");

      const offer = card(page).getByRole("link", { name: "Get the Firefox Extension Save links with one click" });
      await expect(offer).toBeVisible();
      const { h1 = 0, aside = 0 } = await seenAt();
      // Timers and clock round differently.
      expect(aside - h1).toBeGreaterThan(495);
      const opened = page.context().waitForEvent("page");
      await offer.click();
      await expect(await opened).toHaveURL(INSTALLATION.FIREFOX_STORE_URL);
      await expect(page).toHaveURL("/");
      await card(page).getByRole("button", { name: "Dismiss", exact: true }).click();
      await expect(card(page)).toHaveCount(0);
    },
  );
});

test("Chrome is offered its own extension", inProof, async ({ page }) => {
  await callsItself(page, "Google Chrome");
  await page.goto("/");
  const offer = card(page).getByRole("link", { name: "Get the Chrome Extension Save links with one click" });
  await expect(offer).toHaveAttribute("href", INSTALLATION.CHROME_STORE_URL);
  await expect(offer).toHaveAttribute("target", "_blank");
});

for (const [name, brand, viewport] of [
  ["another browser", "Microsoft Edge", { width: 1440, height: 900 }],
  ["a window of a phone's width", "Google Chrome", { width: 390, height: 844 }],
] as const) {
  test(`${name} is offered no extension`, inProof, async ({ page }) => {
    await callsItself(page, brand);
    await page.setViewportSize(viewport);
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByText("save@satchel.example", { exact: true }).first()).toBeVisible();
    await page.clock.runFor(1000);
    await expect(card(page)).toBeHidden();
  });
}

test("the offer of the extension has no barriers, in the light and in the dark", inProof, async ({ page }) => {
  await callsItself(page, "Google Chrome");
  await page.goto("/");
  await expect(card(page)).toBeVisible();
  expect(await violationsOnGradient(page)).toEqual([]);
});

test("on a phone nothing is wider than the page", inProof, async ({ page, email }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByLabel("Your email address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  expect(await overflow()).toBeLessThanOrEqual(0);
  for (const path of ["/reset-password", "/privacy"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});

test("the page is seen before any script has come, and gives way to the one that can be used", async ({ page }) => {
  const release = await holdScripts(page);
  const first = page.locator("#first");

  await page.goto("/", { waitUntil: "commit" });
  await expect(first.locator("h1")).toHaveText("Mail it now. Find it later.");
  await expect(first).toHaveAttribute("inert");
  const before = await first.locator("h1").boundingBox();

  release();
  await expect(page.getByLabel("Your email address")).toBeEditable();
  await expect(first).toHaveCount(0);
  expect(await page.locator("h1").boundingBox()).toEqual(before);
});

test("what is seen first stays hidden from somebody who chose another language", inProof, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("satchel.language", "de"));
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#first h1")).toBeAttached();
  await expect(page.locator("#first h1")).toBeHidden();
});
