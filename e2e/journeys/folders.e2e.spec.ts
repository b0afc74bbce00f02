import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { folderLink } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

/** Makes a folder by its form in the sidebar. */
async function create(page: Page, name: string, parent?: string): Promise<void> {
  if (parent === undefined) await page.getByRole("button", { name: "Create folder" }).click();
  else {
    await folderLink(page, parent).hover();
    await page.getByRole("button", { name: `New subfolder in ${parent}` }).click();
  }
  await page.getByLabel(parent === undefined ? "Folder name" : "Subfolder name").fill(name);
  await page.keyboard.press("Enter");
  await expect(folderLink(page, name)).toBeVisible();
}

test("in a long tree a new folder, and one that is opened, come into sight", inProof, async ({ page, email }) => {
  await signIn(page, email);
  for (let n = 1; n <= 30; n++) await call(page, "POST", "/api/folders/", { name: `Folder ${n}` });
  await page.reload();
  await expect(folderLink(page, "Folder 30")).toBeVisible();
  await expect(folderLink(page, "Folder 30")).not.toBeInViewport();
  await create(page, "Newest");
  await expect(folderLink(page, "Newest")).toBeInViewport();
  await expect(folderLink(page, "Newest")).toBeFocused();
  const { body } = await call(page, "GET", "/api/folders/");
  await page.goto(
    `/links?folder=${(body as { id: number; name: string }[]).find(({ name }) => name === "Folder 25")?.id}`,
  );
  await expect(folderLink(page, "Folder 25")).toBeInViewport();
});

test("a long name without a blank is wrapped above its links", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung";
  const { body } = await call(page, "POST", "/api/folders/", { name });
  const folder = (body as { id: number }).id;
  await call(page, "POST", "/api/links/", { url: "https://example.com/", folder_id: folder });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/links?folder=${folder}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

const names = (page: Page): Promise<string[]> => page.locator(".nav--folder a, .nav--child a").allTextContents();

test("a folder is deleted alone or with its subfolders, after its contents were told, and comes back", async ({
  page,
  person,
}) => {
  const link = await person.saves("A page on bread");
  await create(page, "Kitchen");
  await create(page, "Bread", "Kitchen");
  await link.hover();
  await link.getByRole("button", { name: "Move to…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bread", exact: true }).click();
  await expect(page.getByRole("link", { name: "Bread, 1 link" })).toBeVisible();
  await folderLink(page, "Kitchen").click();
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  await folderLink(page, "Kitchen").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete folder" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Kitchen" });
  await expect(dialog.getByText("It contains 1 subfolder and 1 link. No link is deleted.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Delete folder only" })).toBeChecked();
  await expect(dialog.getByText("0 links go to All Links. 1 subfolder with 1 link moves up a level.")).toBeVisible();
  await expect(dialog.getByText("1 link goes to All Links.", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete Folder", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Your Links" })).toBeVisible();
  await expect.poll(() => names(page)).toEqual(["Bread"]);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => names(page)).toEqual(["Kitchen", "Bread"]);

  await folderLink(page, "Kitchen").press("Delete");
  await dialog.getByRole("radio", { name: "Delete folder and all subfolders" }).check();
  await dialog.getByRole("button", { name: "Delete All", exact: true }).click();
  await expect.poll(() => names(page)).toEqual([]);
  await expect(link).toBeVisible();
  await expect(link.getByText("Bread", { exact: true })).toBeHidden();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  await expect(folderLink(page, "Kitchen")).toBeVisible();
});

test(
  "a folder without subfolders leaves no choice, and one that is gone already is told",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await create(page, "Travel");
    await folderLink(page, "Travel").press("Delete");
    const dialog = page.getByRole("alertdialog", { name: "Delete Travel" });
    await expect(dialog.getByText("It is empty.")).toBeVisible();
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(folderLink(page, "Travel")).toBeFocused();

    for (const [status, told] of [
      [404, "Folder not found. It may have already been deleted."],
      [500, "Failed to delete folder. Please try again."],
    ] as const) {
      await page.route("**/api/folders/*", (route) => route.fulfill({ status, json: { detail: "no" } }));
      await folderLink(page, "Travel").press("Delete");
      await dialog.getByRole("button", { name: "Delete Folder", exact: true }).click();
      await expect(page.getByRole("alert").getByText(told)).toBeVisible();
      // What is behind an open dialog takes no keys.
      await expect(dialog).toBeHidden();
      await page.unroute("**/api/folders/*");
    }
  },
);

test("by keyboard alone a folder is renamed, gets a look, and moves up, down, into another and out", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  for (const name of ["Reading", "Kitchen", "Work"]) await create(page, name);
  const announced = page.getByRole("status");

  await folderLink(page, "Work").press("F2");
  await expect(page.getByRole("textbox", { name: "Folder name" })).toBeFocused();
  await page.keyboard.type("Office");
  await page.getByRole("radio", { name: "Teal" }).press("Space");
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Emoji", { exact: true }).fill("ab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText("Please choose one emoji.")).toBeVisible();
  await page.getByRole("button", { name: "☕" }).press("Space");
  await expect(page.getByLabel("Emoji", { exact: true })).toHaveValue("☕");
  await page.getByRole("button", { name: "☕" }).press("Space");
  await expect(page.getByLabel("Emoji", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "🍞" }).press("Space");
  await page.getByLabel("Emoji", { exact: true }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(folderLink(page, "Office")).toBeVisible();
  await expect(page.getByText("🍞", { exact: true })).toBeVisible();

  const menu = async (name: string, item: string): Promise<void> => {
    // Its controls are there as soon as the focus is in its row.
    await folderLink(page, name).focus();
    await page.getByRole("button", { name: `More for ${name}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu", { name: `Actions for ${name}` })).toBeVisible();
    const wanted = page.getByRole("menuitem", { name: item });
    for (let step = 0; step < 6 && !(await wanted.evaluate((each) => each === document.activeElement)); step++) {
      await page.keyboard.press("ArrowDown");
    }
    await expect(wanted).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await menu("Office", "Move up");
  await expect.poll(() => names(page)).toEqual(["Reading", "Office", "Kitchen"]);
  await expect(announced.getByText("Moved “Office”", { exact: true })).toBeVisible();
  await menu("Reading", "Move down");
  await expect.poll(() => names(page)).toEqual(["Office", "Reading", "Kitchen"]);

  await menu("Kitchen", "Move to…");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Into Reading" }).press("Enter");
  await expect.poll(() => names(page)).toEqual(["Office", "Reading", "Kitchen"]);
  await expect(announced.getByText("Moved “Kitchen” into “Reading”")).toBeVisible();
  await menu("Kitchen", "Move to…");
  await page.getByRole("button", { name: "Before", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Before Office" }).press("Enter");
  await expect.poll(() => names(page)).toEqual(["Kitchen", "Office", "Reading"]);
  await expect(announced.getByText("Moved “Kitchen” to the top level")).toBeVisible();
});
