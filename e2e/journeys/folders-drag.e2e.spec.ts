import type { Locator, Page } from "@playwright/test";
import { drag, dragOver, finger } from "../support/dragging.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The row of a folder in the sidebar. */
const folder = (page: Page, name: string): Locator =>
  page.locator(".nav").filter({ has: page.getByRole("link", { name: new RegExp(`^${name}(,|$)`) }) });

/** The names of the folders in the sidebar, from top to bottom; a subfolder behind a dash. */
const tree = (page: Page): Promise<string[]> =>
  page
    .locator(".nav--folder, .nav--child")
    .evaluateAll((rows) =>
      rows.map(
        (each) => (each.classList.contains("nav--child") ? "- " : "") + (each.querySelector("a")?.textContent ?? ""),
      ),
    );

/** Makes folders by the API, as `Name` or `Parent/Name`, and shows them. */
async function foldersOf(page: Page, names: readonly string[]): Promise<void> {
  const ids = new Map<string, number>();
  for (const path of names) {
    const [first = "", second] = path.split("/");
    const data = { name: second ?? first, parent_folder_id: second === undefined ? null : (ids.get(first) ?? null) };
    const answer = await page.request.post("/api/folders/", {
      data,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(answer.status()).toBe(201);
    ids.set(path, ((await answer.json()) as { id: number }).id);
  }
  await page.reload();
  await expect(folder(page, (names.at(-1) ?? "").split("/").at(-1) ?? "")).toBeVisible();
}

const alert = (page: Page): Locator => page.getByRole("alert").filter({ hasText: /./ });

test("links are dragged into a folder, to the favorites, and out of the folder again", async ({ page, person }) => {
  const link = await person.saves("Braised fennel with orange and olives");
  await foldersOf(page, ["Kitchen"]);
  const favorites = page.getByRole("link", { name: /^Favorites/ });

  await dragOver(page, link, folder(page, "Kitchen"));
  await expect(page.getByText("Braised fennel with orang…", { exact: true })).toBeVisible();
  await expect(page.getByText("All about Braised fennel with orang…", { exact: true })).toBeVisible();
  await expect(page.getByText("Move to Kitchen", { exact: true })).toBeVisible();
  await expect(folder(page, "Kitchen")).toHaveClass(/is-target/);
  await page.mouse.up();
  await expect(link.getByText("Kitchen", { exact: true })).toBeVisible();
  await expect(page.getByText("Move to Kitchen", { exact: true })).toBeHidden();
  await expect(page.getByRole("link", { name: "Kitchen, 1 link" })).toBeVisible();

  // A place where it is already takes it not.
  await dragOver(page, link, folder(page, "Kitchen"));
  await expect(folder(page, "Kitchen")).not.toHaveClass(/is-target/);
  await page.mouse.up();

  // The undo of the move takes it out, then it goes in again and out by All Links.
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(link.getByText("Kitchen", { exact: true })).toBeHidden();
  await drag(page, link, folder(page, "Kitchen"));
  await expect(link.getByText("Kitchen", { exact: true })).toBeVisible();
  await dragOver(page, link, page.getByRole("link", { name: /^All Links/ }));
  await expect(page.getByText("Remove from folder", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(link.getByText("Kitchen", { exact: true })).toBeHidden();

  const other = await person.saves("Another page");
  await other.hover();
  await other.getByRole("button", { name: "Favorite" }).click();
  await expect(favorites).toBeVisible();
  await drag(page, link, favorites);
  await expect(page.getByRole("link", { name: "Favorites, 2" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Favorites, 2" })).toBeVisible();
});

test("several selected links are dragged at once, and brought back at once", inProof, async ({ page, person }) => {
  await foldersOf(page, ["Kitchen"]);
  for (const title of ["First", "Second", "Third"]) await person.saves(title);
  for (const title of ["First", "Third"]) {
    await row(page, title).hover();
    await page.getByRole("checkbox", { name: `Select ${title}` }).click();
  }

  await dragOver(page, row(page, "First"), folder(page, "Kitchen"));
  // The number lies on the corner of the card, the chip beside the pointer, and all that are dragged are faded.
  const badge = page.locator(".drag").getByText("2", { exact: true });
  const chip = page.getByText("Move to Kitchen", { exact: true });
  await expect(badge).toBeVisible();
  await expect(row(page, "First")).toHaveCSS("opacity", "0.4");
  await expect(row(page, "Third")).toHaveCSS("opacity", "0.4");
  await expect(row(page, "Second")).toHaveCSS("opacity", "1");
  const [card, target, text] = await Promise.all([
    page.locator(".drag").boundingBox(),
    folder(page, "Kitchen").boundingBox(),
    chip.boundingBox(),
  ]);
  if (card === null || target === null || text === null) throw new Error("Nothing is dragged over the folder");
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
  expect(text.x).toBeGreaterThan(x);
  expect(text.y).toBeLessThan(y);
  expect(text.y + text.height).toBeGreaterThan(y);
  expect(text.y + text.height).toBeLessThan(card.y);
  expect((await badge.boundingBox())?.y).toBeLessThan(card.y + 4);
  await page.mouse.up();
  await expect(row(page, "Third")).toHaveCSS("opacity", "1");

  await expect(page.getByRole("link", { name: "Kitchen, 2 links" })).toBeVisible();
  await expect(row(page, "Second").getByText("Kitchen", { exact: true })).toBeHidden();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Kitchen, 0 links" })).toBeVisible();
});

test("folders are dragged before, after and into each other, and what cannot be is told", async ({ page, person }) => {
  void person;
  await foldersOf(page, ["Reading", "Reading/Essays", "Kitchen", "Work"]);

  await drag(page, folder(page, "Work"), folder(page, "Reading"), { y: 0.1 });
  await expect.poll(() => tree(page)).toEqual(["Work", "Reading", "- Essays", "Kitchen"]);
  await drag(page, folder(page, "Work"), folder(page, "Kitchen"), { y: 0.95 });
  await expect.poll(() => tree(page)).toEqual(["Reading", "- Essays", "Kitchen", "Work"]);
  await dragOver(page, folder(page, "Work"), folder(page, "Kitchen"));
  await expect(page.getByText("Move into Kitchen", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => tree(page)).toEqual(["Reading", "- Essays", "Kitchen", "- Work"]);
  await drag(page, folder(page, "Work"), folder(page, "Essays"), { y: 0.95 });
  await expect.poll(() => tree(page)).toEqual(["Reading", "- Essays", "- Work", "Kitchen"]);
  await expect(page.getByRole("status").getByText("Moved “Work” into “Reading”")).toBeVisible();

  for (const [from, to, y, told] of [
    ["Kitchen", "Kitchen", 0.5, "Cannot move a folder into itself"],
    ["Reading", "Essays", 0.5, "Cannot move a folder into its own descendant"],
    ["Kitchen", "Essays", 0.5, "Cannot move folder into a folder at maximum depth (2 levels)"],
  ] as const) {
    await dragOver(page, folder(page, from), folder(page, to), { y });
    await expect(page.locator(".drag__hint").getByText(told, { exact: true })).toBeVisible();
    await page.mouse.up();
    await expect(alert(page).getByText(told, { exact: true })).toBeVisible();
  }

  // The server has the last word, and the tree is as it was.
  await page.route("**/api/folders/reorder", (route) => route.fulfill({ status: 400, json: { detail: "Not today" } }));
  await drag(page, folder(page, "Kitchen"), folder(page, "Reading"), { y: 0.1 });
  await expect(alert(page).getByText("Not today")).toBeVisible();
  await expect.poll(() => tree(page)).toEqual(["Reading", "- Essays", "- Work", "Kitchen"]);
  await page.unroute("**/api/folders/reorder");
  await page.reload();
  await expect(folder(page, "Kitchen")).toBeVisible();
  expect(await tree(page)).toEqual(["Reading", "- Essays", "- Work", "Kitchen"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    "a finger drags a link to the edge, where the folders come out, and into one of them",
    inProof,
    async ({ page, person }) => {
      const link = await person.saves("A page under the finger");
      await page.evaluate(async () => {
        for (const name of ["Kitchen", "Travel"]) {
          await fetch("/api/folders/", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ name }),
          });
        }
      });
      await page.reload();
      await expect(link).toBeVisible();
      const drawer = page.getByRole("complementary", { name: "Folders" });

      // One that moves at once scrolls and drags nothing.
      const scrolling = await finger(page, link);
      await scrolling.touch();
      await scrolling.moveTo({ x: 200, y: 120 });
      await expect(page.locator(".drag")).toBeHidden();
      await scrolling.lift();

      // What the system takes away ends the drag.
      const lost = await finger(page, link);
      await lost.rest();
      await lost.moveTo({ x: 200, y: 400 });
      await expect(page.locator(".drag")).toBeVisible();
      await lost.cancel();
      await expect(page.locator(".drag")).toBeHidden();

      const touching = await finger(page, link);
      await touching.rest();
      await touching.moveTo({ x: 200, y: 400 });
      await expect(page.locator(".drag").getByText("A page under the finger", { exact: true })).toBeVisible();
      await touching.moveTo({ x: 12, y: 420 });
      await expect(drawer).toBeVisible();
      await touching.moveOver(folder(page, "Travel"));
      await expect(page.getByText("Move to Travel", { exact: true })).toBeVisible();
      await touching.lift();

      await expect(drawer).toBeHidden();
      await page.getByRole("button", { name: "Folders" }).click();
      await page.getByRole("link", { name: "Travel, 1 link" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Travel" })).toBeVisible();
      await expect(link).toBeVisible();
      expect(page.context().pages()).toHaveLength(1);
    },
  );
});
