import { expect, type Page, test } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { addresses } from "../support/environment.ts";
import { INSTALLATION } from "../support/installation.ts";
import { inProof } from "../support/proof.ts";

/** Opens the operator's page, and signs in by the keyboard alone. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${addresses().adminUrl}/admin`);
  await expect(page.getByLabel("Token")).toBeFocused();
  await page.keyboard.type(INSTALLATION.ADMIN_TOKEN);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Read tables" })).toBeVisible();
}

test("the operator's page and its form have no barriers", inProof, async ({ page }) => {
  await page.goto(`${addresses().adminUrl}/admin`);
  await page.getByLabel("Token").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is not the token.");
  expect(await violations(page)).toEqual([]);

  await signIn(page);
  await page.getByText("Partitions of links").click();
  await expect(page.getByRole("columnheader", { name: "Behind for" }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("an operator rebuilds tables and signs out, on a telephone too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.getByRole("button", { name: "Rebuild folders" }).click();
  await expect(page.getByRole("status")).toHaveText("The tables are being rebuilt beside those in use.");
  // Until its stylesheet has come, the browser shows nothing of the page, and lays it out without it where it is asked.
  await page.waitForLoadState("load");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Token")).toBeVisible();
});
