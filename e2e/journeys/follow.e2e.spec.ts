import { openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { expect, signIn, test } from "../support/test.ts";

test("a feed is looked at, followed from a folder's menu, its newest items come into the folder, and it is paused and followed no more", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "News" });
  await page.goto("/links");
  const dialog = page.getByRole("dialog", { name: "Follow a feed" });
  await page.locator("[data-folder]").filter({ hasText: "News" }).hover();
  await page.getByRole("button", { name: "More for News" }).click();
  await page.getByRole("menuitem", { name: "Follow a feed…" }).click();
  await expect(dialog).toContainText("Into the folder News");
  const address = dialog.getByLabel("Address of the feed");
  await expect(address).toBeFocused();
  await address.fill(`${addresses().siteUrl}/pages/Loaf`);
  await page.keyboard.press("Enter");
  await expect(said(dialog)).toHaveText(/^No feed can be read at this address/);
  await address.fill(`${addresses().siteUrl}/feed/Bread`);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status").filter({ hasText: "Bread" })).toBeVisible();
  await expect(dialog.getByRole("list", { name: "The newest items" }).getByRole("listitem")).toHaveText([
    "Bread 5",
    "Bread 4",
    "Bread 3",
    "Bread 2",
    "Bread 1",
  ]);
  expect(await violations(page)).toEqual([]);
  await expect(page.getByRole("link", { name: "Bread 5" })).toBeHidden();
  await dialog.getByLabel("Save of what it has now").selectOption("The newest 3 items");
  await dialog.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(dialog).toContainText("“Bread” is followed");
  await dialog.getByRole("button", { name: "Done" }).click();

  // Its name has the number of its links now.
  await page.getByLabel(/^News/).first().click({ timeout: 15_000 });
  for (const n of [5, 4, 3]) await expect(page.getByText(`Bread ${n}`).first()).toBeVisible();
  await expect(page.getByText("Bread 2")).toBeHidden();

  const account = await openAccount(page, "Apps and tokens");
  const rows = account.getByRole("list", { name: "Feeds you follow" }).getByRole("listitem");
  await expect(rows).toHaveText([/^BreadFolder News · 3 links saved · read/]);
  await rows.getByRole("button", { name: "Pause Bread" }).click();
  await expect(rows).toContainText("Paused");
  await rows.getByRole("button", { name: "Resume Bread" }).click();
  await expect(rows.getByRole("button", { name: "Pause Bread" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await rows.getByRole("button", { name: "Follow Bread no more" }).click();
  await expect(said(account).last()).toHaveText("“Bread” is followed no more. Its links stay.");
  await expect(rows).toHaveCount(0);
});
