import { expect, type Locator, type Page } from "@playwright/test";
import { call, signOut } from "./call.ts";
import { signIn } from "./test.ts";

export const PASSWORD = "brass-buckle & strap";

/** Creates an account with {@link PASSWORD}, signs out, and shows the landing page. */
export async function signedOutWithPassword(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  expect((await call(page, "POST", "/api/auth/set-password", { new_password: PASSWORD })).status).toBe(200);
  await signOut(page);
}

export async function enterAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your email address").fill(email);
  await page.keyboard.press("Enter");
}

/** The field of the landing page. */
export const passwordField = (page: Page): Locator => page.getByLabel("Password", { exact: true });
