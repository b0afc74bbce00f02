import { readFile } from "node:fs/promises";
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
  const address = dialog.getByLabel("Address of the feed");
  await expect(address).toBeFocused();
  await address.fill(`${addresses().siteUrl}/pages/Loaf`);
  await page.keyboard.press("Enter");
  await expect(said(dialog)).toHaveText(/^No feed can be read at this address/);
  // A page that names its feed.
  await address.fill(`${addresses().siteUrl}/articles/Bread`);
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
  await expect(dialog.getByLabel("Save links").locator("option:checked")).toHaveText("News");
  await dialog.getByLabel("Save of what it has now").selectOption("The newest 3 items");
  await dialog.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(dialog).toContainText("“Bread” is followed");
  await dialog.getByRole("button", { name: "Done" }).click();

  // Its name has the number of its links now.
  await page.getByLabel(/^News/).first().click({ timeout: 15_000 });
  for (const n of [5, 4, 3]) await expect(page.getByText(`Bread ${n}`).first()).toBeVisible();
  await expect(page.getByText("Bread 2")).toBeHidden();

  const account = await openAccount(page, "Feeds and newsletters");
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

test("a feed is followed from where links are added, with the address that was typed, and found among the commands", async ({
  page,
  email,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "News" });
  await page.goto("/links");
  const feed = `${addresses().siteUrl}/feed/Oven`;
  await page.getByRole("button", { name: "Add a link" }).click();
  await page.getByRole("textbox", { name: "Web addresses" }).fill(feed);
  await page.getByRole("button", { name: "Follow a feed…" }).click();
  const dialog = page.getByRole("dialog", { name: "Follow a feed" });
  const address = dialog.getByLabel("Address of the feed");
  await expect(address).toBeFocused();
  await expect(address).toHaveValue(feed);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Save links").locator("option:checked")).toHaveText("Into no folder");
  await dialog.getByLabel("Save links").selectOption("News");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(dialog).toContainText("is followed");
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("follow");
  await page.keyboard.press("Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveValue("");
  await page.keyboard.press("Escape");
  const account = await openAccount(page, "Feeds and newsletters");
  const rows = account.getByRole("list", { name: "Feeds you follow" }).getByRole("listitem");
  await expect(rows).toHaveText([/Folder News/]);
});

test("feeds come from a file of another reader, are chosen, followed, and leave as a file", async ({ page, email }) => {
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "Kitchen" });
  const account = await openAccount(page, "Feeds and newsletters");
  const rows = account.getByRole("list", { name: "Feeds you follow" }).getByRole("listitem");
  const choose = async (name: string, text: string): Promise<void> => {
    const chooser = page.waitForEvent("filechooser");
    await account.getByRole("button", { name: "Import OPML…" }).click();
    await (await chooser).setFiles({ name, mimeType: "text/xml", buffer: Buffer.from(text) });
  };
  const feed = (name: string): string => `${addresses().siteUrl}/feed/${name}`;
  const outline = (title: string, url: string): string => `<outline type="rss" text="${title}" xmlUrl="${url}"/>`;
  const opml = (...inside: string[]): string =>
    `<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="All">${inside.join("")}</outline></body></opml>`;

  for (const wrong of [
    "",
    "no XML",
    `<html>${outline("x", feed("x"))}</html>`,
    opml(outline("x".repeat(1_100_000), feed("x"))),
  ]) {
    await choose("wrong.opml", wrong);
    await expect(said(account).last()).toHaveText("This file is not an OPML list of feeds.");
  }
  await choose(
    "feeds.opml",
    opml(
      outline("Bread &lt;b&gt;", feed("Bread")),
      outline("Soup", feed("Soup")),
      outline("Soup again", feed("Soup")),
      outline("Tea", feed("Tea")),
      outline("No address", "javascript:alert(1)"),
      '<script>document.title = "run"</script>',
    ),
  );
  await expect(account.getByRole("group", { name: "3 feeds in the file" })).toBeVisible();
  await expect(account.getByText("Bread <b>")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.title()).not.toBe("run");
  await account.getByRole("checkbox", { name: /^Tea/ }).uncheck();
  await account.getByLabel("Save links").selectOption("Kitchen");
  await account.getByRole("button", { name: "Follow 2 feeds" }).click();
  await expect(said(account).last()).toHaveText("2 feeds are followed.");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Folder Kitchen");

  const download = page.waitForEvent("download");
  await account.getByRole("link", { name: "Export OPML" }).click();
  const path = await (await download).path();
  const text = await readFile(path, "utf8");
  expect(text).toContain(`xmlUrl="${feed("Soup")}"`);
  await choose("again.opml", text);
  await expect(said(account).last()).toContainText("The file has no feed that could be added");
});
