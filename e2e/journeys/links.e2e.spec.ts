import type { Page } from "@playwright/test";
import { call } from "../support/call.ts";
import { violations } from "../support/axe.ts";
import { saveMany, titlesOf } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("links are shown as a list, as cards, compactly and as masonry, and so again the next time", async ({
  page,
  person,
}) => {
  const link = await person.saves("A page with many faces");
  await expect(link.getByText("All about A page with many faces")).toBeVisible();
  const views = page.getByRole("group", { name: "View" });
  for (const view of ["Cards", "Compact", "Masonry", "List"]) {
    await views.getByRole("button", { name: view, exact: true }).click();
    await expect(views.getByRole("button", { name: view, exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(link.getByRole("heading").getByRole("link")).toHaveAttribute(
      "href",
      pageUrl("A page with many faces"),
    );
    await link.hover();
    await expect(link.getByRole("button", { name: "Favorite" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // Twice as large, which leaves half the room (WCAG 1.4.4).
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  await views.getByRole("button", { name: "Cards" }).click();
  await page.reload();
  await expect(views.getByRole("button", { name: "Cards" })).toHaveAttribute("aria-pressed", "true");
  const thumb = link.locator(".link__thumb");
  const { width = 0, height = 1 } = (await thumb.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(16 / 9, 1);
});

test("of many tabs the one that is shown follows what happens, and the others get it when they are: a browser has six connections to a server", async ({
  page,
  person,
}) => {
  await person.saves("A page in many tabs");
  const tabs: Page[] = [];
  for (let n = 0; n < 7; n += 1) {
    const tab = await page.context().newPage();
    tabs.push(tab);
    // Playwright shows all pages at once.
    await tab.addInitScript(() =>
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" }),
    );
    await tab.goto(page.url());
    await expect(row(tab, "A page in many tabs")).toBeVisible();
  }
  await person.saves("A page that came later");
  const [tab] = tabs as [Page];
  await expect(row(tab, "A page that came later")).toHaveCount(0);
  await tab.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(row(tab, "A page that came later")).toBeVisible();
  for (const each of tabs) await each.close();
});

test("in masonry each card is as high as its content, none covers another, and arrows go up and down a column", async ({
  page,
  person,
}) => {
  await person.saves("A page of a wall");
  const long = "A very long description of what stands on a page. ".repeat(12);
  for (let n = 1; n <= 9; n += 1) {
    const made = await call(page, "POST", "/api/links/", { url: pageUrl(`Card ${n}`), title: `Card ${n}` });
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    const description = n % 2 ? long : "Short.";
    expect((await call(page, "PATCH", `/api/links/${id}`, { description })).status).toBe(200);
  }
  await expect(page.getByRole("article")).toHaveCount(10);
  await page.getByRole("group", { name: "View" }).getByRole("button", { name: "Masonry" }).click();
  await expect(page.locator(".links__spot")).toHaveCount(10);
  const boxes = (): Promise<{ left: number; top: number; bottom: number; place: string | null }[]> =>
    page.getByRole("article").evaluateAll((cards) =>
      cards.map((card) => {
        const { left, top, bottom } = card.getBoundingClientRect();
        return { left, top, bottom, place: card.ariaPosInSet };
      }),
    );
  const columns = async () => {
    const cards = await boxes();
    const lefts = [...new Set(cards.map(({ left }) => Math.round(left)))];
    return lefts.map((column) => cards.filter(({ left }) => Math.round(left) === column));
  };
  expect(await columns()).toHaveLength(3);
  expect(new Set((await boxes()).map(({ top, bottom }) => Math.round(bottom - top))).size).toBeGreaterThan(1);
  // 24 px between cards of a column, whatever their heights.
  await expect(async () => {
    for (const column of await columns()) {
      const gaps = column.slice(1).map(({ top }, n) => Math.round(top - (column[n]?.bottom ?? 0)));
      expect(gaps).toEqual(gaps.map(() => 24));
    }
  }).toPass();

  const [first = []] = await columns();
  await page.getByRole("article").first().getByRole("heading").getByRole("link").focus();
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.closest("article")?.ariaPosInSet);
  for (const { place } of first.slice(1)) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe(place);
  }
  await page.keyboard.press("ArrowUp");
  await expect.poll(focused).toBe(first.at(-2)?.place);
});

test("a deletion and a move can be taken back, and the offer waits for whoever reaches for it", async ({
  page,
  person,
}) => {
  const link = await person.saves("A page to miss");
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill("Kept");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Kept" })).toBeVisible();

  await link.hover();
  await link.getByRole("button", { name: "Delete" }).click();
  await expect(link).toBeHidden();
  await expect(page.getByRole("link", { name: "All Links, 0" })).toBeVisible();
  await page.getByText("” deleted").hover();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 1" })).toBeVisible();
  await expect(page.getByText("” deleted")).toBeHidden();

  await link.hover();
  await link.getByRole("button", { name: "Move to…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kept" }).click();
  await expect(page.getByText("moved to Kept")).toBeVisible();
  await expect(link.getByText("Kept", { exact: true })).toBeVisible();
  await page.keyboard.press("z");
  await expect(link.getByText("Kept", { exact: true })).toBeHidden();
  await page.reload();
  await expect(link).toBeVisible();
  await expect(link.getByText("Kept", { exact: true })).toBeHidden();
});

test(
  "what can be taken back is offered for ten seconds, and longer while it is held",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["A page that goes"]);
    await page.clock.install();
    const link = row(page, "A page that goes");
    await link.hover();
    await link.getByRole("button", { name: "Delete" }).click();
    const toast = page.getByText("” deleted");
    await toast.hover();
    await page.clock.fastForward(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(10, 10);
    await page.clock.fastForward(11_000);
    await expect(toast).toBeHidden();
  },
);

test("what keys and the menu do is said to a screen reader, favorites and tags too, and z undoes it", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["first"]);
  const said = (text: string) => page.getByRole("status").filter({ hasText: text });
  const star = row(page, "first").getByRole("img", { name: "Favorite" });
  await expect(row(page, "first")).toBeVisible();
  await page.keyboard.press("j");

  await page.keyboard.press("f");
  await expect(said("“first” added to favorites")).toBeVisible();
  await page.keyboard.press("f");
  await expect(said("“first” removed from favorites")).toBeVisible();
  await expect(star).toBeHidden();
  await page.keyboard.press("z");
  await expect(said("Undone")).toBeVisible();
  await expect(star).toBeVisible();

  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog", { name: "Tags of first" });
  await dialog.getByLabel("Add tag").fill("ink");
  await page.keyboard.press("Enter");
  await expect(dialog.locator("[aria-live=polite]")).toContainText("ink");
  await page.keyboard.press("Enter");
  await expect(said("Tags of “first” saved")).toBeVisible();
  await expect(row(page, "first").getByRole("link", { name: "#ink" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "first").getByRole("link", { name: "#ink" })).toBeHidden();

  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Remove from favorites" }).click();
  await expect(said("“first” removed from favorites").last()).toBeVisible();
});

test("everything is done by the keyboard", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["third", "second", "first"]);
  await expect(row(page, "first")).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  await page.keyboard.press("j");
  await expect.poll(focused).toBe("first");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("third");
  await page.keyboard.press("k");
  await expect.poll(focused).toBe("second");

  await page.keyboard.press("f");
  await expect(row(page, "second").getByRole("img", { name: "Favorite" })).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("dialog", { name: "Move second" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("second");
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog", { name: "Tags of second" }).getByLabel("Add tag")).toBeFocused();
  await page.keyboard.type("ink");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(row(page, "second").getByRole("link", { name: "#ink" })).toBeVisible();

  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  expect((await opened).url()).toBe(pageUrl("second"));
  await page.bringToFront();
  await expect(row(page, "second").getByText("1 visit", { exact: true })).toBeVisible();

  await page.keyboard.press("#");
  await expect(row(page, "second")).toBeHidden();
  await expect.poll(focused).toBe("third");
  await page.keyboard.press("z");
  await expect(row(page, "second")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["first", "second", "third"]);

  // Letters that are typed do nothing else.
  await page.keyboard.press("/");
  await page.keyboard.type("fjx#");
  await expect(page.getByRole("toolbar")).toBeHidden();
});

test("what is changed while nobody answers comes back, and is told", inProof, async ({ page, person }) => {
  const link = await person.saves("A page that holds");
  await page.route("**/api/links/*", (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 500, json: { detail: "no" } }),
  );
  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(link.getByRole("img", { name: "Favorite" })).toBeHidden();
  await expect(page.getByRole("link", { name: /^Favorites/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
});
