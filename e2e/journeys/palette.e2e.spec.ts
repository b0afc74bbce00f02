import { violations } from "../support/axe.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, test } from "../support/test.ts";

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

  // The search begins in the middle of it, and leads to the list.
  await page.keyboard.press("/");
  await page.keyboard.type("gu");
  await expect(page).toHaveURL("/links?q=gu");
  await page.keyboard.type("n?[");
  await expect(page.getByRole("combobox", { name: "Search your links" })).toHaveValue("gun?[");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("what a key opens is there before the next key can come", inProof, async ({ page, person }) => {
  await person.saves("A page by key");
  const focusAfter = (key: string, ctrlKey = false): Promise<string | null | undefined> =>
    page.evaluate(
      async (stroke) => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { ...stroke, bubbles: true, cancelable: true }));
        // What the event itself queued, and nothing that comes later.
        await Promise.resolve();
        return document.activeElement?.getAttribute("aria-label");
      },
      { key, ctrlKey },
    );
  expect(await focusAfter("k", true)).toBe("Type a command or search");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await focusAfter("/")).toBe("Search your links");
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
  // By another word for it, in either language.
  await page.keyboard.type("papierkorb");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Recently deleted");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("kit");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Kitchen");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("page to");
  await expect(palette.getByRole("option")).toHaveText([/A page to find/, /Search for “page to”/]);
  await page.keyboard.press("ArrowUp");
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

test("the palette finds links, and does with the link in focus what can be done with it", async ({ page, person }) => {
  await person.saves("Night trains of Europe");
  const link = await person.saves("A field guide to trees");
  const palette = page.getByRole("dialog", { name: "Command palette" });

  // A link of the whole archive by the beginnings of its words: visited, or its details shown.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("tra");
  const found = palette.getByRole("option", { name: "Night trains of Europe" });
  await expect(found).toContainText("127.0.0.1");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.context().route("**/pages/**", (route) => route.fulfill({ body: "a page" }));
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  expect((await opened).url()).toContain("Night%20trains");
  await (await opened).close();
  await expect(row(page, "Night trains of Europe")).toContainText("1 visit");

  // What was used last stands first when nothing is typed.
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("option").first()).toContainText("Night trains of Europe");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Shift+Enter");
  const panel = page.getByRole("complementary", { name: "Link details" });
  await expect(panel).toContainText("Night trains of Europe");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  // The link that has the focus.
  await link.getByRole("link", { name: "A field guide to trees" }).focus();
  await page.keyboard.press("Control+k");
  await expect(palette.getByText("This link: A field guide to trees")).toBeVisible();
  await page.keyboard.type("favor");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Favorites");
  await palette.getByRole("option", { name: "Add to favorites" }).click();
  await expect(link.getByRole("img", { name: "Favorite" })).toBeVisible();
  await link.getByRole("link", { name: "A field guide to trees" }).focus();
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: "Tag…" }).click();
  const tags = page.getByRole("dialog", { name: "Tags of A field guide to trees" });
  await tags.getByLabel("Add tag").fill("forest");
  await tags.getByRole("button", { name: "Save" }).click();
  await expect(link.getByRole("link", { name: "forest" })).toBeVisible();
  await link.getByRole("link", { name: "A field guide to trees" }).focus();
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: "Delete", exact: true }).click();
  await expect(link).toBeHidden();
  await page.keyboard.press("z");
  await expect(link).toBeVisible();
});

test(
  "the palette changes how the page looks, copies the address, and asks for a new folder",
  inProof,
  async ({ page, person }) => {
    await person.saves("A page to look at");
    const run = async (typed: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
    };
    await run("theme: dark");
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await run("view: cards");
    await expect(page.locator(".links")).toHaveAttribute("data-view", "cards");
    await run("new fol");
    await expect(page.getByLabel("Folder name")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await run("copy");
    await expect(page.getByText("Copied", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("save@satchel.example");
    await run("deutsch");
    await expect(page.getByRole("heading", { level: 1, name: "Deine Links" })).toBeVisible();
    await run("englisch".slice(0, 4));
    await expect(page.getByRole("heading", { level: 1, name: "Your Links" })).toBeVisible();
  },
);
