import { call } from "../support/call.ts";
import { sendMail } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, test } from "../support/test.ts";

/** The calls of the page when it opens. */
const OPENING = [
  "/api/captures",
  "/api/config",
  "/api/events",
  "/api/folders/",
  "/api/links/",
  // Those whose reminder is due.
  "/api/links/",
  "/api/links/counts",
  "/api/tags/",
  "/api/users/me",
  "/api/users/me/status",
];

test("a mailed link lands in the open page, then its title, picture and icon", async ({ page, person }) => {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  await sendMail(person.email, "Fwd: That rye bread", pageUrl("Rye for beginners"));

  const link = row(page, "Rye for beginners");
  await expect(link).toBeVisible();
  await expect(link.getByText("All about Rye for beginners, in one page.")).toBeVisible();
  await expect(link.getByText("New", { exact: true })).toBeVisible();
  for (const picture of await link.locator(".link__thumb img, .link__mark img").all()) {
    await expect(picture).toHaveJSProperty("complete", true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(link.locator(".link__thumb img")).toBeVisible();
  await expect(link.locator(".link__mark img")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 1" })).toBeVisible();
  expect(await page.evaluate(() => "notReloaded" in window)).toBe(true);
});

test("many links in one mail all land, and more come with scrolling", inProof, async ({ page, person }) => {
  const titles = Array.from({ length: 25 }, (_, index) => `Page ${index + 1} of many`);
  await sendMail(person.email, "Reading for the train", titles.map(pageUrl).join("\n"));

  await expect(page.getByRole("link", { name: "All Links, 25" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(10);
  await page.mouse.move(720, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByRole("article")).toHaveCount(25, { timeout: 1000 });
  }).toPass();
});

test("what lands above does not move what is being read", async ({ page, person }) => {
  const titles = Array.from({ length: 10 }, (_, index) => `Earlier page ${index + 1}`);
  await sendMail(person.email, "Earlier", titles.map(pageUrl).join("\n"));
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(page.getByText("Fetching the description")).toHaveCount(0);
  await page.mouse.move(720, 500);
  await page.mouse.wheel(0, 500);
  const title = (await page.getByRole("article").nth(6).getByRole("link").first().textContent()) ?? "";
  const before = await row(page, title).boundingBox();

  await person.saves("The newest page");

  const pill = page.getByRole("button", { name: "1 new link" });
  await expect(pill).toBeVisible();
  const after = await row(page, title).boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
  await pill.click();
  await expect(row(page, "The newest page")).toBeInViewport();
  await expect(pill).toBeHidden();
});

test("what lands while the page is opened is told, and nothing is loaded twice", inProof, async ({ page, person }) => {
  await person.saves("An earlier page");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const streams: string[] = [];
  await page.route("**/api/events**", async (route) => {
    streams.push(route.request().url());
    await held;
    await route.continue();
  });
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && request.resourceType() !== "image") calls.push(pathname);
  });
  // Until the new page is there the one before it still asks, as for what was just saved.
  page.once("framenavigated", () => calls.splice(0));
  await page.reload();
  await expect(row(page, "An earlier page")).toBeVisible();
  await expect.poll(() => calls.toSorted()).toEqual(OPENING);
  await expect.poll(() => streams).toEqual([expect.stringContaining("last_event_id=")]);

  await sendMail(person.email, "In between", pageUrl("A page in between"));
  await expect.poll(async () => (await call(page, "GET", "/api/links/count")).body).toMatchObject({ count: 2 });
  await expect(page.getByRole("article")).toHaveCount(1);
  release();

  await expect(row(page, "A page in between")).toBeVisible();
  await expect(page.getByRole("link", { name: "All Links, 2" })).toBeVisible();
});
