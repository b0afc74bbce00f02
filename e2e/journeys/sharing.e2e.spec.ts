import type { Page } from "@playwright/test";
import { openAccount, said, signOutElsewhere } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { INSTALLATION } from "../support/installation.ts";
import { expect, signIn, test } from "../support/test.ts";

/** Opens the menu of a folder, and its dialog to share it. */
async function openDialog(page: Page, folder: string): Promise<void> {
  await page.locator("[data-folder]").filter({ hasText: folder }).hover();
  await page.getByRole("button", { name: `More for ${folder}` }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
}

test("a folder is shared, opened by a stranger, changed and ended", async ({ page, email, browser }, testInfo) => {
  await signIn(page, email);
  const name = `Tea and time ${testInfo.repeatEachIndex}${Date.now()}`;
  const { body } = await call(page, "POST", "/api/folders/", { name });
  const { id } = body as { readonly id: number };
  const link = { url: "https://example.org/tea", title: "On tea", folder_id: id, tags: ["mine"] };
  const saved = (await call(page, "POST", "/api/links/", link)).body as { readonly id: string };
  await call(page, "PATCH", `/api/links/${saved.id}`, { notes: "Steep it longer" });
  await page.goto("/links");
  const dialog = page.getByRole("dialog", { name: "Share" });

  await openDialog(page, name);
  await expect(dialog).toContainText(name);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  const address = dialog.getByLabel("Address", { exact: true });
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/);
  const secret = await address.inputValue();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("img", { name: "Shared with others" })).toBeVisible();

  // A stranger, without script.
  const elsewhere = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const stranger = await elsewhere.newPage();
  const open = async (path: string): Promise<number | undefined> =>
    (await stranger.goto(new URL(path, page.url()).href))?.status();
  const secretPath = new URL(secret).pathname;
  expect(await open(secretPath)).toBe(200);
  await expect(stranger.getByRole("heading", { level: 1 })).toContainText(name);
  const onTea = stranger.getByRole("link", { name: "On tea" });
  await expect(onTea).toHaveAttribute("href", link.url);
  await expect(onTea).toHaveAttribute("rel", /noreferrer/);
  await expect(stranger.getByText("Steep it longer")).toBeHidden();
  await expect(stranger.getByText("mine", { exact: true })).toBeHidden();
  await expect(stranger.getByRole("link", { name: "Report this page" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${INSTALLATION.REPORT_ADDRESS}\\?subject=`),
  );
  await expect(stranger.getByRole("link", { name: "Legal notice" })).toHaveAttribute("href", INSTALLATION.LEGAL_URL);
  expect(await elsewhere.cookies()).toEqual([]);

  // Public, with notes and a password.
  const publicName = `tea-${Date.now()}`;
  await openDialog(page, name);
  await dialog.getByRole("radio", { name: /^Everybody/ }).check();
  await dialog.getByLabel("Name in the address").fill(publicName);
  await dialog.getByRole("checkbox", { name: /^With your notes/ }).check();
  await dialog.getByRole("checkbox", { name: /^With a password/ }).check();
  await dialog.getByLabel("Password for visitors").fill("open sesame");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await expect(address).toHaveValue(new RegExp(`/s/${publicName}$`));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await expect.poll(() => open(secretPath)).toBe(404);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Nothing is shared here");
  expect(await open(`/s/${publicName}`)).toBe(200);
  await stranger.getByLabel("Password").fill("open barley");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByRole("alert")).toHaveText("That is not the password. Please try again.");
  await stranger.getByLabel("Password").fill("open sesame");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByText("Steep it longer")).toBeVisible();

  // What is moved in appears.
  await call(page, "POST", "/api/links/", { url: "https://example.org/time", title: "On time", folder_id: id });
  await expect(async () => {
    await stranger.reload();
    await expect(stranger.getByRole("heading", { level: 2 })).toHaveText(["On time", "On tea"], { timeout: 1000 });
  }).toPass();

  // Ended in the settings, with the visits that were counted.
  const account = await openAccount(page, "Shared");
  const row = account.getByRole("list", { name: "What you share" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText(`public as ${publicName} · with notes · with a password`);
  await row.getByRole("button", { name: `Stop sharing ${name}` }).click();
  await expect(said(account).last()).toHaveText(`“${name}” is not shared any more.`);
  await expect(row).toBeHidden();
  await expect.poll(() => open(`/s/${publicName}`)).toBe(404);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("img", { name: "Shared with others" })).toBeHidden();
  await elsewhere.close();
});

test("how a folder is to be shared is there again after the session has ended in another tab, without the password", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await call(page, "POST", "/api/folders/", { name: "Bread" });
  await page.reload();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const name = dialog.getByLabel("Name in the address");
  await openDialog(page, "Bread");
  await dialog.getByRole("radio", { name: /^Everybody/ }).check();
  await name.fill("rye-and-oats");
  // A text is selected by a mouse that is let go outside of the dialog, which closes nothing.
  const box = await name.boundingBox();
  if (box === null) throw new Error("The field is not there");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(5, box.y + box.height / 2);
  await page.mouse.up();
  await expect(name).toHaveValue("rye-and-oats");
  await dialog.getByRole("checkbox", { name: /^With a password/ }).check();
  await dialog.getByLabel("Password for visitors").fill("open sesame");
  await signOutElsewhere(page);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("sesame");
  await signIn(page, email);
  await openDialog(page, "Bread");
  await expect(name).toHaveValue("rye-and-oats");
  await expect(dialog.getByLabel("Password for visitors")).toHaveValue("");
  await page.keyboard.press("Escape");
  await openDialog(page, "Bread");
  await expect(dialog.getByRole("radio", { name: /^Everybody/ })).not.toBeChecked();
});

test("a shared page has no barriers, in the light and in the dark, on a desk and on a phone, and asks no other server", async ({
  page,
  email,
  browser,
}) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/folders/", { name: "Bread" });
  const { id } = body as { readonly id: number };
  const long =
    "A title that goes on and on until it fills more than one line of even the widest of screens, and then some";
  const made = await call(page, "POST", "/api/links/", { url: "https://example.org/rye", title: long, folder_id: id });
  const { id: linkId } = made.body as { readonly id: string };
  await call(page, "PATCH", `/api/links/${linkId}`, { notes: "A note", description: "W".repeat(300) });
  const shares = "/api/users/me/shares";
  const folder = { kind: "folder", folder_id: id };
  const urls = [
    (await call(page, "POST", shares, { source: folder, notes: true })).body,
    (await call(page, "POST", shares, { source: { kind: "link", link_id: linkId }, notes: true })).body,
  ].map((share) => new URL((share as { readonly url: string }).url).pathname);

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const stranger = await context.newPage();
      const asked: string[] = [];
      stranger.on("request", (request) => asked.push(new URL(request.url()).origin));
      const faults: string[] = [];
      stranger.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      for (const path of urls) {
        await stranger.goto(new URL(path, page.url()).href);
        await expect(stranger.getByText("A note")).toBeVisible();
        expect(await violations(stranger)).toEqual([]);
        expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      expect([[...new Set(asked)], faults]).toEqual([[new URL(page.url()).origin], []]);
      await context.close();
    }
  }
});
