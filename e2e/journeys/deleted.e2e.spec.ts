import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { importMany, saveMany, titlesOf } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** The row of a deleted link. */
const deletedRow = (page: Page, title: string) =>
  page.getByRole("list", { name: "Deleted links" }).getByRole("listitem").filter({ hasText: title });

async function deleteLink(page: Page, title: string): Promise<void> {
  const link = row(page, title);
  // By key: rows that come in meanwhile would move it away from beneath the pointer.
  await link.getByRole("link", { name: title }).focus();
  // Answered, so that links are deleted in this order.
  const answer = page.waitForResponse((each) => each.request().method() === "DELETE");
  await page.keyboard.press("Delete");
  await expect(link).toBeHidden();
  await answer;
}

test("the offer to undo a deletion is there after a reload, and does it", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["second page", "first page"]);
  await deleteLink(page, "first page");
  // Held, so that it stands however long the reload takes to come.
  await page.getByText("“first page” deleted").hover();
  // Looked for from the beginning: the offer ends ten seconds after the page shows it, and pictures may come later.
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByText("“first page” deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf(page)).toEqual(["first page", "second page"]);
  await page.reload();
  await expect(row(page, "first page")).toBeVisible();
  await expect(page.getByText("“first page” deleted")).toBeHidden();

  // Nothing of it stays for who comes after.
  await deleteLink(page, "second page");
  const kept = () => page.evaluate(() => sessionStorage.getItem("satchel.undo"));
  await expect.poll(kept).toContain("second page");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  expect(await kept()).toBeNull();
});

test("deleted links are found, brought back, and deleted for good, with mouse and keyboard", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["rye bread", "fennel", "night trains", "old maps"]);
  for (const title of ["rye bread", "fennel", "night trains"]) await deleteLink(page, title);

  await page.getByRole("link", { name: "Recently deleted" }).click();
  await expect(page).toHaveURL("/deleted");
  await expect(page.getByRole("list", { name: "Deleted links" }).getByRole("listitem")).toHaveCount(3);
  await expect(deletedRow(page, "fennel")).toContainText("30 days left");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }

  await page.getByRole("searchbox", { name: "Search deleted links" }).fill("BREAD");
  await expect(page.getByRole("list", { name: "Deleted links" }).getByRole("listitem")).toHaveCount(1);
  await deletedRow(page, "rye bread").getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText("“rye bread” is back in your links")).toBeVisible();
  await expect(page.getByText("No deleted link matches “BREAD”.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 2" })).toBeVisible();
  await page.getByRole("button", { name: "Show all deleted links" }).click();

  // The last deleted stands first.
  await deletedRow(page, "night trains").getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  await expect(deletedRow(page, "fennel").getByRole("link")).toBeFocused();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("alertdialog", { name: "Delete this link for good?" });
  await expect(dialog).toContainText("fennel");
  await page.keyboard.press("Escape");
  // Removed, not only closed: then the row has the keys.
  await expect(dialog).toHaveCount(0);
  await expect(deletedRow(page, "fennel").getByRole("link")).toBeFocused();
  await page.keyboard.press("Delete");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("1 link deleted for good")).toBeVisible();
  await expect(deletedRow(page, "fennel")).toBeHidden();

  await page.getByRole("link", { name: /^All Links/ }).click();
  await expect(row(page, "rye bread")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await deletedRow(page, "night trains").getByRole("checkbox").check();
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  await bar.getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByRole("heading", { name: "Nothing deleted" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 3" })).toBeVisible();
});

test(
  "many links are deleted only when asked by their number, at once on the page, and all for good",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await importMany(page, 40);
    await page.reload();
    await expect(row(page, "link 001")).toBeVisible();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const bar = page.getByRole("toolbar", { name: "Selected links" });
    await bar.getByRole("button", { name: "Select all 40" }).click();

    // Its answer waits until the page has been looked at.
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/links/bulk", async (route) => {
      await asked;
      await route.continue();
    });
    await bar.getByRole("button", { name: "Delete" }).click();
    const ask = page.getByRole("alertdialog", { name: "Delete 40 links?" });
    await ask.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, "link 001")).toBeVisible();
    await bar.getByRole("button", { name: "Delete" }).click();
    await ask.getByRole("button", { name: "Delete 40 links" }).click();
    await expect(page.getByRole("article")).toHaveCount(0);
    await expect(page.getByText("Deleting 40 links…")).toBeVisible();
    answer();
    await expect(page.getByText("40 links deleted")).toBeVisible();
    await expect(page.getByText("Deleting 40 links…")).toBeHidden();
    await expect(page.getByRole("link", { name: "All Links, 0" })).toBeVisible();

    await page.getByRole("link", { name: "Recently deleted" }).click();
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(page.getByRole("list", { name: "Deleted links" }).getByRole("listitem")).toHaveCount(40);
    await page.getByRole("button", { name: "Delete all now…" }).click();
    const sure = page.getByRole("alertdialog", { name: "Delete all 40 links for good?" });
    expect(await violations(page)).toEqual([]);
    await sure.getByRole("button", { name: "Delete 40 links" }).click();
    await expect(page.getByText("40 links deleted for good")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nothing deleted" })).toBeVisible();
  },
);

test("a failure to bring back or to load is told, and nothing is lost", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["a page to keep"]);
  await deleteLink(page, "a page to keep");
  await page.goto("/deleted");
  await page.route("**/api/links/bulk", (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await deletedRow(page, "a page to keep").getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(deletedRow(page, "a page to keep")).toBeVisible();
  await page.route("**/api/links/deleted?**", (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await page.reload();
  await expect(page.getByRole("alert").getByRole("button", { name: "Try Again" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("deleted links are brought back with the thumb", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["a page with quite a long title that does not fit on one line"]);
    await page.getByRole("button", { name: /^More for a page/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByRole("link", { name: "Recently deleted" }).click();
    await expect(deletedRow(page, "a page with")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await deletedRow(page, "a page with")
      .getByRole("button", { name: /^Bring back/ })
      .tap();
    await expect(page.getByRole("heading", { name: "Nothing deleted" })).toBeVisible();
  });
});
