import { openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { sendLetter } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

const TIDES =
  '<div style="display:none">Preview</div><table><tr><td><h1>Tides</h1><p>The moon pulls the water of the world about.</p></td></tr></table><img src="https://t.example/pixel.gif">';

test("an address is made, a newsletter comes to it and is read in place, its sender is muted, and the address is revoked", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "Letters" });
  const account = await openAccount(page, "Feeds and newsletters");
  await account.getByRole("button", { name: "Make an address" }).click();
  await account.getByLabel("Name").fill("  ");
  await expect(account.getByLabel("Name")).toHaveValue("");
  await account.getByLabel("Name").fill("Tide Letter");
  await account.getByLabel("Put its mails into").selectOption("Letters");
  const tags = account.getByRole("group", { name: "With the tags" }).getByRole("combobox");
  await tags.fill("#tides");
  await tags.press("Enter");
  // One of two words, which is still in the field.
  await tags.fill("local news");
  await account.getByRole("button", { name: "Make address" }).click();
  const rows = account.getByRole("list", { name: "Addresses for newsletters" }).getByRole("listitem");
  await expect(rows).toHaveText([/^Tide Lettertide-letter\.[a-z2-7]{12}@.*Folder Letters · #tides · #local news/]);
  const to = (await rows.locator(".secret-address").textContent()) ?? "";
  expect(await violations(page)).toEqual([]);

  const from = "The Tide Letter <tides@news.example>";
  await sendLetter({ to, from, subject: "Tides of the week", html: TIDES });
  const sources = account.getByRole("list", { name: "Who writes" }).getByRole("listitem");
  await expect(sources).toHaveText([/^The Tide Lettertides@news\.example\s*1 mail · Tides of the week/]);

  // A confirmation is shown in the open page.
  const vf = "https://mail-settings.google.example/mail/vf-1";
  await sendLetter({
    to,
    from: "forwarding-noreply@google.example",
    subject: "(#123456789) Gmail Forwarding Confirmation",
    html: `<p>Please click to confirm:</p><a href="${vf}">${vf}</a>`,
  });
  const confirmations = account.getByRole("list", { name: "To be confirmed" }).getByRole("listitem");
  await expect(confirmations).toContainText("123456789");
  await expect(confirmations.getByRole("link", { name: "Open the link" })).toHaveAttribute("href", vf);
  expect(await violations(page)).toEqual([]);

  await sources.getByRole("button", { name: /^Mute The Tide Letter/ }).click();
  await expect(said(account).last()).toHaveText("Mails of The Tide Letter are dropped from now on.");
  await sendLetter({ to, from, subject: "Dropped", html: TIDES });
  const revoke = rows.getByRole("button", { name: "Revoke Tide Letter" });
  await revoke.click();
  await expect(rows.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(revoke).toBeFocused();
  await revoke.click();
  await rows.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(said(account).first()).toContainText("is revoked");
  await expect(rows).toHaveCount(0);
  await expect(sendLetter({ to, from, subject: "Late", html: TIDES })).rejects.toThrow(/550/);

  await page.goto("/links");
  await expect(page.getByText("Dropped")).toBeHidden();
  await page.getByRole("link", { name: "Tides of the week", exact: true }).click();
  await expect(page).toHaveURL(/\/read\//);
  const article = page.getByRole("article", { name: "Article" }).or(page.locator("article.article"));
  await expect(article.first()).toContainText("The moon pulls the water of the world about.");
  await expect(article.first()).not.toContainText("Preview");
  await expect(page.getByRole("link", { name: "Open the copy" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the original" })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("given feeds that are slow to come, when the settings are opened, then no button below them moves once it is shown", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await page.route("**/api/subscriptions", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  const account = await openAccount(page, "Feeds and newsletters");
  const answered = page.waitForResponse("**/api/subscriptions");
  const button = account.getByRole("button", { name: "Make an address" });
  await expect(button).toBeVisible();
  const before = await button.boundingBox();

  await answered;
  await expect(account.locator(".rows--wait")).toHaveCount(0);
  expect(await button.boundingBox()).toEqual(before);
});
