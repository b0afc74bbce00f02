import type { Page } from "@playwright/test";
import { violationsOnGradient } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { codeMailedTo, codesMailedTo } from "../support/mail.ts";
import { enterAddress, PASSWORD, passwordField, signedOutWithPassword } from "../support/password.ts";
import { inProof } from "../support/proof.ts";
import { expect, test } from "../support/test.ts";

const NEW_PASSWORD = "a quite different strap";

const alert = (page: Page) => page.getByRole("alert").first();

test("a forgotten password is replaced by way of a mailed code", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  const before = await codesMailedTo(email);
  await page.getByRole("button", { name: "Forgot password?" }).click();

  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(email)}`);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  const submit = page.getByRole("button", { name: "Reset password" });
  const fields = [page.getByLabel("New password"), page.getByLabel("Confirm password")] as const;
  const code = await codeMailedTo(email, before);

  await page.getByLabel("6-digit code").fill(code === "111111" ? "222222" : "111111");
  await fields[0].fill("short");
  await expect(submit).toBeDisabled();
  await fields[1].fill("shirt");
  await submit.click();
  await expect(alert(page)).toHaveText("Passwords do not match");
  await fields[1].fill("short");
  await submit.click();
  await expect(alert(page)).toHaveText("Password must be at least 6 characters long");

  for (const field of fields) await field.fill(NEW_PASSWORD);
  await submit.click();
  await expect(alert(page)).toHaveText("Invalid or expired reset code. Please request a new one.");
  await page.getByLabel("6-digit code").fill(code.slice(0, 5));
  await expect(submit).toBeDisabled();
  await page.getByLabel("6-digit code").fill(code);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Password Reset Successful" })).toBeVisible();
  await expect(page).toHaveURL("/");
  await enterAddress(page, email);
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press("Enter");
  await expect(alert(page)).toHaveText("Invalid email or password");
  await passwordField(page).fill(NEW_PASSWORD);
  await passwordField(page).press("Enter");
  await expect(page).toHaveURL("/links");
});

test("whoever resets the password while signed in has to sign in again", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press("Enter");
  await expect(page).toHaveURL("/links");
  const before = await codesMailedTo(email);
  expect((await call(page, "POST", "/api/auth/request-password-reset", { email })).status).toBe(200);

  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`);
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email, before));
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Password Reset Successful" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Your email address")).toBeVisible();
});

test("a reset code that can't be asked for says so", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/request-password-reset", (route) => route.abort());
  await page.getByRole("button", { name: "Forgot password?" }).click();

  await expect(alert(page)).toHaveText("Failed to send reset code. Please try again.");
  await expect(page).toHaveURL("/");
});

test("the reset page without an address asks for it, and leads back", inProof, async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Your email address")).toBeVisible();
});

test("the sign-in page follows two seconds after the reset, and no sooner", inProof, async ({ page, email }) => {
  await page.clock.install();
  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`);
  await page.route("**/api/auth/reset-password", (route) => route.fulfill({ json: { status: "password_reset" } }));
  await page.getByLabel("6-digit code").fill("407219");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Password Reset Successful", exact: true })).toBeFocused();
  await page.clock.runFor(1900);
  await expect(page).toHaveURL(/reset-password/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/");
});

test("a reset that fails for another reason says so, and can be tried again", inProof, async ({ page }) => {
  await page.goto("/reset-password?email=anna@post.example");
  await page.route("**/api/auth/reset-password", (route) => route.abort());
  await page.getByLabel("6-digit code").fill("407219");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");

  await expect(alert(page)).toHaveText("Failed to reset password. Please try again.");
  await expect(page.getByRole("button", { name: "Reset password", exact: true })).toBeEnabled();
});

test("the reset page has no barriers", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  const before = await codesMailedTo(email);
  await enterAddress(page, email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email, before));
  expect(await violationsOnGradient(page)).toEqual([]);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill("another");
  await page.keyboard.press("Enter");
  await expect(alert(page)).toHaveText("Passwords do not match");
  expect(await violationsOnGradient(page)).toEqual([]);

  // The page goes on after two seconds; a clock that stands still leaves time to look.
  await page.clock.install();
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Password Reset Successful", exact: true })).toBeVisible();
  expect(await violationsOnGradient(page)).toEqual([]);
});
