import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses, publish } from "../support/environment.ts";
import { startSystem, type System } from "../support/system.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

// A system of their own, for these journeys stop it and start it again under the page.
const shared = addresses();
let system: System;
let started: System | undefined;

// A context each: what a service worker stored is not among what is emptied between journeys.
test.use({ serviceWorkers: "allow", reuseContext: false });
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  system = await startSystem(shared.siteUrl);
  started = system;
  publish(system.addresses);
});
test.afterAll(async () => {
  publish(shared);
  await started?.remove();
});

const OFFLINE = "Offline. You can keep reading; Satchel reconnects automatically.";
const CANT = "That can't be done while Satchel can't be reached. Please try again later.";

/** The addresses of what a page has stored. */
const keptOn = async (page: Page): Promise<URL[]> => {
  const urls = await page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caching)).flat().map(({ url }) => url);
  });
  return urls.map((url) => new URL(url));
};

test("an article that was opened is read again without the server, also after a reload", async ({ page, person }) => {
  const url = `${shared.siteUrl}/articles/Tides`;
  await sendMail(person.email, "Read", url);
  const sign = page.getByRole("link", { name: "Read in Satchel" });
  await sign.click();
  const article = page.getByRole("article", { name: "Article" });
  await expect(article).toContainText("The moon draws the water towards it");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto("/links");
  await sign.click();
  const picture = article.getByAltText("The bay");
  await expect.poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  // The list is kept a second later, so that this does not delay what is shown.
  const kept = async () => (await keptOn(page)).map(({ pathname }) => pathname);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const wanted = ["/kept/api/links/", `/kept/api/links/${id}`, `/kept/api/links/${id}/article`];
  await expect.poll(kept).toEqual(expect.arrayContaining(wanted));
  // Not the list of the first visit, when there was no link.
  const listKept = async () => (await caches.match("/kept/api/links/", { ignoreSearch: true }))?.json() as unknown;
  const keptList = () => page.evaluate(listKept);
  await expect.poll(keptList).toMatchObject({ data: [{ id, copy: { kind: "article" } }] });
  await page.waitForLoadState("networkidle");

  await system.stop();
  await page.goto("/links");
  await sign.click();
  await expect(article).toContainText("The moon draws the water towards it");
  await page.reload();
  await expect(article).toContainText("The moon draws the water towards it");
  await system.start();
});

test("an article that is kept offline is there without having been opened, and what is taken away is not", async ({
  page,
  person,
}) => {
  const { siteUrl } = shared;
  await sendMail(person.email, "Read later", `${siteUrl}/articles/Tides\n${siteUrl}/articles/Lighthouses`);
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(2);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const tides = row(page, "Tides");
  await tides.hover();
  await tides.getByRole("button", { name: "Keep offline" }).click();
  await expect(tides.getByText("Kept offline on this device")).toBeAttached();
  await page.reload();
  await expect(tides.getByText("Kept offline on this device")).toBeAttached();

  // The newest of a list, by its menu; then one of them no longer.
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("menuitem", { name: "Keep offline…" }).click();
  const dialog = page.getByRole("dialog", { name: "Kept offline" });
  await expect(dialog.getByRole("link")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Keep the newest 50 of “Your Links”" }).click();
  await expect(dialog.getByText("1 of 1 kept")).toBeVisible();
  await expect(dialog.getByText("2 articles with their pictures take")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "No longer keep “Lighthouses”" }).click();
  await expect(dialog.getByRole("link")).toHaveCount(1);
  await page.keyboard.press("Escape");

  await system.stop();
  await page.goto("/links");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.getByRole("button", { name: "1 kept article" }).click();
  await dialog.getByRole("link", { name: "Tides" }).click();
  const article = page.getByRole("article", { name: "Article" });
  await expect(article).toContainText("The moon draws the water towards it");
  const picture = article.getByAltText("The bay");
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Back to your links" }).click();
  await row(page, "Lighthouses").getByRole("link", { name: "Read in Satchel" }).click();
  await expect(page.getByRole("heading", { name: "Not on this device" })).toBeVisible();
  await system.start();
  await expect(article).toBeVisible();
});

test("the server goes away under the page: it stays readable, says what can't be done, and recovers by itself", async ({
  page,
  person,
}) => {
  const link = await person.saves("Rye for beginners");
  await expect(link.getByText("All about Rye for beginners, in one page.")).toBeVisible();
  const favorite = link.getByRole("button", { name: /favorite/i }).first();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await page.getByRole("link", { name: /^Unvisited/ }).click();
  await expect(page.getByRole("heading", { name: "Unseen Links" })).toBeVisible();
  // The list is kept a second later, so that this does not delay what is shown.
  const keptLists = async () =>
    (await keptOn(page)).filter(({ pathname }) => pathname === "/kept/api/links/").map(({ search }) => search);
  await expect.poll(keptLists).toContainEqual(expect.stringContaining("unvisited_only=true"));
  await page.getByRole("link", { name: /^All Links/ }).click();
  await expect(page.getByRole("heading", { name: "Your Links" })).toBeVisible();

  await system.stop();

  await expect(page.getByText(OFFLINE)).toBeVisible();
  // On a phone it stands beside the heading.
  await page.setViewportSize({ width: 390, height: 844 });
  const [bar, heading] = [page.locator(".offline p"), page.getByRole("heading", { name: "Your Links" })];
  const words = (await heading.evaluate((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return range.getBoundingClientRect().right;
  })) as number;
  expect((await bar.boundingBox())?.x).toBeGreaterThan(words);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(link).toBeVisible();
  await link.hover();
  await favorite.click();
  await expect(page.getByText("1 change is waiting to be sent.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
  await page.keyboard.press("n");
  await page.getByLabel("Web addresses").fill(pageUrl("Not now"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText(CANT)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Unvisited/ }).click();
  await expect(page.getByRole("heading", { name: "Unseen Links" })).toBeVisible();
  await expect(link).toBeVisible();
  await page.getByRole("link", { name: /^All Links/ }).click();
  await expect(link).toBeVisible();

  await system.start();

  await expect(page.getByText("Offline.")).toBeHidden();
  await expect
    .poll(async () => (await call(page, "GET", "/api/links/count?favorites_only=true")).body)
    .toEqual({ count: 1 });
  // The stream of live events is back as well: what is mailed now lands, and fills in.
  await sendMail(person.email, "Look", pageUrl("Wheat for beginners"));
  await expect(row(page, "Wheat for beginners").getByText("All about Wheat for beginners, in one page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 2" })).toBeVisible();
  await expect(row(page, "Rye for beginners")).toBeVisible();
  expect(await page.evaluate(() => "notReloaded" in window)).toBe(true);
});

test("what was seen can be read when the page is opened offline, pictures included; after signing out nothing is left", async ({
  page,
  person,
}) => {
  const titles = Array.from({ length: 14 }, (_, index) => `Loaf ${index + 1} of many`);
  // They arrive while no list is shown, so that what is kept of the list is what was seen of it below.
  await page.goto("/captures");
  await sendMail(person.email, "Loaves", titles.map(pageUrl).join("\n"));
  await expect(page.getByRole("link", { name: "All Links, 14" })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto("/links");
  const kept = (path: string) =>
    page.evaluate(async (key) => {
      const name = (await caches.keys()).find((each) => each.startsWith("satchel.archive."));
      const answer = name === undefined ? undefined : await (await caches.open(name)).match(key);
      return ((await answer?.json()) as { data: unknown } | undefined)?.data;
    }, `/kept${path}`);
  // Further down than the first ten.
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.mouse.move(720, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    expect(await kept("/api/links/?size=10")).toHaveLength(14);
  }).toPass();
  await expect(page.getByText("Fetching the description")).toHaveCount(0);
  await expect.poll(() => kept("/api/links/counts")).toMatchObject({ all: 14 });
  await expect.poll(() => kept("/api/tags/")).toBeDefined();
  // A picture is loaded once its row is in sight, and kept once it has come.
  await page.evaluate(() => window.scrollTo(0, 0));
  const isPictureKept = () =>
    page.evaluate(async () => {
      const picture = document.querySelector<HTMLImageElement>("article .link__thumb img");
      return picture !== null && (await caches.match(picture.currentSrc)) !== undefined;
    });
  await expect.poll(isPictureKept).toBe(true);

  await system.stop();
  const opened = await page.context().newPage();
  await opened.goto("/links");

  await expect(opened.getByText(OFFLINE)).toBeVisible();
  await expect(opened.getByRole("link", { name: "All Links, 14" })).toBeVisible();
  const first = opened.getByRole("article").first();
  await expect(first).toBeVisible();
  const picture = first.locator(".link__thumb img");
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await opened.mouse.move(720, 500);
  await expect(async () => {
    await opened.mouse.wheel(0, 4000);
    await expect(row(opened, "Loaf 14 of many")).toBeInViewport({ timeout: 500 });
  }).toPass();

  await system.start();
  await expect(opened.getByText(OFFLINE)).toBeHidden();
  await opened.getByRole("button", { name: "Settings" }).click();
  await opened.getByRole("button", { name: "Sign out" }).click();

  // In the other tab as well, by itself.
  await expect(opened).toHaveURL("/");
  await expect(page).toHaveURL("/");
  await expect(page.getByLabel("Your email address")).toBeVisible();
  const left = () =>
    page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith("satchel.archive.")));
  await expect.poll(left).toEqual([]);

  // Somebody else, in the same browser, finds an archive of their own, also offline.
  await signIn(page, `ben-${person.email}`);
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  await expect.poll(left).toHaveLength(1);
  await system.stop();
  await page.reload();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await system.start();
});

test("what a session has stored goes with it, when it was ended from another device", async ({ page, person }) => {
  await person.saves("A page of before");
  await page.goto("/links");
  const archives = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("archive")));
  await expect.poll(archives).toHaveLength(1);

  expect((await call(page, "POST", "/api/auth/logout")).status).toBe(204);
  await page.goto("/links");
  await expect(page.getByLabel("Your email address")).toBeVisible();

  await expect.poll(archives).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("satchel.stay-logged-in"))).toBeNull();
});
