import type { Page } from "@playwright/test";
import { addPasskey, passkeysOf, test } from "../support/authenticator.ts";
import { call, signOut } from "../support/call.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn } from "../support/test.ts";

const alert = (page: Page) => page.getByRole("alert").first();

async function signedOutWithPasskey(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  expect((await addPasskey(page, "This laptop")).status).toBe(201);
  await signOut(page);
}

const button = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

test("a person signs in without typing anything", async ({ page, email }) => {
  await signedOutWithPasskey(page, email);
  await button(page).click();

  await expect(page).toHaveURL("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
});

test("a person who declines is told so, and stays", inProof, async ({ page, email, authenticator }) => {
  await signedOutWithPasskey(page, email);
  await authenticator.refuseUser();
  await button(page).click();

  await expect(alert(page)).toHaveText("No passkey was used. Try again, or continue with your email address.");
  await expect(page).toHaveURL("/");
});

test("a passkey that was removed from the account is refused in words", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await addPasskey(page, "This laptop");
  for (const { id } of await passkeysOf(page)) await call(page, "DELETE", `/api/users/me/passkeys/${id}`);
  await signOut(page);
  await button(page).click();

  await expect(alert(page)).toHaveText("This passkey was not accepted. Please try again.");
  await expect(page).toHaveURL("/");
});

test("a browser without passkeys offers none", inProof, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/");
  await expect(page.getByLabel("Your email address")).toBeVisible();
  await expect(button(page)).toHaveCount(0);
});
