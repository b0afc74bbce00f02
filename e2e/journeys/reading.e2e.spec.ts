import { texts } from "@satchel/contracts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { violations } from "../support/axe.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

test("an article is read in its own view, with its looks and its place remembered", async ({ page, email }) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  const { body } = await call(page, "POST", "/api/links/", { url: `${siteUrl}/artikel/Tides` });
  const { id } = body as { id: string };
  await page.goto("/links");
  const way = page.getByRole("link", { name: "Read in Satchel" });
  await expect(way).toHaveCount(1);
  await way.click();
  await expect(page).toHaveURL(new RegExp(`/read/${id}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Contents" }).getByRole("link")).toHaveCount(4);
  expect(await violations(page)).toEqual([]);

  await expect(page.getByText("May 1, 2024")).toBeVisible();
  await expect(page.getByText(/^kept today/)).toBeVisible();
  // As the details of the link say, by how fast German is read.
  const { reading_minutes } = (await call(page, "GET", `/api/links/${id}`)).body as { reading_minutes: number };
  await expect(page.getByText(`${reading_minutes} min`, { exact: true })).toBeVisible();
  // What is shown beside the text does not come over it in a narrower window.
  const marks = page.getByRole("button", { name: "Highlights" });
  await expect(marks).toHaveAttribute("aria-expanded", "true");
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(marks).toHaveAttribute("aria-expanded", "false");
  await page.setViewportSize({ width: 1440, height: 900 });

  // Paper does not scroll.
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 560, height: 900 });
  const isWhole = (code: Element) =>
    code.getBoundingClientRect().right <= (code.parentElement?.getBoundingClientRect().right ?? 0);
  expect(await page.locator("pre").evaluate(isWhole)).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Appearance" }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sepia" }).click();
  await page.getByRole("button", { name: "Larger letters" }).click();
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect
    .poll(async () => ((await call(page, "GET", `/api/links/${id}/article`)).body as { read: number }).read)
    .toBeGreaterThan(0.3);

  await page.reload();
  await expect(page.locator(".reader")).toHaveAttribute("data-paper", "sepia");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);

  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/links$/);
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toContainText("% read");
});

test("under an article are links about the same, which are read as well", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  const [first = ""] = await Promise.all(
    ["Lighthouses", "Lighthouses-at-night"].map(async (name) => {
      const { body } = await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/${name}` });
      return (body as { id: string }).id;
    }),
  );
  await page.goto("/links");
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(2);
  await page.goto(`/read/${first}`);
  await page.getByRole("link", { name: "Lighthouses-at-night" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lighthouses-at-night" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Related" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Lighthouses(?!-at)/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("j and k go through the list that an article was opened from, and back leads to that list", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  const { body } = await call(page, "POST", "/api/folders/", { name: "Sea" });
  const { id: folder } = body as { id: number };
  const save = (path: string, folderId: number | null) =>
    call(page, "POST", "/api/links/", { url: `${siteUrl}/${path}`, folder_id: folderId });
  await save("articles/Tides", folder);
  // More than a page of the list lies between the two articles.
  for (let n = 1; n <= 11; n++) await save(`pages/Wave ${n}`, folder);
  await save("articles/Bread", null);
  await save("articles/Lighthouses", folder);
  await page.clock.install();
  await page.goto(`/links?folder=${folder}`);
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(1);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await row(page, "Lighthouses").getByRole("link", { name: "Read in Satchel" }).click();
  await expect(heading("Lighthouses")).toBeVisible();
  // It is beyond what the list had loaded.
  await expect(page.getByRole("link", { name: "Next article" })).toBeVisible();
  await expect(page.getByRole("main", { name: "Lighthouses" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(heading("Tides")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next article" })).toHaveCount(0);
  await page.reload();
  await expect(heading("Tides")).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous article" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(heading("Lighthouses")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/links\\?folder=${folder}$`));
  // The keys go on from where it was opened.
  await expect(row(page, "Lighthouses").getByRole("heading").getByRole("link")).toBeFocused();
  await row(page, "Tides").getByRole("link", { name: "Read in Satchel" }).click();
  await expect(page.getByRole("main", { name: "Tides" })).toBeFocused();
  // However long it was read, the list is as long as before.
  await page.clock.fastForward("10:00");
  const answer = page.waitForResponse(/\/api\/links\/\?.*folder_id=/);
  await page.keyboard.press("Escape");
  const last = row(page, "Tides").getByRole("heading").getByRole("link");
  await expect(last).toBeFocused();
  await answer;
  await page.waitForTimeout(500);
  await expect(last).toBeInViewport();
  await expect(last).toBeFocused();
});

test("the way back from an article puts the focus onto its row, however late the list comes", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  for (const name of ["Bread", "Tides"]) {
    await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/${name}` });
  }
  await page.goto("/links");
  await row(page, "Bread").getByRole("link", { name: "Read in Satchel" }).click();
  const article = page.getByRole("main", { name: "Bread" });
  await expect(article).toBeVisible();
  const title = row(page, "Bread").getByRole("heading").getByRole("link");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("link", { name: "Back to your links" }).click(),
  ]) {
    let areHeld = true;
    await page.route(/\/api\/links\/\?/, async (route) => {
      await expect.poll(() => areHeld, { timeout: 60_000 }).toBe(false);
      await route.continue();
    });
    await page.reload();
    await expect(article).toBeFocused();
    await leave();
    await expect(page).toHaveURL(/\/links$/);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
    });
    await expect(title).toHaveCount(0);
    areHeld = false;
    await expect(title).toBeFocused();
    await page.unrouteAll({ behavior: "wait" });
    await page.goBack();
  }
  await expect(article).toBeFocused();
  await page.goBack();
  await expect(title).toBeFocused();
});

test("Escape leads back while an article is loaded, and where there is none", async ({ page, email }) => {
  await signIn(page, email);
  await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/articles/Bread` });
  await page.goto("/links");
  const title = row(page, "Bread").getByRole("heading").getByRole("link");
  let isHeld = true;
  await page.route(/\/api\/links\/[^/]+\/article/, async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false);
    await route.fulfill({ status: 404, json: { detail: "" } });
  });
  await row(page, "Bread").getByRole("link", { name: "Read in Satchel" }).click();
  await expect(page.getByRole("status", { name: "The article is loading" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(title).toBeFocused();

  isHeld = false;
  await page.goBack();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(title).toBeFocused();
});

test("given the server can't give an article for now, then that is said, and trying again shows it", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/articles/Tides` });
  const { id } = body as { id: string };
  await page.goto("/links");
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toBeVisible();
  const path = `**/api/links/${id}/article`;
  await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: texts.server.unavailable } }));
  await page.goto(`/read/${id}`);
  await expect(page.getByRole("alert").getByText(texts.unexpected)).toBeVisible();
  // The button may go at any time from here: the page also asks by itself when it learns of a change.
  const again = await page.getByRole("button", { name: "Try Again" }).elementHandle();
  await page.unroute(path);
  await again?.evaluate((button) => (button as HTMLElement).click());
  await expect(page.getByRole("article", { name: "Article" })).toContainText("The moon draws the water towards it");

  // The keys of an article are in the list of keys, and leaving that list does not leave the article.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("In an article");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/read/${id}$`));
});

test("where it is read, a link is starred, tagged, moved and deleted, by the keys of the list and by buttons", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  const { body } = await call(page, "POST", "/api/folders/", { name: "Sea" });
  const { id: folder } = body as { id: number };
  for (const name of ["Bread", "Tides", "Lighthouses"])
    await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/${name}`, folder_id: folder });
  await page.goto(`/links?folder=${folder}`);
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(3);
  await row(page, "Lighthouses").getByRole("heading").getByRole("link").press("ContextMenu");
  await page.getByRole("menuitem", { name: "Read in Satchel" }).click();
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await expect(heading("Lighthouses")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?folder=${folder}$`));

  const bar = page.getByRole("group", { name: "Actions for Lighthouses" });
  const star = bar.getByRole("button", { name: "Favorite" });
  await page.keyboard.press("f");
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("t");
  await page.getByRole("dialog", { name: "Tags of Lighthouses" }).getByLabel("Add tag").fill("coast");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.keyboard.press("m");
  await page.getByRole("dialog", { name: "Move Lighthouses" }).getByRole("button", { name: "Remove from" }).click();
  await expect(page.getByText("removed from its folder")).toBeVisible();
  await page.keyboard.press("z");
  const link = async () => (await call(page, "GET", "/api/links/?q=in:Sea Lighthouses")).body;
  await expect.poll(link).toMatchObject([{ is_favorite: true, tags: ["coast"], folder_id: folder }]);
  await expect(page.getByRole("article").getByRole("link", { name: "coast" })).toBeVisible();
  await bar.getByRole("button", { name: "Tags" }).click();
  await expect(page.getByRole("button", { name: "Remove tag coast" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await bar.getByRole("button", { name: "Share…" }).click();
  const sharing = page.getByRole("dialog", { name: "Share" });
  await expect(sharing.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sharing).toBeHidden();

  // Onwards to the next article, and from the last one back to the list.
  await expect(page.getByRole("link", { name: "Next article" })).toBeVisible();
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(heading("Tides")).toBeVisible();
  await expect(page.getByText("“Lighthouses” deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next article" })).toBeVisible();
  await page.keyboard.press("#");
  await expect(heading("Bread")).toBeVisible();
  await page.keyboard.press("#");
  await expect(page).toHaveURL(new RegExp(`/links\\?folder=${folder}$`));
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(page, "Bread")).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "Tides")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a menu has what is done with the link that is read", inProof, async ({ page, email }) => {
    await signIn(page, email);
    const tags = ["W".repeat(40)];
    await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/articles/Tides`, tags });
    await page.goto("/links");
    await page.getByRole("link", { name: "Read in Satchel" }).tap();
    const more = page.getByRole("button", { name: "More for Tides" });
    await more.tap();
    const menu = page.getByRole("menu", { name: "Tides" });
    await expect(menu.getByRole("menuitem", { name: "Visit Link" })).toBeVisible();
    await expect(menu.getByRole("menuitem", { name: "Share…" })).toBeVisible();
    await expect(menu.getByRole("menuitem", { name: /Details|Read in/ })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await menu.getByRole("menuitem", { name: "Add to favorites" }).tap();
    await more.tap();
    await expect(menu.getByRole("menuitem", { name: "Remove from favorites" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await menu.getByRole("menuitem", { name: "Delete" }).tap();
    await expect(page).toHaveURL(/\/links$/);
    await expect(page.getByText("“Tides” deleted")).toBeVisible();
  });

  test("by letters twice as large nothing in a row lies over how far it was read, and numbers without folders stand at the edge", async ({
    page,
    email,
  }) => {
    await signIn(page, email);
    await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/articles/Tides` });
    await page.goto("/links");
    await page.getByRole("link", { name: "Read in Satchel" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/\/links$/);
    const read = page.getByRole("link", { name: "Read in Satchel" });
    await expect(read).toHaveText("100% read");
    await page.getByRole("button", { name: "Folders" }).tap();
    const all = page.getByRole("link", { name: /^All Links/ });
    const edge = await all.evaluate((link) => {
      const entry = link.closest(".nav");
      const number = entry?.querySelector("small");
      return (entry?.getBoundingClientRect().right ?? 0) - (number?.getBoundingClientRect().right ?? 0);
    });
    expect(edge).toBeLessThan(24);
    await page.keyboard.press("Escape");
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const endOf = async (): Promise<number> => {
      const box = await read.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    const more = await page.getByRole("button", { name: "More for Tides" }).boundingBox();
    expect(await endOf()).toBeLessThanOrEqual(more?.x ?? 0);
  });
});

test(
  "of a PDF its text is read, its pages are looked at, and its first page is its picture",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/papers/On-tides` });
    await page.goto("/links");
    const picture = page.locator("article .link__thumb img");
    await expect.poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(600);
    await page.getByRole("link", { name: "Read in Satchel" }).click();
    await expect(page.getByText("The sea rises twice a day")).toBeVisible();
    await page.getByRole("button", { name: "Pages" }).click();
    const shown = page.getByRole("img", { name: "Page 1" });
    await expect.poll(() => shown.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(1200);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Text" }).click();
    await expect(page.getByText("The sea rises twice a day")).toBeVisible();
  },
);
