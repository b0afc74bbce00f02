import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "./call.ts";

/** The names of the tabs of the account dialog. */
export type Tab =
  | "General"
  | "Email addresses"
  | "Feeds and newsletters"
  | "Security"
  | "Shared"
  | "Apps and tokens"
  | "Help";

/** The account dialog. */
export const accountDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Account", exact: true });

/** Opens the account dialog at a tab, or goes to that tab in it. */
export async function openAccount(page: Page, tab: Tab): Promise<Locator> {
  const dialog = accountDialog(page);
  if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Settings", exact: true }).click();
  await dialog.getByRole("tab", { name: tab, exact: true }).click();
  await expect(dialog.getByRole("tabpanel", { name: tab, exact: true })).toBeVisible();
  return dialog;
}

/** The message of a form in a dialog about its success or its error. */
export const said = (within: Locator): Locator => within.locator(".said").filter({ hasText: /./ });

/** Ends the session as another tab does that signs out. */
export async function signOutElsewhere(page: Page): Promise<void> {
  await call(page, "POST", "/api/auth/logout", {});
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null, storageArea: localStorage }));
  });
  await expect(page).toHaveURL("/");
}
