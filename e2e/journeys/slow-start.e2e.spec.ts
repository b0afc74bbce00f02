import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/test.ts";

/** Lets requests for these addresses stand without an answer. @returns what lets them go on */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  let goOn = (): void => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(addresses, async (route) => {
    await released;
    // The page may be closed by now, or may have reloaded.
    await route.continue().catch(() => undefined);
  });
  return goOn;
}

/** Resolves once the browser paints, which it does not before it has the styles of a document. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

const notice = (page: Page) => page.getByText("This takes longer than usual.");

test("given styles that do not come, when the page is opened, then it says so; once they come it is as always", async ({
  page,
}) => {
  const goOn = await hold(page, /\.css$/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(notice(page)).toBeVisible();
  await painted(page);
  await expect(page.getByText("Mail it now.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
  goOn();
  await expect(page.getByRole("heading", { name: /Mail it now/ })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test("given scripts that do not come, when the page is opened, then below what is there it says so", async ({
  page,
}) => {
  const goOn = await hold(page, /\/assets\/index-/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByText("Mail it now.")).toBeVisible();
  await expect(notice(page)).toBeVisible();
  goOn();
  await expect(notice(page)).toBeHidden();
});

test("given a server that does not answer, when a page of the archive is opened, then it is not left empty", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const goOn = await hold(page, /\/api\//);
  await page.goto("/deleted", { waitUntil: "commit" });
  await expect(notice(page)).toBeVisible();
  goOn();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});
