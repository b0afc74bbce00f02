import type { Locator, Page } from "@playwright/test";
import { accountDialog, type Tab } from "../support/account.ts";
import { sendMail } from "../support/mail.ts";
import { expect, row, test } from "../support/test.ts";
import { inEachLook } from "./looks.ts";

const LENS = "How lighthouses learned to speak";
const TABS: readonly Tab[] = ["General", "Email addresses", "Security", "Apps and tokens", "Help"];

/** Opens the account dialog; on a phone its button is in the drawer. */
async function openSettings(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole("button", { name: "Folders" }).click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const dialog = accountDialog(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

inEachLook(({ isPhone, shoot }) => {
  test("what leads to links, and what is known of one", async ({ page, person }) => {
    const link = await person.saves(LENS);
    await person.saves("Night trains of Europe, mapped");
    await expect(sendMail(person.email, "Nothing in it", "No address here.")).rejects.toThrow("no web link");

    if (!isPhone) {
      for (const view of ["Cards", "Compact", "List"]) {
        await page.getByRole("group", { name: "View" }).getByRole("button", { name: view, exact: true }).click();
        await shoot(page, `links-${view.toLowerCase()}`);
      }
    }
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: `Select ${LENS}` }).check();
    await expect(page.getByRole("toolbar")).toBeVisible();
    await shoot(page, "links-selected");
    await page.keyboard.press("Escape");

    if (isPhone) {
      await link.getByRole("button", { name: `More for ${LENS}` }).click();
      await page.getByRole("menuitem", { name: "Details" }).click();
    } else {
      await link.hover();
      await link.getByRole("button", { name: "Details" }).click();
    }
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
    await shoot(page, "links-details");

    await page.goto("/links?q=lighthouses");
    await expect(row(page, LENS)).toBeVisible();
    await shoot(page, "links-search");
    await page.goto("/tags");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await shoot(page, "tags");
    await page.goto("/captures");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(3);
    await shoot(page, "captures");

    await page.goto("/links");
    await expect(row(page, LENS)).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await shoot(page, "palette");
    await page.keyboard.type("add");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Add links" })).toBeVisible();
    await shoot(page, "add-links");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await shoot(page, "shortcuts");
  });

  test("the account and its dialogs", async ({ page, person }) => {
    await person.saves(LENS);
    const dialog = await openSettings(page, isPhone);
    for (const tab of TABS) {
      await dialog.getByRole("tab", { name: tab, exact: true }).click();
      await expect(dialog.getByRole("tabpanel", { name: tab, exact: true })).toBeVisible();
      await shoot(page, `account-${tab.toLowerCase().replaceAll(" ", "-")}`);
    }
    await dialog.getByRole("tab", { name: "Security", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete account…", exact: true }).click();
    await expect(page.getByRole("alertdialog", { name: "Delete account", exact: true })).toBeVisible();
    await shoot(page, "account-delete");
    await page.keyboard.press("Escape");
    await dialog.getByRole("tab", { name: "General", exact: true }).click();
    await dialog.getByRole("button", { name: "Import and export" }).click();
    const transfer = page.getByRole("dialog", { name: "Import and export", exact: true });
    await expect(transfer.getByLabel("choose one")).toBeAttached();
    await shoot(page, "import-and-export");
  });

  test("the pages beside the archive", async ({ page }) => {
    await page.goto("/privacy");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, "privacy", true);
    await page.goto("/reset-password");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, "reset-password");
    await page.goto("/confirm-address#token=none");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, "confirm-address");
    await page.goto("/connect");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shoot(page, "connect");
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  inEachLook(({ shoot }) => {
    test("the landing page, the privacy page and the archive", async ({ page, person }) => {
      await page.goto("/privacy");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await shoot(page, "privacy-de", true);
      await page.goto("/links");
      await person.saves(LENS);
      await shoot(page, "links-de");
    });
  });
});
