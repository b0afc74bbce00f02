import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { drag } from "../support/dragging.ts";
import { expect, row, test } from "../support/test.ts";

const box = (page: Page): Locator => page.getByRole("combobox", { name: "Search your links" });
const smart = (page: Page, name: string): Locator =>
  page.locator(".nav").filter({ has: page.getByRole("link", { name: `${name}, smart folder` }) });
const rows = (page: Page): Locator => page.getByRole("article");

test("a search is saved as a smart folder, narrowed, changed, deleted and brought back", async ({ page, person }) => {
  const bread = await person.saves("Rye bread in three days");
  await person.saves("Rye whiskey for beginners");
  await person.saves("Night trains of Europe");

  await box(page).fill("rye");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Save this search" }).click();
  const dialog = page.getByRole("dialog", { name: "New smart folder" });
  await expect(dialog.getByLabel("Search", { exact: true })).toHaveValue("rye");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("Grain");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Grain" })).toBeVisible();
  await expect(page).toHaveURL(/\/links\?smart=\d+$/);
  await expect(page.getByText("2 links · rye")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(smart(page, "Grain").locator("small")).toHaveText("2");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Grain" })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  expect(await violations(page)).toEqual([]);

  // Further words narrow it.
  await box(page).fill("days");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Rye bread in three days")).toBeVisible();
  await box(page).press("Escape");
  await expect(rows(page)).toHaveCount(2);

  // No link can be put into it.
  await page.getByRole("link", { name: /^All Links/ }).click();
  await expect(rows(page)).toHaveCount(3);
  await drag(page, bread, smart(page, "Grain"));
  await expect(bread.getByText("Grain", { exact: true })).toBeHidden();

  // What is saved meanwhile is in it and is counted.
  await person.saves("Rye fields of Poland");
  await expect(smart(page, "Grain").locator("small")).toHaveText("3");

  await page.getByRole("link", { name: "Grain, smart folder" }).focus();
  await page.keyboard.press("F2");
  const edit = page.getByRole("dialog", { name: "Edit Grain" });
  await edit.getByLabel("Search", { exact: true }).fill("is:nothing");
  await expect(edit.getByRole("button", { name: "Save" })).toBeDisabled();
  await edit.getByLabel("Search", { exact: true }).fill("trains");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(smart(page, "Grain").locator("small")).toHaveText("1");

  await page.getByRole("link", { name: "Grain, smart folder" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Folder" }).click();
  await expect(page).toHaveURL("/links");
  await expect(smart(page, "Grain")).toBeHidden();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(smart(page, "Grain")).toBeVisible();
});

test("a suggested smart folder is made from the palette, and is empty until its search finds something", async ({
  page,
  person,
}) => {
  await person.saves("Night trains of Europe");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new smart");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Gone pages" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gone pages" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing here right now" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // What is in no folder, until it is put into one.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new smart");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Unread, longer than 10 minutes" })).toBeVisible();
  await page.getByRole("button", { name: "No folder" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("1 link · is:unfiled")).toBeVisible();
  const { body: folder } = await call(page, "POST", "/api/folders/", { name: "Travel" });
  const { body: links } = await call(page, "GET", "/api/links/");
  const [{ id }] = links as [{ id: string }];
  await call(page, "PATCH", `/api/links/${id}`, { folder_id: (folder as { id: number }).id });
  await expect(page.getByRole("heading", { name: "Nothing here right now" })).toBeVisible();
});
