import type { Request } from "@playwright/test";
import { addresses } from "../support/environment.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, row, test } from "../support/test.ts";

test("over a whole journey the browser asks this server only, and pictures come from it re-encoded", async ({
  page,
  context,
  person,
  baseURL,
}) => {
  const requests: Request[] = [];
  context.on("request", (request) => requests.push(request));
  const link = await person.saves("A page with pictures");
  await sendMail(person.email, "One without", `${addresses().siteUrl}/hostile/0`);
  await expect(page.getByRole("article")).toHaveCount(2);
  const picture = link.locator(".link__thumb img");
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty("naturalWidth", 64);
  await page.reload();
  await expect(picture).toBeVisible();
  await link.hover();
  await link.getByRole("button", { name: "Favorite" }).click();
  await page.getByRole("link", { name: /^Favorites/ }).click();
  await expect(row(page, "A page with pictures")).toBeVisible();
  await page.getByRole("link", { name: /^Unvisited/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Unseen Links" })).toBeVisible();

  expect([...new Set(requests.map((request) => new URL(request.url()).origin))]).toEqual([baseURL]);
  const images = requests.filter((request) => request.resourceType() === "image");
  const shown = images.filter((request) => request.url().includes("/api/links/"));
  expect(shown.length).toBeGreaterThanOrEqual(2);
  for (const request of shown) {
    const answer = await request.response();
    if (answer === null || answer.status() === 304) continue;
    expect(await answer.headerValue("content-type")).toBe("image/webp");
    expect(await answer.headerValue("cache-control")).toBe("private, max-age=31536000, immutable");
  }
});

test("the icon of a site that has none is a letter, and opened by itself it runs nothing", async ({ page, person }) => {
  await person.saves("A page of a site");
  const host = new URL(pageUrl("x")).hostname;
  for (const path of [`/api/links/favicon/${host}`, "/api/links/favicon/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"]) {
    const answer = await page.goto(path);
    expect(await answer?.headerValue("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(await answer?.headerValue("x-content-type-options")).toBe("nosniff");
  }
});
