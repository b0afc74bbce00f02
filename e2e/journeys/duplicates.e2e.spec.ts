import type { Locator, Page } from "@playwright/test";
import { openAccount } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { panelOf, titlesOf } from "../support/links.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** Saves a link to a page under an address of its own: with another number it is another link. */
async function saveTwin(page: Page, name: string, twin: number, more: object = {}): Promise<string> {
  const prefix = ["http://", "https://", "https://www."][twin];
  const url = `${prefix}twice.invalid/${name.replaceAll(" ", "-")}`;
  const { body } = await call(page, "POST", "/api/links/", { url, title: `${name} ${twin}`, ...more });
  return (body as { id: string }).id;
}

const groups = (page: Page): Locator => page.getByRole("list", { name: "Pages that are saved more than once" });
const group = (page: Page, name: string): Locator =>
  groups(page)
    .getByRole("listitem")
    .filter({ hasText: `${name} 0` });

test("links to one page are merged into the chosen one, by keyboard, and one undo brings all back", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveTwin(page, "rye bread", 0, { tags: ["bread"] });
  const second = await saveTwin(page, "rye bread", 1, { tags: ["baking"] });
  await call(page, "PATCH", `/api/links/${second}`, { is_favorite: true, notes: "Sunday" });
  await saveTwin(page, "night trains", 0);
  await saveTwin(page, "night trains", 1);
  await saveTwin(page, "old maps", 0);

  // From the search for them.
  await page.goto("/links?q=is:duplicate");
  await expect(page.getByRole("article")).toHaveCount(4);
  await page.getByRole("link", { name: "Merge…" }).click();
  await expect(page).toHaveURL("/duplicates");
  await expect(page.getByText("2 pages are saved more than once.")).toBeVisible();
  await expect(group(page, "rye bread")).toContainText("2 links");
  await expect(group(page, "night trains")).toBeVisible();
  await expect(page.getByText("old maps")).toBeHidden();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }

  const rye = group(page, "rye bread");
  await expect(rye.getByRole("radio", { name: "rye bread 0" })).toBeChecked();
  await rye.getByRole("radio", { name: "rye bread 0" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(rye.getByRole("radio", { name: "rye bread 1" })).toBeChecked();
  const merge = rye.getByRole("button", { name: "Merge the 2 links to rye bread 1" });
  await expect(merge).toBeVisible();
  await merge.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 links merged into one")).toBeVisible();
  await expect(rye).toBeHidden();
  await expect(page.getByText("1 page is saved more than once.")).toBeVisible();
  await expect(group(page, "night trains").getByRole("radio").first()).toBeFocused();

  await page.getByRole("link", { name: /^All Links/ }).click();
  const kept = row(page, "rye bread 1");
  await expect(kept).toBeVisible();
  await expect(kept.getByText("bread", { exact: true })).toBeVisible();
  await expect(kept.getByText("baking", { exact: true })).toBeVisible();
  await expect(row(page, "rye bread 0")).toBeHidden();
  await page.goto(`/links?link=${second}`);
  await expect(panelOf(page).getByText("Merged with another link to this page")).toBeVisible();

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "rye bread 0")).toBeVisible();
  await expect.poll(async () => (await titlesOf(page)).length).toBe(5);
  await expect(row(page, "rye bread 1").getByText("bread", { exact: true })).toBeHidden();
});

test("all pages are merged after a question, as one step", async ({ page, email }) => {
  await signIn(page, email);
  for (const name of ["rye bread", "night trains", "old maps"]) {
    for (const twin of [0, 1, 2]) await saveTwin(page, name, twin);
  }
  await page.goto("/links");
  await expect(row(page, "old maps 2")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("duplic");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 pages are saved more than once.")).toBeVisible();
  await page.getByRole("button", { name: "Merge all…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Merge the links of 3 pages?" });
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(group(page, "old maps")).toBeVisible();
  await page.getByRole("button", { name: "Merge all…" }).click();
  await dialog.getByRole("button", { name: "Merge all" }).click();
  await expect(page.getByRole("heading", { name: "Nothing saved twice" })).toBeVisible();
  await expect(page.getByText("Links of 3 pages merged")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 3" })).toBeVisible();
  // The offer stands after a reload, too.
  await page.getByText("Links of 3 pages merged").hover();
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("3 pages are saved more than once.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 9" })).toBeVisible();
});

test("a merge and its undo are seen at once in another tab, and a kept link that was changed since stays merged", async ({
  page,
  context,
  email,
}) => {
  await signIn(page, email);
  const first = await saveTwin(page, "rye bread", 0);
  await saveTwin(page, "rye bread", 1, { tags: ["baking"] });
  const other = await context.newPage();
  await other.goto("/links");
  await expect(row(other, "rye bread 1")).toBeVisible();
  await (await openAccount(page, "General")).getByRole("button", { name: /^Duplicates/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Duplicates" })).toBeVisible();
  const second = await context.newPage();
  await second.goto("/duplicates");
  await expect(group(second, "rye bread")).toBeVisible();

  await group(page, "rye bread")
    .getByRole("button", { name: /^Merge the 2 links/ })
    .click();
  await expect(page.getByText("2 links merged into one")).toBeVisible();
  await page.getByText("2 links merged into one").hover();
  await expect(row(other, "rye bread 1")).toBeHidden();
  await expect(row(other, "rye bread 0").getByText("baking", { exact: true })).toBeVisible();
  await expect(second.getByRole("heading", { name: "Nothing saved twice" })).toBeVisible();

  await call(other, "PATCH", `/api/links/${first}`, { is_favorite: true });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("A link that was kept has been changed since, and stays as it is.")).toBeVisible();
  await expect(row(other, "rye bread 1")).toBeVisible();
  await expect(row(other, "rye bread 0").getByText("baking", { exact: true })).toBeVisible();
  await expect(group(second, "rye bread")).toBeVisible();
});

test("links that can't be merged say why, and stay; a list that does not come can be asked for again", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const ids = [await saveTwin(page, "rye bread", 0), await saveTwin(page, "rye bread", 1)];
  for (const [n, id] of ids.entries()) await call(page, "PATCH", `/api/links/${id}`, { notes: String(n).repeat(6000) });
  await page.route("**/api/links/duplicates*", (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await page.goto("/duplicates");
  const retry = page.getByRole("button", { name: "Try Again" });
  await expect(retry).toBeVisible();
  await page.unroute("**/api/links/duplicates*");
  // The page itself asks again where its stream of events opens at this moment.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(group(page, "rye bread")).toBeVisible({ timeout: 5000 });
  }).toPass();
  await group(page, "rye bread")
    .getByRole("button", { name: /^Merge the 2 links/ })
    .click();
  await expect(page.getByText("Together, the notes of these links are too long.")).toBeVisible();
  await expect(group(page, "rye bread").getByRole("radio")).toHaveCount(2);
  await expect(group(page, "rye bread").getByRole("button", { name: /^Merge the 2 links/ })).toBeEnabled();
});
