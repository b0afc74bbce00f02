import type { Page } from "@playwright/test";
import { codesMailedTo } from "../support/mail.ts";
import { violationsOnGradient } from "../support/axe.ts";
import { enterAddress, PASSWORD, passwordField, signedOutWithPassword } from "../support/password.ts";
import { inProof } from "../support/proof.ts";
import { expect, test } from "../support/test.ts";

const alert = (page: Page) => page.getByRole("alert").first();

test("a person with a password signs in by it, and may look at it first", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  const mailed = await codesMailedTo(email);
  await enterAddress(page, email);

  await expect(page.getByText(email)).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await expect(page.getByLabel("Stay logged in")).toBeChecked();
  await passwordField(page).fill(PASSWORD);
  await expect(passwordField(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
  await passwordField(page).press("Enter");

  await expect(page).toHaveURL("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  expect(await codesMailedTo(email)).toEqual(mailed);
});

test("a wrong password says so, and the right one still signs in", async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await passwordField(page).fill("not the one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(alert(page)).toHaveText("Invalid email or password");
  await expect(page).toHaveURL("/");
  await passwordField(page).fill(PASSWORD);
  await expect(alert(page)).toBeEmpty();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/links");
});

test("without a password nothing is sent, and back to email begins again", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await expect(passwordField(page)).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await passwordField(page).press("Enter");
  await page.getByRole("button", { name: "Back to email" }).click();

  await expect(page.getByLabel("Your email address")).toHaveValue("");
  expect(sent.filter((url) => url.includes("/api/auth/"))).toEqual([]);
});

test("what the server should not answer is said to be unexpected", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/token", (route) => route.fulfill({ json: { token_type: "bearer" } }));
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press("Enter");

  await expect(alert(page)).toHaveText("Unexpected response from server");
  await expect(page).toHaveURL("/");
});

test("a sign-in that needs the address proved goes on with the mailed code", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/token", (route) =>
    route.fulfill({ status: 401, json: { detail: "Email verification required" } }),
  );
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press("Enter");

  await expect(page.getByText(`We sent a 6-digit code to ${email}.`)).toBeVisible();
});

test("a sign-in that fails for another reason says so", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await page.route("**/api/auth/token", (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press("Enter");

  await expect(alert(page)).toHaveText("Login failed. Please try again.");
  await expect(page).toHaveURL("/");
});

test("the password field has no barriers", inProof, async ({ page, email }) => {
  await signedOutWithPassword(page, email);
  await enterAddress(page, email);
  await passwordField(page).fill("not the one");
  expect(await violationsOnGradient(page)).toEqual([]);
  await passwordField(page).press("Enter");
  await expect(alert(page)).toHaveText("Invalid email or password");
  expect(await violationsOnGradient(page)).toEqual([]);
});
