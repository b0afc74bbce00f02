import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { saveMany } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { holdScripts } from "../support/scripts.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** Milliseconds that fonts and what the server tells come after all else. */
const LATE_MS = 600;

/** Shifts below are not to be seen: a button whose letters become 6 px wider, of a whole window. */
const UNSEEN = 0.001;

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

interface Shift {
  readonly value: number;
  /** What moved, as a tag with its class. */
  readonly moved: readonly string[];
}

/** Notes what moves on the next pages (Layout Instability, W3C), and has fonts and settings come late. */
async function watchLate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Reflect.set(window, "shifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        const moved = entry.sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName} ${element?.getAttribute("class")}`;
        });
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const late of ["**/*.woff2", "**/api/config"]) {
    await context.route(late, async (route) => {
      await delay(LATE_MS);
      await route.continue();
    });
  }
}

const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (Reflect.get(window, "shifts") as Shift[]).filter(({ value }) => value > 0));

/** Goes to an address at each width, and waits until all that comes late is there. */
async function visit(page: Page, path: string, isThere: () => Promise<void>): Promise<Shift[]> {
  const seen: Shift[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const told = page.waitForResponse("**/api/config");
    await page.goto(path);
    await told;
    await isThere();
    await page.evaluate(() => document.fonts.ready);
    // Whatever the last of it moves is told with the next frames.
    await page.waitForTimeout(300);
    seen.push(...(await shiftsOf(page)));
  }
  return seen;
}

test("given fonts and settings that come late, when somebody comes to the page, then nothing moves", async ({
  page,
}) => {
  await watchLate(page.context());
  const shifts = await visit(page, "/", () => expect(page.getByLabel("Your email address")).toBeVisible());
  expect(shifts.filter(({ value }) => value >= UNSEEN)).toEqual([]);
});

test(
  "given fonts and settings that come late, when the archive is opened, then nothing moves",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["page a", "page b", "page c"]);
    await watchLate(page.context());
    const shifts = await visit(page, "/links", () => expect(row(page, "page a")).toBeVisible());
    expect(shifts.filter(({ value }) => value >= UNSEEN)).toEqual([]);
  },
);

test(
  "given scripts that come late, when the archive is opened, then its heading stands where it will stand, and other views have none yet",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const release = await holdScripts(page);
    const early = page.locator("#first h1");

    await page.goto("/links?view=favorites", { waitUntil: "commit" });
    await expect(early).toBeAttached();
    await expect(early).toBeHidden();
    await page.goto("/links", { waitUntil: "commit" });
    await expect(early).toHaveText("Your Links");
    await expect(early).toBeVisible();
    const before = await early.boundingBox();

    release();
    await expect(page.getByRole("heading", { name: "Your Links" })).toBeVisible();
    await expect(early).toHaveCount(0);
    expect(await page.locator("h1").boundingBox()).toEqual(before);
  },
);

test("given settings that come late, when the account is opened, then its buttons stand where they will stand", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/users/me/push", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Settings" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true });
  const notifications = page.getByRole("group", { name: "Notifications on this device" }).getByRole("button");
  await expect(notifications.last()).toBeDisabled();
  const before = await button.boundingBox();

  release();

  await expect(notifications.last()).toBeEnabled();
  expect(await button.boundingBox()).toEqual(before);
});
