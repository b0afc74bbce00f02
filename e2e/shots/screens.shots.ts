import type { Page } from "@playwright/test";
import { folderLink } from "../support/links.ts";
import { sendMail } from "../support/mail.ts";
import { expect, pageUrl, test } from "../support/test.ts";
import { inEachLook } from "./looks.ts";

const titles = [
  "How lighthouses learned to speak: a short history of the Fresnel lens",
  "Designing calm interfaces",
  "Night trains of Europe, mapped",
  "Braised fennel with orange and olives",
  "A field guide to city trees in winter",
];

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByLabel("Folder name").fill(name);
  await page.keyboard.press("Enter");
  await expect(folderLink(page, name)).toBeVisible();
}

inEachLook(({ isPhone, shoot }) => {
  test("the landing page", async ({ page, email }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, "landing", true);
    await page.getByLabel("Your email address").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("6-digit code").fill("407");
    await shoot(page, "landing-code");
    await page.goto("/nowhere");
    await shoot(page, "not-found");
  });

  test("the archive", async ({ page, person }) => {
    await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
    await shoot(page, "links-empty");
    for (const title of titles) await sendMail(person.email, title, pageUrl(title));
    await sendMail(person.email, "A page that does not answer", "http://127.0.0.1:9/");
    await expect(page.getByRole("article")).toHaveCount(titles.length + 1);
    await expect(page.getByText("Fetching the description")).toHaveCount(0);

    if (isPhone) await page.getByRole("button", { name: "Folders" }).click();
    await makeFolder(page, "Reading");
    await makeFolder(page, "Kitchen");
    if (isPhone) await shoot(page, "links-drawer");
    await folderLink(page, "Kitchen").click();
    await expect(page.getByRole("heading", { name: "Drop a link in" })).toBeVisible();
    await shoot(page, "links-empty-folder");
    await page.goto("/links");

    const link = page.getByRole("article").nth(2);
    if (isPhone) {
      await link.getByRole("button", { name: /^More/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await shoot(page, "links-menu");
      await page.getByRole("dialog").getByRole("button", { name: "Add to favorites" }).click();
      await link.getByRole("button", { name: /^More/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Move to…" }).click();
    } else {
      await link.hover();
      await link.getByRole("button", { name: "Favorite" }).click();
      await shoot(page, "links-hover");
      await link.getByRole("button", { name: "Move to…" }).click();
    }
    await expect(page.getByRole("textbox", { name: "Find or create a folder" })).toBeVisible();
    await shoot(page, "links-move");
    await page.getByRole("dialog").getByRole("button", { name: "Reading" }).click();
    await expect(link.locator(".where")).toHaveCount(1);
    await page.mouse.move(0, 0);
    await shoot(page, "links");

    await page.route("**/api/links/?**", () => undefined);
    await page.reload();
    await expect(page.getByLabel("Loading your links")).toBeVisible();
    await shoot(page, "links-loading");
    await page.unroute("**/api/links/?**");
    await page.route("**/api/links/?**", (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
    await page.reload();
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    await shoot(page, "links-error");
  });
});
