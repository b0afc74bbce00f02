import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { codeMailedTo, codesMailedTo, mailsTo } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

/** Saves a link to an article, and waits until its page is kept. */
async function keep(page: Page, title: string, more: object = {}): Promise<string> {
  const url = `${addresses().siteUrl}/articles/${title}`;
  const { body } = await call(page, "POST", "/api/links/", { url, ...more });
  const { id } = body as { id: string };
  await expect.poll(async () => (await call(page, "GET", `/api/links/${id}/article`)).status).toBe(200);
  return id;
}

const isBook = async (download: Download): Promise<boolean> =>
  (await readFile(await download.path())).toString("latin1", 30, 58) === "mimetypeapplication/epub+zip";

test("articles are downloaded as books: one from the reading view, lists from the menus of lists and folders", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/folders/", { name: "Shore" });
  const { id: folder } = body as { id: number };
  const id = await keep(page, "Tides", { folder_id: folder });

  await page.goto(`/read/${id}`);
  const [single] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download for an e-reader (EPUB)" }).click(),
  ]);
  expect([single.suggestedFilename(), await isBook(single)]).toEqual(["Tides.epub", true]);

  await page.goto("/links");
  const dialog = page.getByRole("dialog", { name: "E-book" });
  await page.locator("[data-folder]").filter({ hasText: "Shore" }).hover();
  await page.getByRole("button", { name: "More for Shore" }).click();
  await page.getByRole("menuitem", { name: "E-book…" }).click();
  await expect(dialog).toContainText("Shore");
  expect(await violations(page)).toEqual([]);
  const [list] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(list.suggestedFilename()).toMatch(/^Shore, \d+ \w+ \d{4}\.epub$/);
  expect(await isBook(list)).toBe(true);
  await expect(dialog).toBeHidden();

  // What was read is not unread.
  await call(page, "PUT", `/api/links/${id}/reading`, { read: 1 });
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("menuitem", { name: "E-book…" }).click();
  await dialog.getByRole("radio", { name: "Unread of the last 7 days" }).check();
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(
    dialog.getByRole("alert").getByText("None of these links has a copy with a text to read."),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("an e-reader is added by a mailed code, and articles are sent to it from the reading view and from a list", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const id = await keep(page, "Tides");
  const kindle = `${email.split("@")[0]}@kindle.com`;
  await page.goto("/links");
  const before = await codesMailedTo(email);
  const account = await openAccount(page, "Email addresses");
  await account.getByLabel("Add the address of an e-reader").fill(kindle);
  await page.keyboard.press("Enter");
  await expect(said(account).last()).toHaveText(`We mailed a code to ${email}. Type it here.`);
  expect(await violations(page)).toEqual([]);
  await account.getByLabel(`Code for ${kindle}`).fill(await codeMailedTo(email, before));
  await page.keyboard.press("Enter");
  await expect(said(account).last()).toHaveText(`Articles can be sent to ${kindle} now.`);

  await page.goto(`/read/${id}`);
  await page.getByRole("button", { name: "E-book" }).click();
  await page.getByRole("menuitem", { name: `Send to ${kindle}` }).click();
  await expect(page.getByText(`On its way to ${kindle}`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(kindle)).map(({ subject }) => subject)).toEqual(["Tides"]);

  await page.goto("/links");
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("menuitem", { name: "E-book…" }).click();
  const dialog = page.getByRole("dialog", { name: "E-book" });
  await dialog.getByRole("combobox", { name: "To" }).selectOption(kindle);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(`On its way to ${kindle}`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(kindle)).length).toBe(2);
  expect((await mailsTo(kindle))[1]?.attachments.map(({ contentType }) => contentType)).toEqual([
    "application/epub+zip",
  ]);
});
