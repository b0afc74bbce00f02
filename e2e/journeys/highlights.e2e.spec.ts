import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { expect, signIn, test } from "../support/test.ts";

async function openArticle(page: Page, name: string): Promise<string> {
  const { siteUrl } = addresses();
  const { body } = await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/${name}`, tags: ["sea"] });
  const { id } = body as { id: string };
  await expect.poll(async () => (await call(page, "GET", `/api/links/${id}/article`)).status).toBe(200);
  await page.goto(`/read/${id}`);
  await expect(page.locator(".article__text p").first()).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Highlights" })).toBeVisible();
  return id;
}

/** What is painted in a colour. */
const painted = (page: Page, color: string): Promise<string[]> =>
  page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), `marked-${color}`);

test("words are marked by mouse, with a note, and found among all highlights", async ({ page, context, email }) => {
  await signIn(page, email);
  const id = await openArticle(page, "Marks");
  const text = page.locator(".article__text p").first();
  const box = await text.boundingBox();
  if (box === null) throw new Error("the paragraph is not shown");
  // What stands beside the article keeps away from the edge of the window.
  const beside = await page.getByText("Select words in the text to highlight them.").boundingBox();
  expect(page.viewportSize()?.width ?? 0).toBeGreaterThanOrEqual((beside?.x ?? 0) + (beside?.width ?? Infinity) + 20);

  await page.mouse.move(box.x + 2, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 240, box.y + 14, { steps: 5 });
  await page.mouse.up();
  const bar = page.getByRole("toolbar", { name: "Highlight the selected text" });
  await expect(bar).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Highlight in Green" }).click();
  await expect.poll(() => painted(page, "green")).toHaveLength(1);
  const item = page.getByRole("list", { name: "Highlights of this article" }).getByRole("listitem");
  await expect(item).toHaveCount(1);

  const other = await context.newPage();
  await other.goto(`/read/${id}`);
  await expect.poll(() => painted(other, "green")).toEqual(await painted(page, "green"));

  await item.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Ask **them** <img src=x onerror=alert(1)>");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(item.locator("strong")).toHaveText("them");
  await expect(item.locator("img")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // The other tab follows.
  await expect(other.getByText("Ask them")).toBeVisible();

  await item.getByRole("button", { name: "Delete this highlight" }).click();
  await expect.poll(() => painted(page, "green")).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => painted(page, "green")).toHaveLength(1);

  await page.goto("/highlights");
  const found = page.getByRole("list", { name: "Highlights" }).getByRole("listitem");
  await expect(found.first()).toContainText("Ask them");
  expect(await violations(page)).toEqual([]);
  // The filters end where the list ends; on a phone, folder and tag share its width.
  await call(page, "POST", "/api/folders/", { name: "A folder whose name is longer than its field" });
  await page.reload();
  const ends = (name: string) =>
    page.getByRole("combobox", { name }).evaluate((field) => {
      const { top, right } = field.getBoundingClientRect();
      return { top, right, list: document.querySelector(".marked")?.getBoundingClientRect().right ?? 0 };
    });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(found.first()).toContainText("Ask them");
    const [folder, tag] = [await ends("Folder"), await ends("Tag")];
    expect(tag.top).toBe(folder.top);
    if (width === 360) expect(tag.right).toBeCloseTo(tag.list, 0);
    else expect(tag.right).toBeLessThanOrEqual(tag.list);
  }
  await page.getByRole("button", { name: "Pink" }).click();
  await expect(page.getByText("No highlight fits.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("searchbox", { name: "Search highlights and notes" }).fill("ask");
  await page.getByRole("combobox", { name: "Tag" }).selectOption("sea");
  await expect(found.first()).toContainText("Ask them");
});

test("words are selected and marked by keyboard, and their description is heard", async ({ page, email }) => {
  await signIn(page, email);
  await openArticle(page, "Keys");
  await page.keyboard.press("h");
  const bar = page.getByRole("toolbar", { name: "Highlight the selected text" });
  await expect(bar).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  const selected = (await page.evaluate(() => document.getSelection()?.toString() ?? "")).trim();
  expect(selected.split(/\s+/).length).toBeGreaterThan(1);
  await expect(page.getByRole("status").filter({ hasText: `Selected: ${selected}` })).toBeAttached();
  await page.keyboard.press("3");
  await expect.poll(() => painted(page, "blue")).toEqual([selected]);
  await expect(page.locator(`.article__text [aria-description*="${selected}"]`)).toHaveCount(1);

  await page.keyboard.press("h");
  await expect(bar).toBeVisible();
  await page.keyboard.press("h");
  await expect(bar.getByRole("button", { name: "Highlight in Yellow" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bar.getByRole("button", { name: "Highlight in Green" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(/\/read\//);
});
