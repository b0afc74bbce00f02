import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { importMany, saveMany, titlesOf } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

const names = ["e", "d", "c", "b", "a"].map((name) => `page ${name}`);

test("several links are selected, one by one and by ranges, and changed as one", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, names);
  await expect(row(page, "page a")).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "Selected links" });

  await row(page, "page a").hover();
  await row(page, "page a").getByRole("checkbox").check();
  await expect(bar.getByText("1 selected")).toBeVisible();
  await row(page, "page d")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar.getByText("4 selected")).toBeVisible();
  await row(page, "page b").getByRole("checkbox").uncheck();
  await expect(bar.getByText("3 selected")).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Add tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 3 links" });
  await expect(dialog.getByLabel("Add tag")).toBeFocused();
  await page.keyboard.type("rye");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 links tagged")).toBeVisible();
  await expect(bar).toBeHidden();
  await expect.poll(async () => (await call(page, "GET", "/api/links/count?q=tag:rye")).body).toEqual({ count: 3 });

  // A press anywhere on a row selects it then, and opens nothing.
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await expect(bar).toBeVisible();
  await row(page, "page a").click();
  await row(page, "page e").click();
  await expect(bar.getByText("2 selected")).toBeVisible();
  await row(page, "page d").click({ modifiers: ["Shift"] });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await expect(page.locator(".links")).toBeFocused();
  await expect(page.locator(".links")).toHaveCSS("outline-style", "none");
  await row(page, "page d").click();
  await expect(bar.getByText("2 selected")).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 links deleted")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["page b", "page c", "page d"]);
  await expect(page.getByRole("link", { name: "All Links, 3" })).toBeVisible();
  const deleted = page.getByText("2 links deleted").locator("..");
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf(page)).toEqual(["page a", "page b", "page c", "page d", "page e"]);
  await expect(page.getByRole("link", { name: "All Links, 5" })).toBeVisible();
});

test("given selected links, when some are deleted elsewhere, then they are not counted any more", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, names);
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  for (const name of ["page a", "page b"]) {
    await row(page, name).hover();
    await row(page, name).getByRole("checkbox").check();
  }
  await expect(bar.getByText("2 selected")).toBeVisible();
  const links = (await call(page, "GET", "/api/links/")).body as { id: string; url: string }[];
  const remove = async (name: string) =>
    await call(page, "DELETE", `/api/links/${links.find(({ url }) => url.endsWith(name))?.id ?? ""}`);
  await remove("a");
  await expect(bar.getByText("1 selected")).toBeVisible();
  await remove("b");
  await expect(bar).toBeHidden();
});

test("while links are selected, the keys for a link act on all of them", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, names);
  await expect(row(page, "page a")).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  const selectTwo = async (step: "j" | "k"): Promise<void> => {
    for (const key of ["x", step, "x"]) await page.keyboard.press(key);
    await expect(bar.getByText("2 selected")).toBeVisible();
  };
  await page.keyboard.press("j");
  await selectTwo("j");
  await page.keyboard.press("f");
  await expect(page.getByText("2 links added to favorites")).toBeVisible();
  await expect(row(page, "page b").getByRole("link").first()).toBeFocused();
  await selectTwo("k");
  await page.keyboard.press("F");
  await expect(page.getByText("2 links removed from favorites")).toBeVisible();
  await selectTwo("j");
  await page.keyboard.press("u");
  await expect(page.getByText("2 links marked as visited")).toBeVisible();
  await selectTwo("k");
  await page.keyboard.press("m");
  await expect(page.getByRole("dialog", { name: "Move 2 links" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog", { name: "Tag 2 links" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
  await expect(page.getByText("2 links deleted")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["page c", "page d", "page e"]);
  await expect(bar).toBeHidden();
  await expect(row(page, "page c").getByRole("link").first()).toBeFocused();
});

test("a change of many that the server refuses is taken back", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, names);
  await page.route("**/api/links/bulk", (route) => route.fulfill({ status: 503, json: { detail: "no" } }));
  await expect(row(page, "page a")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["page a", "page b", "page c", "page d", "page e"]);
  await expect(page.getByRole("link", { name: "All Links, 5" })).toBeVisible();
});

test("a long list is on the page only around what is seen, and loses nothing", async ({ page, email }) => {
  await signIn(page, email);
  await importMany(page, 240);
  await page.reload();
  await expect(row(page, "link 001")).toBeVisible();

  const last = page.locator('article[aria-posinset="240"]');
  await expect(async () => {
    // The next frame is awaited, because a browser that draws none sends no event of scrolling either.
    await page.evaluate(async () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise(requestAnimationFrame);
    });
    await expect(last).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [50] });
  await expect(last).toHaveAttribute("aria-setsize", "240");
  expect(await page.getByRole("article").count()).toBeLessThan(60);

  // Rows that go by beneath the pointer show nothing of what they offer; the one that it comes to rest on does.
  await page.mouse.move(700, 450);
  await page.locator(".links").evaluate((list) => {
    const seen = new MutationObserver(() => list.setAttribute("data-moved", ""));
    seen.observe(list, { attributeFilter: ["data-moving"] });
  });
  await page.mouse.wheel(0, -1500);
  await expect(page.locator(".links[data-moved]:not([data-moving])")).toBeVisible();
  await expect(page.locator(".link:hover .link__acts")).toHaveCSS("opacity", "1");

  // In the middle: what comes in above does not move what is read.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const inSight = () =>
    page.evaluate(() => {
      const isInSight = (row: Element): boolean => {
        const { top } = row.getBoundingClientRect();
        return top > 200 && top < 600;
      };
      return (
        [...document.querySelectorAll("article")].find(isInSight)?.querySelector(".link__title a")?.textContent ?? ""
      );
    });
  await expect.poll(inSight).not.toBe("");
  const title = await inSight();
  const read = row(page, title).first();
  const before = await read.boundingBox();
  await saveMany(page, ["A page that lands"]);
  await expect(page.getByText("1 new link")).toBeVisible();
  expect((await read.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

  // Where the focus is, stays, however far it is scrolled.
  await read.getByRole("heading").getByRole("link").focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(row(page, "A page that lands")).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title);

  // All of it is selected, also what is not loaded.
  await page.reload();
  await expect(row(page, "link 001")).toBeVisible();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  await bar.getByRole("button", { name: "Select all 241" }).click();
  await expect(bar.getByText("241 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Mark as…" }).click();
  await page.getByRole("menuitem", { name: "Add to favorites" }).click();
  await expect(page.getByText("241 links added to favorites")).toBeVisible();
  await expect(page.getByRole("link", { name: "Favorites, 241" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: /^Favorites/ })).toBeHidden();
});

test("the way back from another page of the archive leads to where the list was left", async ({ page, email }) => {
  await signIn(page, email);
  await importMany(page, 45);
  await page.reload();
  const last = row(page, "link 045");
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  for (const name of ["Captures", "Highlights"]) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(last).toBeInViewport();
  }
});

test("links are marked as visited and as unvisited, one by a key, many by their menu, and it is undone", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, names.slice(2));
  const unvisited = (count: number) => page.getByRole("link", { name: `Unvisited, ${count}` });
  await expect(unvisited(3)).toBeVisible();

  await row(page, "page b").getByRole("link").first().focus();
  await page.keyboard.press("u");
  await expect(page.getByText("1 link marked as visited")).toBeVisible();
  await expect(row(page, "page b").getByText("New")).toBeHidden();
  await expect(unvisited(2)).toBeVisible();
  await page.keyboard.press("u");
  await expect(row(page, "page b").getByText("New")).toBeVisible();

  // Another list has the focus as a whole.
  await row(page, "page b").getByRole("heading").getByRole("link").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/view=unvisited/);
  await expect(page.locator("#main")).toBeFocused();
  await page.goBack();

  // In a list that it leaves, the next one has the focus; after the last one, the page.
  await unvisited(3).click();
  const title = (name: string) => row(page, name).getByRole("heading").getByRole("link");
  await title("page b").focus();
  await page.keyboard.press("u");
  await expect(title("page c")).toBeFocused();
  await page.keyboard.press("u");
  await expect(title("page a")).toBeFocused();
  await page.keyboard.press("#");
  await expect(page.getByText("All caught up")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  // What the server has not answered yet can't be undone yet.
  await expect(async () => {
    await page.keyboard.press("z");
    await expect(unvisited(3)).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("toolbar", { name: "Selected links" });
  await bar.getByRole("button", { name: "Select all 3" }).click();
  await bar.getByRole("button", { name: "Mark as…" }).click();
  await page.getByRole("menuitem", { name: "Mark as visited" }).click();
  await expect(page.getByText("3 links marked as visited")).toBeVisible();
  await expect(page.getByText("All caught up")).toBeVisible();
  await page.reload();
  await expect(page.getByText("All caught up")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("links are selected by boxes that come when they are called", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, names);
    await row(page, "page b").getByRole("button", { name: "More for page b" }).click();
    await page.getByRole("menuitem", { name: "Select" }).click();
    await row(page, "page c").getByRole("checkbox").check();
    const bar = page.getByRole("toolbar", { name: "Selected links" });
    await expect(bar.getByText("2 selected")).toBeVisible();
    for (const word of ["Mark as…", "Move to…", "Tag", "Delete"]) await expect(bar.getByText(word)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await bar.getByRole("button", { name: "Clear selection" }).click();
    await expect(bar).toBeHidden();
  });
});
