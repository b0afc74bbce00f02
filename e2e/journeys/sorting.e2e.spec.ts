import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { importMany, saveMany, titlesOf } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** The button that opens the menu of orders, while links are in this one. */
const sortedBy = (page: Page, order: string): Locator => page.getByRole("button", { name: `Sort: ${order}` });

/** Chooses an order from the menu. */
async function sortBy(page: Page, order: string): Promise<void> {
  await page.getByRole("button", { name: /^Sort: / }).click();
  await page.getByRole("menu", { name: "Sort" }).getByRole("menuitemradio", { name: order }).click();
  await expect(sortedBy(page, order)).toBeFocused();
}

test("links are sorted by age or by title, what comes goes to its place, and the order stays", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["Birch", "“Alder”", "cedar"]);
  await expect(row(page, "cedar")).toBeVisible();
  await expect(sortedBy(page, "Newest first")).toBeVisible();
  expect(await titlesOf(page)).toEqual(["cedar", "“Alder”", "Birch"]);

  await sortBy(page, "Oldest first");
  await expect.poll(() => titlesOf(page)).toEqual(["Birch", "“Alder”", "cedar"]);
  await expect(page.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
  await saveMany(page, ["Ash"]);
  await expect.poll(() => titlesOf(page)).toEqual(["Birch", "“Alder”", "cedar", "Ash"]);

  // By the keyboard: the menu opens at what is chosen, and arrows go round.
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("menuitemradio", { name: "Oldest first" });
  await expect(chosen).toBeFocused();
  await expect(chosen).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(sortedBy(page, "By title")).toBeFocused();
  await expect.poll(() => titlesOf(page)).toEqual(["“Alder”", "Ash", "Birch", "cedar"]);
  await expect(page.getByRole("heading", { level: 2, name: "Today" })).toBeHidden();
  await saveMany(page, ["Beech"]);
  await expect.poll(() => titlesOf(page)).toEqual(["“Alder”", "Ash", "Beech", "Birch", "cedar"]);
  const [{ id }] = (await call(page, "GET", "/api/links/?sort=title&size=1")).body as [{ id: string }];
  await call(page, "PATCH", `/api/links/${id}`, { title: "Willow" });
  await expect.poll(() => titlesOf(page)).toEqual(["Ash", "Beech", "Birch", "cedar", "Willow"]);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(sortedBy(page, "By title")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["Ash", "Beech", "Birch", "cedar", "Willow"]);
  await row(page, "Birch").hover();
  await row(page, "Birch").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => titlesOf(page)).toEqual(["Ash", "Beech", "cedar", "Willow"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf(page)).toEqual(["Ash", "Beech", "Birch", "cedar", "Willow"]);
});

test(
  "given a page that began in another order, when the newest come first again, then what came meanwhile is there",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["first"]);
    await sortBy(page, "By title");
    // The document asks for the newest before it is known that others are wanted.
    await page.reload();
    await expect(row(page, "first")).toBeVisible();
    await saveMany(page, ["second"]);
    await expect(row(page, "second")).toBeVisible();
    await sortBy(page, "Newest first");
    await expect(page.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
    await expect.poll(() => titlesOf(page)).toEqual(["second", "first"]);
  },
);

test(
  "given a page that began with its favorites, when all links are shown, then what came meanwhile is there",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["first"]);
    const [{ id }] = (await call(page, "GET", "/api/links/?size=1")).body as [{ id: string }];
    await call(page, "PATCH", `/api/links/${id}`, { is_favorite: true });
    await page.goto("/links?view=favorites");
    await expect(row(page, "first")).toBeVisible();
    await saveMany(page, ["second"]);
    await page.getByRole("link", { name: "All Links, 2" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Links" })).toBeVisible();
    await expect.poll(() => titlesOf(page)).toEqual(["second", "first"]);
  },
);

test("long lists are read on in their order", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const names = Array.from({ length: 35 }, (_, n) => `page ${String((n * 12) % 35).padStart(2, "0")}`);
  await saveMany(page, names);
  await sortBy(page, "By title");
  for (const name of ["page 00", "page 12", "page 24", "page 34"]) {
    await expect(async () => {
      await page.mouse.wheel(0, 400);
      await expect(row(page, name)).toBeVisible({ timeout: 200 });
    }).toPass();
  }
});

test(
  "the heading of what is in sight stays, and leads to months that are loaded and to years that are not",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await importMany(page, 100, 20 * 86_400);
    // What is told of the imported links would load all of them.
    await page.route("**/api/events", (route) => route.abort());
    await page.reload();
    await expect(row(page, "link 001")).toBeVisible();
    const inSight = (month: string): Locator => page.getByRole("heading", { level: 2, name: month });
    const menu = page.getByRole("menu", { name: "Jump to…" });

    await inSight("November 2023").getByRole("button").click();
    await expect(menu.getByRole("menuitemradio", { name: "November 2023" })).toBeChecked();
    expect(await violations(page)).toEqual([]);
    await menu.getByRole("menuitemradio", { name: "September 2023" }).click();
    await expect(row(page, "link 004").getByRole("link", { name: "link 004" })).toBeFocused();
    await expect(inSight("September 2023")).toBeInViewport();
    // Below the top bar, while its links go by under it.
    await row(page, "link 004").hover();
    await page.mouse.wheel(0, 130);
    const topOf = async (each: Locator) => (await each.boundingBox())?.y;
    await expect.poll(() => topOf(row(page, "link 004"))).toBeLessThan(40);
    expect(await topOf(inSight("September 2023"))).toBe(48);

    await page.keyboard.press("d");
    await menu.getByRole("menuitem", { name: "All of 2019" }).click();
    await expect(page).toHaveURL("/links?q=saved%3A2019");
    await expect(page.getByText("links for “saved:2019”")).toBeVisible();
    await expect(page.getByText(/ 2019$/).first()).toBeVisible();
  },
);

test("finds of a search are sorted by how well they fit, or by newest", async ({ page, person }) => {
  await person.saves("Rye bread in three days");
  // Found by a tag alone, so newer and yet not the best.
  await call(page, "POST", "/api/links/", { url: "https://oven.example/", title: "Oven", tags: ["bread"] });
  await page.keyboard.press("/");
  await page.keyboard.type("bread");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(sortedBy(page, "Best first")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["Rye bread in three days", "Oven"]);
  const asked = page.waitForRequest((request) => request.url().includes("sort=newest"));
  await sortBy(page, "Newest first");
  await asked;
  await expect.poll(() => titlesOf(page)).toEqual(["Oven", "Rye bread in three days"]);
  expect(await violations(page)).toEqual([]);
});

// Nobody waits for the palette before typing what they want of it.
test("the palette sorts", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["b", "a"]);
  // Then the page has loaded what listens to keys.
  await expect(row(page, "a")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sort: by ti");
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first()).toContainText(
    "Sort: By title",
  );
  await page.keyboard.press("Enter");
  await expect(sortedBy(page, "By title")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["a", "b"]);
});
