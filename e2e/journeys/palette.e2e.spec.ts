import { violations } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";

test("keys lead everywhere, not while one types, and a sheet lists them", async ({ page, person }) => {
  await person.saves("A page by key");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { level: 1, name: "Unseen Links" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Captures" })).toBeVisible();
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Favorites");
  await expect(sheet).toContainText("Next link");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.keyboard.press("/");
  await page.keyboard.type("gun?[");
  await expect(page.getByRole("combobox", { name: "Search your links" })).toHaveValue("gun?[");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the palette leads to folders and tags by a few letters, does things, and searches", async ({ page, person }) => {
  await person.saves("A page to find");
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("Kitchen");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Kitchen" })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("kit");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Kitchen");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("page to");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/links?q=page+to");
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("add");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add links" })).toBeVisible();
  await page.keyboard.press("Escape");

  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("option", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.type("secu");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Account" }).getByRole("tabpanel", { name: "Security" })).toBeVisible();
});
