import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { violations } from "../support/axe.ts";
import { inProof } from "../support/proof.ts";
import { expect, row, signIn, test } from "../support/test.ts";

test("an article is read in its own view, with its looks and its place remembered", async ({ page, email }) => {
  await signIn(page, email);
  const { siteUrl } = addresses();
  const { body } = await call(page, "POST", "/api/links/", { url: `${siteUrl}/articles/Tides` });
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
  // What is shown beside the text does not come over it in a narrower window.
  const marks = page.getByRole("button", { name: "Highlights" });
  await expect(marks).toHaveAttribute("aria-expanded", "true");
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(marks).toHaveAttribute("aria-expanded", "false");
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
  await page.goto(`/links?folder=${folder}`);
  await expect(page.getByRole("link", { name: "Read in Satchel" })).toHaveCount(1);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await row(page, "Lighthouses").getByRole("link", { name: "Read in Satchel" }).click();
  await expect(heading("Lighthouses")).toBeVisible();
  // It is beyond what the list had loaded.
  await expect(page.getByRole("link", { name: "Next article" })).toBeVisible();
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
