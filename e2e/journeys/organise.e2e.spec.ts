import { violations } from "../support/axe.ts";
import { folderLink, saveMany } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

test("a favorite is starred, listed and counted, and no longer when unstarred", async ({ page, person }) => {
  const link = await person.saves("A page to love");
  const entry = page.getByRole("link", { name: /^Favorites/ });
  await expect(entry).toBeHidden();

  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await expect(link.getByRole("img", { name: "Favorite" })).toBeVisible();
  await entry.click();
  await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
  await expect(link).toBeVisible();

  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Links" })).toBeVisible();
  await expect(entry).toBeHidden();
});

test("folders are made on two levels, and links move in and out", async ({ page, person }) => {
  const link = await person.saves("A page for the kitchen");

  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("  Kitchen  ");
  await page.keyboard.press("Enter");
  await expect(folderLink(page, "Kitchen")).toBeVisible();
  await folderLink(page, "Kitchen").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "New subfolder in Kitchen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("Subfolder name").fill("Bread");
  await page.keyboard.press("Enter");
  await expect(folderLink(page, "Bread")).toBeVisible();

  await link.hover();
  await link.getByRole("button", { name: "Move to…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bread" }).click();
  await expect(link.getByText("Bread", { exact: true })).toBeVisible();

  await folderLink(page, "Bread").click();
  await expect(page.getByRole("heading", { level: 1, name: "Bread" })).toBeVisible();
  await expect(link).toBeVisible();
  await link.hover();
  await link.getByRole("button", { name: "Remove from folder" }).click();
  await expect(page.getByRole("heading", { name: "Drop a link in" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Add a link" }).click();
  await expect(page.getByRole("dialog", { name: "Add links" })).toContainText("Bread");
  await page.keyboard.press("Escape");

  await folderLink(page, "Bread").click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Links" })).toBeVisible();
  await expect(link).toBeVisible();

  // Into a folder that is not there yet.
  await link.hover();
  await link.getByRole("button", { name: "Move to…" }).click();
  await expect(page.getByRole("textbox", { name: "Find or create a folder" })).toBeFocused();
  await page.keyboard.type("Sewing");
  await page.getByRole("button", { name: "Create “Sewing”" }).click();
  await expect(page.getByRole("link", { name: "Sewing, 1 link" })).toBeVisible();
});

test(
  "an address of a folder or of an article that is gone says so, and leads back",
  inProof,
  async ({ page, person }) => {
    await person.saves("A page that stays");
    for (const address of ["/links?folder=999", "/links?smart=999"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "There is no such folder" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("button", { name: "Add a link" })).toHaveCount(0);
      await page.getByRole("link", { name: "Go to All Links" }).click();
      await expect(page.getByRole("article")).toHaveCount(1);
    }
    await page.goto("/read/00000000-0000-4000-8000-000000000000");
    await expect(page.getByRole("heading", { level: 1, name: "This link is gone" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("article")).toHaveCount(1);
  },
);

test("a folder whose name is taken is refused where it was typed", inProof, async ({ page, email }) => {
  await signIn(page, email);
  for (const attempt of [1, 2]) {
    await page.getByRole("button", { name: "Create folder" }).click();
    await page.getByLabel("Folder name").fill("Travel");
    await page.keyboard.press("Enter");
    if (attempt === 1) await expect(page.getByRole("link", { name: "Travel" })).toBeVisible();
  }
  await expect(page.getByText("A folder with this name already exists.")).toBeVisible();
});

test("a visit opens a new tab and counts once", async ({ page, person }) => {
  const link = await person.saves("A page to visit");
  const opened = page.waitForEvent("popup");

  await link.getByRole("link", { name: "A page to visit" }).click();

  expect((await opened).url()).toBe(pageUrl("A page to visit"));
  await expect(link.getByText("1 visit", { exact: true })).toBeVisible();
  await expect(link.getByText("New", { exact: true })).toBeHidden();
  await page.reload();
  await expect(row(page, "A page to visit").getByText("1 visit", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Unvisited/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Unseen Links" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
});

test("a deleted link is gone, in every open tab", async ({ page, person, context }) => {
  const link = await person.saves("A page to forget");
  const other = await context.newPage();
  await other.goto("/links");
  await expect(row(other, "A page to forget")).toBeVisible();

  await link.hover();
  await link.getByRole("button", { name: "Delete" }).click();

  await expect(link).toBeHidden();
  await expect(row(other, "A page to forget")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
});

test("what the server refuses is taken back and told", inProof, async ({ page, person }) => {
  const link = await person.saves("A page that stays");
  await page.route("**/api/links/*", (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 503, json: { detail: "no" } }),
  );

  await link.hover();
  await link.getByRole("button", { name: "Delete" }).click();

  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(link).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 1" })).toBeVisible();
});

test("a list that cannot be loaded offers to try again and to go to the login", inProof, async ({ page, person }) => {
  await person.saves("A page behind a fault");
  await page.route("**/api/links/?**", (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await page.reload();
  const failed = page.getByText("Failed to load data. Please try again.");
  await expect(failed).toBeVisible();

  const again = page.getByRole("button", { name: "Try Again" });
  await expect(again).toBeVisible();
  await page.unroute("**/api/links/?**");
  // The page tries again by itself, too: the button may be gone, or ask for nothing more, when it is pressed.
  await expect(async () => {
    await again.click({ timeout: 1000 }).catch(() => undefined);
    await expect(row(page, "A page behind a fault")).toBeVisible({ timeout: 3000 });
  }).toPass();
});

test(
  "a right click on a row opens its menu, and one on its title that of the browser",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["A page to keep", "A page to sort"]);
    const link = row(page, "A page to sort");
    const menu = page.getByRole("menu", { name: "A page to sort" });
    await link.getByRole("heading").getByRole("link").focus();
    await page.keyboard.press("ContextMenu");
    await expect(menu.getByRole("menuitem", { name: "Visit Link" })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(link.getByRole("heading").getByRole("link")).toBeFocused();

    const words = await link.getByRole("heading").locator("bdi").boundingBox();
    const box = await link.boundingBox();
    if (words === null || box === null) throw new Error("The row is not in sight");
    await page.mouse.click(words.x + 5, words.y + 5, { button: "right" });
    await expect(menu).toBeHidden();
    const at = { x: box.x + box.width / 2, y: words.y + 5 };
    await page.mouse.click(at.x, at.y, { button: "right" });
    await expect(menu).toBeVisible();
    const shown = await menu.boundingBox();
    expect(Math.abs((shown?.x ?? 0) - at.x)).toBeLessThan(3);
    expect(Math.abs((shown?.y ?? 0) - at.y)).toBeLessThan(3);
    await menu.getByRole("menuitem", { name: "Tags…" }).click();
    await page.getByRole("dialog", { name: "Tags of A page to sort" }).getByLabel("Add tag").fill("sorted");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(link.getByRole("link", { name: "#sorted" })).toBeVisible();

    await link.getByRole("heading").getByRole("link").focus();
    await page.keyboard.press("Shift+F10");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(link).toBeHidden();
    await expect(row(page, "A page to keep").getByRole("heading").getByRole("link")).toBeFocused();
  },
);
