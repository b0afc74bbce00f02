import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call, signOut } from "../support/call.ts";
import { codeMailedTo, confirmationMailedTo, sendMail } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

/** Names a further address for the account that is signed in, and gives the link that was mailed to it. */
async function asksFor(page: Page, address: string): Promise<string> {
  expect((await call(page, "POST", "/api/sender-emails/", { email: address })).status).toBe(201);
  return confirmationMailedTo(address);
}

test("whoever follows the mailed link is told that the address is confirmed, and can mail from it", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const further = `further-${email}`;

  await page.goto(await asksFor(page, further));

  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await expect(page.getByText(further)).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("link", { name: "Go to your links" }).click();
  await sendMail(further, "From the other address", pageUrl("From elsewhere"));
  await expect(row(page, "From elsewhere")).toBeVisible();
});

test("whoever is not signed in signs in first, and the address is confirmed then", async ({ page, email }) => {
  await signIn(page, email);
  const further = `further-${email}`;
  const link = await asksFor(page, further);
  const before = await codeMailedTo(email);
  await signOut(page);

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Sign in to confirm" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Your email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("6-digit code").fill(await codeMailedTo(email, [before]));

  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL("/links");
});

test("a link that was used, or is none, is told to be no good", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const link = await asksFor(page, `further-${email}`);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();

  await page.goto("/links");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Not confirmed" })).toBeVisible();
  await expect(page.getByText("Invalid or expired confirmation link.")).toBeVisible();
  await expect(page.getByText("Each link works once, for 24 hours, and only in the account")).toBeVisible();
  await page.goto("/links");
  await page.goto("/confirm-address");
  await expect(page.getByRole("heading", { name: "Nothing to confirm" })).toBeVisible();
});

test("a confirmation that can't be asked for can be tried again", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const further = `further-${email}`;
  const link = await asksFor(page, further);
  // Interception stays on throughout: while it is being turned off, a request can slip through to the server.
  await page.route("**/api/none", (route) => route.abort());
  await page.route("**/api/sender-emails/confirm", (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await expect(page.getByText("An unexpected error occurred. Please try again.").first()).toBeVisible();
  await page.getByRole("button", { name: "Try Again", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Address confirmed", exact: true })).toBeVisible();
  await expect(page.getByText(further)).toBeVisible();
});

test("the page that confirms an address has no barriers", inProof, async ({ page }) => {
  await page.goto("/confirm-address");
  await expect(page.getByRole("heading", { name: "Nothing to confirm", exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto("/confirm-address#token=made-up");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in to confirm", exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
