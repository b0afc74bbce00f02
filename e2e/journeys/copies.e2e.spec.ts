import type { Page } from "@playwright/test";
import type { LinkCopies } from "@satchel/contracts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { violations } from "../support/axe.ts";
import { CORPUS_PAGES } from "../support/site.ts";
import { slowUploads } from "../support/slow-uploads.ts";
import { expect, signIn, test } from "../support/test.ts";

/** All of them take some minutes: `npm run prove:texts`. */
const STEP = process.env["SCRIPT_PAYLOADS"] === "all" ? 1 : 11;

/** Saves a page of the site, and opens its details. @returns its copies there, and what opens each of them: the first one */
async function openDetails(page: Page, title: string) {
  const { body } = await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/pages/${title}` });
  await page.goto(`/links?link=${(body as { id: string }).id}`);
  const copies = page.getByRole("region", { name: "Copies" });
  const opens = copies.getByRole("link", { name: /^Open the copy of / });
  await expect(opens).toHaveCount(1);
  return { copies, opens };
}

test("copies of pages with hostile texts run nothing, ask nobody, send nothing and lead nowhere", async ({
  page,
  context,
  email,
}) => {
  test.slow();
  await signIn(page, email);
  const { siteUrl } = addresses();
  const origin = new URL(page.url()).origin;
  const ids: string[] = [];
  for (let n = 0; n < CORPUS_PAGES; n += STEP) {
    const { body } = await call(page, "POST", "/api/links/", { url: `${siteUrl}/corpus/${n}` });
    ids.push((body as { id: string }).id);
  }

  const found: string[] = [];
  context.on("dialog", (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith("data:")) found.push(request.url());
  });
  for (const id of ids) {
    const copies = async () => ((await call(page, "GET", `/api/links/${id}/copies`)).body as LinkCopies).copies;
    await expect.poll(async () => (await copies()).length).toBe(1);
    const [copy] = await copies();
    const shown = await context.newPage();
    const url = `${origin}${copy?.open_url}`;
    await shown.goto(url);
    await expect(shown.getByRole("heading", { name: /^Corpus \d+$/ }).first()).toBeVisible();
    const state = await shown.evaluate(() => ({
      forms: document.forms.length,
      frames: window.frames.length,
      scripts: document.scripts.length,
      origin: window.origin,
    }));
    expect(state).toEqual({ forms: 0, frames: 0, scripts: 0, origin: "null" });
    // Refreshes and late handlers have had their time.
    await shown.waitForLoadState("networkidle");
    expect(shown.url()).toBe(url);
    await shown.close();
  }
  expect(found).toEqual([]);
});

test("the copies of a link are opened, deleted and brought back in its details", async ({ page, context, email }) => {
  await signIn(page, email);
  const { copies, opens } = await openDetails(page, "Harbour");
  expect(await violations(page)).toEqual([]);

  const [copy] = await Promise.all([context.waitForEvent("page"), opens.click()]);
  await expect(copy.getByRole("heading", { name: "Harbour" })).toBeVisible();
  await copy.close();

  await copies.getByRole("button", { name: /^Delete the copy of / }).click();
  await expect(opens).toHaveCount(0);
  await expect(copies).toContainText("No copy of this page is kept yet.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(opens).toHaveCount(1);

  await copies.getByRole("button", { name: "Keep again" }).click();
  await expect(opens).toHaveCount(2);
});

test("a page that was saved as a file is kept as a copy", async ({ page, context, email }) => {
  await signIn(page, email);
  const { copies, opens } = await openDetails(page, "Members");
  const saved = Buffer.from("<!doctype html><title>Members</title><h1>For members</h1><p>Behind the login.");
  const file = { name: "members.html", mimeType: "text/html", buffer: saved };
  await copies.locator("input[type=file]").setInputFiles(file);
  await expect(opens).toHaveCount(2);
  await expect(opens.first()).toContainText("from a file");
  const [copy] = await Promise.all([context.waitForEvent("page"), opens.first().click()]);
  await expect(copy.getByRole("heading", { name: "For members" })).toBeVisible();
  await copy.close();
  await copies.locator("input[type=file]").setInputFiles(file);
  await expect(copies).toContainText("Please try again in a minute.");
});

test("while a page that was saved as a file is sent, how far it is is shown, and it can be canceled", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { copies, opens } = await openDetails(page, "Members");
  const quickAgain = await slowUploads(page);
  const saved = Buffer.from(`<!doctype html><title>Members</title><p>${"Behind the login. ".repeat(300_000)}`);
  await copies
    .locator("input[type=file]")
    .setInputFiles({ name: "members.html", mimeType: "text/html", buffer: saved });
  const toast = page.getByRole("status").filter({ hasText: "Adding “members.html”…" });
  await expect(toast).toContainText(/[1-9]\d?%/);
  await toast.getByRole("button", { name: "Cancel" }).click();
  await expect(toast).toBeHidden();
  await expect(page.getByRole("alert")).toHaveText("");
  await quickAgain();
  await expect(copies.getByRole("button", { name: "Add a file" })).toBeEnabled();
  await expect(opens).toHaveCount(1);
});

test("the settings tell what copies take, and switch them off and on", async ({ page, email }) => {
  await signIn(page, email);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const use = page.getByRole("region", { name: "Copies of pages" });
  await expect(use).toContainText("0 copies take 0 bytes of 5.4 GB.");
  await use.getByRole("button", { name: "Off" }).click();
  await expect(use.getByRole("button", { name: "Off" })).toHaveAttribute("aria-pressed", "true");
  await use.getByRole("button", { name: "On" }).click();
  await expect(use.getByRole("button", { name: "On" })).toHaveAttribute("aria-pressed", "true");
});

test("all copies are downloaded, also when the access token has run out", async ({ page, email }) => {
  await signIn(page, email);
  await call(page, "POST", "/api/links/", { url: `${addresses().siteUrl}/pages/Harbour` });
  await expect.poll(async () => (await call(page, "GET", "/api/users/me/copies")).body).toMatchObject({ copies: 1 });
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const all = page.getByRole("link", { name: "Download all copies" });
  await expect(all).toBeVisible();
  await page.context().clearCookies({ name: /satchel_access$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), all.click()]);
  expect(await download.failure()).toBeNull();
});
