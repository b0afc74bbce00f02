import { openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { expect, signIn, test } from "../support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a webhook is made, tested, read about in its log, sent again, paused, resumed and ended", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const account = await openAccount(page, "Apps and tokens");
  await account.getByRole("button", { name: "Add a webhook" }).click();
  const address = account.getByLabel("Web address that receives it");
  await expect(address).toBeFocused();
  await address.fill(`${addresses().siteUrl}/pages/Loaf`);
  await account.getByRole("checkbox", { name: /^Saved/ }).uncheck();
  await account.getByRole("button", { name: "Create webhook" }).click();
  await expect(said(account).last()).toHaveText("Choose at least one thing that is sent.");
  await account.getByRole("checkbox", { name: /^Saved/ }).check();
  await account.getByRole("checkbox", { name: /^With notes/ }).check();
  expect(await violations(page)).toEqual([]);
  await account.getByRole("button", { name: "Create webhook" }).click();
  await expect(account.getByLabel("The secret of the new webhook")).toHaveValue(/^whsec_/);
  await account.getByRole("button", { name: "Done" }).click();
  await expect(account.getByLabel("The secret of the new webhook")).toBeHidden();

  const rows = account.getByRole("list", { name: "Webhooks" });
  await rows.getByRole("button", { name: /Saved · with notes/ }).click();
  await expect(rows).toContainText("Nothing was sent in the last days.");
  await rows.getByRole("button", { name: "Send a test" }).click();
  await expect(said(rows).first()).toHaveText(/^A test is on its way/);
  const entry = rows.locator("details").first();
  await expect(entry).toContainText("Delivered webhook.test");
  expect((await call(page, "POST", "/api/links/", { url: "https://example.org/", notes: "N" })).status).toBe(201);
  await expect(entry).toContainText("Delivered link.saved");
  await entry.locator("summary").click();
  await expect(entry).toContainText('"saved_by":"page"');
  // The site's page, as text.
  await expect(entry).toContainText("<title>");
  expect(await violations(page)).toEqual([]);
  await entry.getByRole("button", { name: "Send again" }).click();
  await expect(said(rows).first()).toHaveText(/^It is sent again/);

  await rows.getByRole("button", { name: "Pause" }).click();
  await expect(rows.getByRole("button", { name: /Paused/ })).toBeVisible();
  await expect(rows.getByRole("button", { name: "Send a test" })).toBeHidden();
  await rows.getByRole("button", { name: "Resume" }).click();
  await expect(rows.getByRole("button", { name: "Send a test" })).toBeVisible();
  await rows.getByRole("button", { name: /^End the webhook for/ }).click();
  await expect(said(account).last()).toHaveText(/was ended\.$/);
  await expect(rows).toBeHidden();
});
