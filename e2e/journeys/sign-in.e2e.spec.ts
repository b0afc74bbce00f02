import { codeMailedTo } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

test("a person signs in with nothing but an address and the mailed code", async ({ page, email }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mail it now.");
  await expect(page.getByText("save@satchel.example", { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel("Stay logged in")).toBeChecked();

  await page.getByLabel("Your e-mail address").fill(email);
  await page.keyboard.press("Enter");

  await expect(page.getByText(`We sent a 6-digit code to ${email}. It is valid for 15 minutes.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "outbox" })).toHaveAttribute("href", "/outbox");
  const code = await codeMailedTo(email);
  const submit = page.getByRole("button", { name: "Sign in" });
  await page.getByLabel("6-digit code").fill(code.slice(0, 5));
  await expect(submit).toBeDisabled();
  await page.getByLabel("6-digit code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(submit).toBeEnabled();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/links");
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
});

test("a wrong code says so, and another can be sent", async ({ page, email }) => {
  await page.goto("/");
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const first = await codeMailedTo(email);
  const input = page.getByLabel("6-digit code");
  await input.fill(first === "111111" ? "222222" : "111111");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").first()).toHaveText("Invalid or expired verification code. Please try again.");

  await page.getByRole("button", { name: "Resend code" }).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(input).toHaveValue("");
  await input.fill(await codeMailedTo(email, [first]));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/links");
});

test("back to email begins again", async ({ page, email }) => {
  await page.goto("/");
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Back to email" }).click();
  await expect(page.getByLabel("Your e-mail address")).toHaveValue("");
});

test("the archive is for those who are signed in, and the landing page for those who are not", async ({
  page,
  email,
}) => {
  await page.goto("/links");
  await expect(page).toHaveURL("/");

  await signIn(page, email);
  await page.goto("/");
  await expect(page).toHaveURL("/links");

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/links");
  await expect(page).toHaveURL("/");
});

test("an address that leads nowhere leads home", async ({ page }) => {
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Go home" }).click();
  await expect(page).toHaveURL("/");
});
