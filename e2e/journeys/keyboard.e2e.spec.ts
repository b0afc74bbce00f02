import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { folderLink, saveMany } from "../support/links.ts";
import { expect, row, signIn, test } from "../support/test.ts";

const titleLink = (page: Page, title: string): Locator =>
  row(page, title).getByRole("link", { name: title, exact: true });

/** Presses a key, and waits until something has the focus. */
async function press(page: Page, key: string, focused: Locator): Promise<void> {
  await page.keyboard.press(key);
  await expect(focused).toBeFocused();
}

/** The titles of the links that are selected. */
const selected = (page: Page): Promise<string[]> =>
  page.locator("article.is-picked").getByRole("heading").getByRole("link").allTextContents();

test("the list is one stop of the Tab key, arrows go through it, and Shift and arrows select", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["one", "two", "three", "four"]);
  await expect(row(page, "four")).toBeVisible();
  const before = page.getByRole("button", { name: "Select", exact: true });
  await before.focus();
  await press(page, "Tab", titleLink(page, "four"));
  await press(page, "ArrowDown", titleLink(page, "three"));

  // Tab leaves the list, and comes back to where it was.
  await page.keyboard.press("Tab");
  await expect(page.locator("article :focus")).toHaveCount(0);
  await before.focus();
  await press(page, "Tab", titleLink(page, "three"));
  await press(page, "Shift+Tab", before);
  await press(page, "Tab", titleLink(page, "three"));

  // Arrows to the side walk through what the row can do.
  const domain = row(page, "three").getByRole("link", { name: "127.0.0.1" });
  await press(page, "ArrowRight", domain);
  await press(page, "ArrowLeft", titleLink(page, "three"));

  await press(page, "Shift+ArrowDown", titleLink(page, "two"));
  expect(await selected(page)).toEqual(["three", "two"]);
  await press(page, "Shift+ArrowDown", titleLink(page, "one"));
  expect(await selected(page)).toEqual(["three", "two", "one"]);
  await press(page, "Shift+ArrowUp", titleLink(page, "two"));
  expect(await selected(page)).toEqual(["three", "two"]);
  await page.keyboard.press("Shift+ArrowUp");
  await press(page, "Shift+ArrowUp", titleLink(page, "four"));
  expect(await selected(page)).toEqual(["four", "three"]);
  await expect(page.getByRole("toolbar", { name: "Selected links" })).toContainText("2 selected");
});

test("after Undo the focus is where it was, or on a row that is back", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["one", "two", "three"]);
  const undo = page.getByRole("button", { name: "Undo" });
  await titleLink(page, "two").focus();
  await press(page, "#", titleLink(page, "one"));
  await expect(undo).toBeVisible();
  await press(page, "Tab", undo);
  await press(page, "Enter", titleLink(page, "one"));
  await expect(titleLink(page, "two")).toBeVisible();
  await expect(titleLink(page, "one")).toBeFocused();

  // What had the focus is gone: all were selected, and deleted from the bar.
  await page.reload();
  await titleLink(page, "three").focus();
  await press(page, "Shift+ArrowDown", titleLink(page, "two"));
  await press(page, "Shift+ArrowDown", titleLink(page, "one"));
  await page.getByRole("toolbar", { name: "Selected links" }).getByRole("button", { name: "Delete" }).press("Enter");
  await expect(row(page, "two")).toHaveCount(0);
  await undo.press("Enter");
  await expect(titleLink(page, "three")).toBeFocused();
});

test("the tree of folders is one stop of the Tab key, and arrows go through it", async ({ page, email }) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/folders/", { name: "Kitchen" });
  await call(page, "POST", "/api/folders/", { name: "Bread", parent_folder_id: (body as { id: number }).id });
  await call(page, "POST", "/api/folders/", { name: "Travel" });
  await page.reload();
  const [kitchen, bread, travel] = ["Kitchen", "Bread", "Travel"].map((name) => folderLink(page, name)) as [
    Locator,
    Locator,
    Locator,
  ];
  await expect(bread).toBeVisible();
  await page.getByRole("button", { name: "Create folder" }).focus();
  await press(page, "Tab", kitchen);
  await press(page, "ArrowDown", bread);
  await press(page, "ArrowDown", travel);
  await page.keyboard.press("Tab");
  await expect(page.locator("[data-folder] :focus")).toHaveCount(0);
  await press(page, "Shift+Tab", travel);
  await press(page, "ArrowUp", bread);

  // To the parent; it closes, and opens.
  await press(page, "ArrowLeft", kitchen);
  await page.keyboard.press("ArrowLeft");
  await expect(bread).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(bread).toBeVisible();
  await press(page, "ArrowRight", page.getByRole("button", { name: "New subfolder in Kitchen" }));
  await press(page, "ArrowRight", page.getByRole("button", { name: "More for Kitchen" }));
  await press(page, "End", travel);
  await press(page, "Home", kitchen);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  // Beside the folder, where the sidebar is collapsed.
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect(bread).toBeHidden();
  await kitchen.focus();
  await page.keyboard.press("ArrowRight");
  await press(page, "ArrowDown", bread);
  expect(await violations(page)).toEqual([]);
  await press(page, "Escape", kitchen);
  await expect(bread).toBeHidden();
  await kitchen.hover();
  await bread.click();
  await expect(page.getByRole("heading", { level: 1, name: "Bread" })).toBeVisible();
  await expect(bread).toBeHidden();

  // What is chosen for a folder is for that alone.
  const cards = page.getByRole("button", { name: "Cards" });
  await cards.click();
  await kitchen.click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();
  await expect(cards).toHaveAttribute("aria-pressed", "false");
  await page.goBack();
  await expect(cards).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(cards).toHaveAttribute("aria-pressed", "true");
});
