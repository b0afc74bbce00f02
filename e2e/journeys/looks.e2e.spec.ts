import type { Locator, Page } from "@playwright/test";
import { call } from "../support/call.ts";
import { saveMany } from "../support/links.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** Makes a link's row as full as rows get: a folder, tags and visits. */
async function fillRow(page: Page, title: string): Promise<void> {
  const folder = (await call(page, "POST", "/api/folders/", { name: "Kitchen and garden" })).body as { id: number };
  const links = (await call(page, "GET", "/api/links/")).body as readonly { id: string; title: string }[];
  const id = links.find((link) => link.title === title)?.id ?? "";
  const tags = ["bread", "baking", "slow food", "weekends", "letters"];
  expect((await call(page, "PATCH", `/api/links/${id}`, { folder_id: folder.id, tags })).status).toBe(200);
  expect((await call(page, "POST", `/api/links/${id}/visit`)).status).toBe(200);
}

/** Whether a link to visit is either not offered, or lies whole and free beside the actions. */
async function isFree(link: Locator): Promise<boolean> {
  return link.evaluate((element) => {
    const visit = element.querySelector(".link__visit");
    const text = element.querySelector(".link__text");
    if (visit === null || text === null) return false;
    const { left, right, top, bottom, width } = visit.getBoundingClientRect();
    if (width === 0) return true;
    const isOnTop = [left + 2, right - 2].every((x) =>
      visit.contains(document.elementFromPoint(x, (top + bottom) / 2)),
    );
    return isOnTop && right <= text.getBoundingClientRect().right;
  });
}

test("a row's link to visit is never cut or under its actions, and its focus ring follows its corners", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["A page with much to say of it"]);
  await fillRow(page, "A page with much to say of it");
  await page.reload();
  const link = row(page, "A page with much to say of it");
  await expect(link).toContainText("letters");
  for (const width of [1440, 1000, 820]) {
    await page.setViewportSize({ width, height: 800 });
    await link.hover();
    await expect(link.locator(".link__acts")).toHaveCSS("opacity", "1");
    expect([width, await isFree(link)]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await link.getByRole("button", { name: "Details" }).click();
  await expect(page.getByRole("complementary", { name: "Link details" })).toBeVisible();
  await link.hover();
  expect(await isFree(link)).toBe(true);
  await page.keyboard.press("Escape");

  for (const key of ["1", "2", "3"]) {
    await page.keyboard.press(key);
    await page.keyboard.press("j");
    const [ring, corner] = await link.evaluate((element) => [
      getComputedStyle(element.querySelector(".link__title a") ?? element, "::after").borderRadius,
      getComputedStyle(element).borderRadius,
    ]);
    expect(ring).toBe(corner);
    expect(ring).not.toBe("0px");
  }
});

test("text areas have the page's own type, and dialogs one edge", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["A page"]);
  await row(page, "A page").hover();
  const sans = await page.locator("body").evaluate((body) => getComputedStyle(body).fontFamily);
  await page.getByRole("button", { name: "Add a link" }).click();
  await expect(page.getByLabel("Web addresses")).toHaveCSS("font-family", sans);
  await page.keyboard.press("Escape");
  await row(page, "A page").getByRole("button", { name: "Details" }).click();
  await expect(page.getByLabel("Notes")).toHaveCSS("font-family", sans);

  await page.keyboard.press("Escape");
  await row(page, "A page").hover();
  await row(page, "A page").getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 1 link" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const field = await dialog.locator(".dialog__body > :first-child").boundingBox();
    const foot = await dialog.locator(".actions > :last-child").boundingBox();
    const title = await dialog.getByRole("heading").boundingBox();
    expect([width, title?.x]).toEqual([width, field?.x]);
    const rightOf = (box: typeof field) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect([width, rightOf(foot)]).toEqual([width, rightOf(field)]);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one's own address stands on one line of the settings", async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    const address = page.getByRole("dialog").locator("dd").getByText(email);
    await expect(address).toBeVisible();
    expect((await address.boundingBox())?.height).toBeLessThan(30);
  });
});

test.describe("in Britain", () => {
  test.use({ locale: "en-GB" });

  test("dates are written as there", async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Settings" }).click();
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date());
    await expect(page.getByRole("dialog").getByText(day)).toBeVisible();
  });
});
