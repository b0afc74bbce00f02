import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { panelOf, saveMany } from "../support/links.ts";
import { inProof } from "../support/proof.ts";
import { expect, fromSomewhere, pageUrl, row, signIn, test } from "../support/test.ts";

test("given open details, when the link is deleted elsewhere, then they say so, and keep what is typed", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await saveMany(page, ["A page"]);
  await row(page, "A page").hover();
  await row(page, "A page").getByRole("button", { name: "Details" }).click();
  const panel = panelOf(page);
  await panel.getByLabel("Notes").pressSequentially("Ask Jon");
  const [link] = (await call(page, "GET", "/api/links/")).body as { id: string }[];
  await call(page, "DELETE", `/api/links/${link?.id ?? ""}`);
  await expect(panel.getByText("This link no longer exists.")).toBeVisible();
  await expect(panel.getByLabel("Notes")).toHaveValue("Ask Jon");
  await expect(panel.getByRole("button", { name: "Delete", exact: true })).toBeHidden();

  await call(page, "POST", `/api/links/${link?.id ?? ""}/restore`);
  await expect(panel.getByText("This link no longer exists.")).toBeHidden();
  await expect(panel.getByRole("button", { name: "Delete", exact: true })).toBeVisible();
});

test("a link's details are seen and changed in the panel", async ({ page, person }) => {
  const link = await person.saves("A page in full");
  await expect(link.getByText("All about A page in full")).toBeVisible();
  await link.hover();
  await link.getByRole("button", { name: "Details" }).click();
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name: "A page in full" })).toBeVisible();
  await expect(panel.getByText(/^Saved by mail, today/)).toBeVisible();
  await expect(panel.getByText(person.email)).toBeVisible();
  await expect(panel.getByText("Page fetched: title, description and pictures")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(panel.getByRole("button", { name: "Copy", exact: true })).toBeVisible();

  // What it is stands in one line; what changes it is quiet until it is pointed at, or has the focus.
  await expect(panel.getByText(/^(\S+ · )?(\d+ min read · )?English$/)).toBeVisible();
  const pencil = panel.getByRole("button", { name: "Edit title" });
  const field = panel.getByLabel("Add tag");
  await expect(pencil).toHaveCSS("opacity", "0");
  await expect(field).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await field.hover();
  await expect(field).not.toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await panel.getByRole("heading", { name: "A page in full" }).hover();
  await expect(pencil).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await expect(pencil).toHaveCSS("opacity", "0");
  await panel.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Tab");
  await expect(pencil).toBeFocused();
  await expect(pencil).toHaveCSS("opacity", "1");

  await pencil.click();
  await panel.getByLabel("Title").fill("A title\nof my own");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("heading", { name: "A title of my own" })).toBeVisible();
  const renamed = row(page, "A title of my own");
  await expect(renamed).toBeVisible();

  await panel.getByLabel("Add tag").fill("rye");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Remove tag rye" })).toBeVisible();
  await panel.getByRole("button", { name: "Remove tag bread" }).click();
  await expect(panel.getByRole("button", { name: "Remove tag bread" })).toBeHidden();
  await panel.getByLabel("Notes").fill("Ask Jonas.");
  await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
  await expect(panel.getByText("Notes changed")).toBeVisible();

  // The address keeps what is open.
  await page.reload();
  await expect(panel.getByRole("heading", { name: "A title of my own" })).toBeVisible();
  await expect(panel.getByLabel("Notes")).toHaveValue("Ask Jonas.");
  await expect(panel.getByRole("button", { name: "Remove tag rye" })).toBeVisible();
  await panel.getByRole("button", { name: "Edit title" }).click();
  await panel.getByLabel("Title").fill("");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("heading", { name: "A page in full" })).toBeVisible();

  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/links/);
});

test("a long history is told page by page, the newest first", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/links/", {
    url: `${addresses().siteUrl}/none/often`,
    title: "Often",
  });
  const { id } = body as { id: string };
  for (let n = 0; n < 60; n++) await call(page, "PATCH", `/api/links/${id}`, { notes: `note ${n}` });
  await page.goto(`/links?link=${id}`);
  const panel = panelOf(page);
  const changes = panel.getByRole("listitem").filter({ hasText: /^Notes changed/ });
  const saved = panel.getByRole("listitem").filter({ hasText: /^Saved here/ });

  await expect(panel.getByText(/^50 of 6\d$/)).toBeVisible();
  await expect(panel.getByText(/^Saved here, /)).toBeVisible();
  await expect(saved).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await panel.getByRole("button", { name: "Show older" }).click();
  await expect(saved).toHaveCount(1);
  await expect(changes).toHaveCount(60);
  await expect(panel.getByRole("button", { name: "Show older" })).toBeHidden();
});

test("tags that there are are suggested, and taken in their spelling", async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["other", "one"]);
  const { body } = await call(page, "GET", "/api/links/");
  const [one, other] = body as [{ id: string }, { id: string }];
  await call(page, "PATCH", `/api/links/${other.id}`, { tags: ["Gingerbread", "Maps"] });
  await page.goto(`/links?link=${one.id}`);
  const panel = panelOf(page);
  const field = panel.getByRole("combobox", { name: "Add tag" });

  await field.fill("ging");
  await expect(panel.getByRole("option", { name: "Gingerbread" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await field.fill("MAPS");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Remove tag Gingerbread" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Remove tag Maps" })).toBeVisible();
  await field.press("Backspace");
  await expect(panel.getByRole("button", { name: "Remove tag Maps" })).toBeHidden();
  // The page has tags of its own, which stay.
  const kept = async () => ((await call(page, "GET", `/api/links/${one.id}`)).body as { tags: string[] }).tags;
  const isKept = async (tag: string): Promise<boolean> => (await kept()).includes(tag);
  await expect.poll(() => isKept("Gingerbread")).toBe(true);
  await expect.poll(() => isKept("Maps")).toBe(false);
});

test("a page that could not be read says why, and is tried again", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const url = `${addresses().siteUrl}/none`;
  await call(page, "POST", "/api/links/", { url, title: "A page that is not there" });
  const link = row(page, "A page that is not there");
  await expect(link.getByText("The page was not found, or its site answered with an error.")).toBeVisible();
  await expect(link.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  const panel = panelOf(page);
  await expect(panel.getByText("The page was not found, or its site answered with an error.").first()).toBeVisible();
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByText("Asked to fetch the page again").or(panel.getByText(/read a moment ago/))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(link.getByRole("heading").getByRole("link")).toBeFocused();

  // Of no use where it may not be asked for at all.
  await call(page, "POST", "/api/links/", { url: "http://127.0.0.1:9/", title: "A page at home" });
  const home = row(page, "A page at home");
  await expect(home.getByText("This address is not on the public web, so its page was not fetched.")).toBeVisible();
  await expect(home.getByRole("button", { name: "Details" })).toBeAttached();
  await expect(home.getByRole("button", { name: "Try again" })).toHaveCount(0);
});

test(
  "a page that was saved by two addresses is said to be there twice, and leads to the other",
  inProof,
  async ({ page, person }) => {
    await person.saves("A page with two doors");
    const other = `${addresses().siteUrl}/moved/${encodeURIComponent("A page with two doors")}`;
    const { body } = await call(page, "POST", "/api/links/", { url: other, title: "The other door" });
    await expect(row(page, "The other door").getByText("All about A page with two doors")).toBeVisible();
    await page.goto(`/links?link=${(body as { id: string }).id}`);
    const panel = panelOf(page);
    await expect(panel.getByText("Leads to", { exact: true })).toBeVisible();
    const twice = panel.getByRole("region", { name: "Saved twice" });
    await twice.getByRole("button", { name: "A page with two doors" }).click();
    await expect(panel.getByRole("heading", { name: "A page with two doors" })).toBeVisible();
    await expect(twice.getByRole("button", { name: "The other door" })).toBeVisible();
  },
);

test("hostile words stay words in the panel, and turn nothing beside them", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await saveMany(page, ["hostile"]);
  const { body } = await call(page, "GET", "/api/links/");
  const [link] = body as [{ id: string }];
  const title = `<img src=x onerror=alert(1)>\u202Eمرحبا ${"W".repeat(200)}`;
  const words = {
    title,
    description: `{{count}} $t(key) ${"x".repeat(900)}`,
    notes: "</textarea><script>",
    tags: ["<b>"],
  };
  expect((await call(page, "PATCH", `/api/links/${link.id}`, words)).status).toBe(200);
  await page.goto(`/links?link=${link.id}`);
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
  await expect(panel.getByText("{{count}} $t(key)")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Remove tag <b>" })).toBeVisible();
  await expect(panel.getByLabel("Notes")).toHaveValue("</textarea><script>");
  await expect(panel.getByText("Title changed to")).toBeVisible();
  expect(await panel.evaluate((element) => element.querySelectorAll("img[onerror], script, b > b").length)).toBe(0);
  expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test("another's link is none here", async ({ page, person, browser }) => {
  await person.saves("A page of mine");
  const { body } = await call(page, "GET", "/api/links/");
  const [mine] = body as [{ id: string }];
  const context = await browser.newContext({ extraHTTPHeaders: fromSomewhere() });
  const stranger = await context.newPage();
  await signIn(stranger, `bert-${person.email}`);
  await stranger.goto(`/links?link=${mine.id}`);
  await expect(panelOf(stranger).getByText("This link no longer exists.")).toBeVisible();
  await expect(stranger.getByText("A page of mine")).toBeHidden();
  await stranger.goto("/links?link=%3Cscript%3E");
  await expect(panelOf(stranger).getByText("This link no longer exists.")).toBeVisible();
  await context.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("details fill the screen, and the back button closes them", inProof, async ({ page, person }) => {
    const link = await person.saves("A page in the hand");
    await link.getByRole("button", { name: "More for A page in the hand" }).click();
    await page.getByRole("menuitem", { name: "Details" }).click();
    const panel = panelOf(page);
    await expect(panel.getByRole("heading", { name: "A page in the hand" })).toBeVisible();
    expect((await panel.boundingBox())?.width).toBe(390);
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(link).toBeVisible();
  });
});

test("a tag that several related links have is suggested, and added by a press", async ({ page, person }) => {
  expect(person.email).not.toBe("");
  for (const title of ["Lighthouses of Brittany", "A lighthouse at night", "The last lighthouse"]) {
    const tags = title.startsWith("The") ? {} : { tags: ["coast", `only ${title}`] };
    const saved = await call(page, "POST", "/api/links/", { url: pageUrl(title), title, ...tags });
    expect(saved).toMatchObject({ status: 201 });
  }
  await row(page, "The last lighthouse").hover();
  await row(page, "The last lighthouse").getByRole("button", { name: "Details" }).click();
  const panel = panelOf(page);
  const suggested = panel.getByRole("list", { name: "Suggested tags" });
  await expect(suggested.getByRole("button")).toHaveText(["coast"]);
  expect(await violations(page)).toEqual([]);

  await suggested.getByRole("button", { name: "Add the tag coast" }).click();

  await expect(panel.getByRole("button", { name: "Remove tag coast" })).toBeVisible();
  await expect(suggested).toBeHidden();
  await expect(panel).toBeFocused();
  await expect(row(page, "The last lighthouse").getByText("coast")).toBeVisible();
});

test("links with the same rare words are related, and lead to one another", inProof, async ({ page, person }) => {
  await person.saves("Lighthouses of Brittany");
  const link = await person.saves("A lighthouse at night");
  await link.hover();
  await link.getByRole("button", { name: "Details" }).click();
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "Lighthouses of Brittany" }).click();
  await expect(panel.getByRole("heading", { name: "Lighthouses of Brittany" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "A lighthouse at night" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
