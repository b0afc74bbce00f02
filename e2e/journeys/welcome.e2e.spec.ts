import type { PublicConfig } from "@satchel/contracts";
import { violations } from "../support/axe.ts";
import { addresses } from "../support/environment.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

test("an empty archive on one's own machine says how to send a mail, and takes a link by hand", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Your satchel is empty" })).toBeVisible();
  const { smtpPort } = addresses();
  const command = `SMTP_PORT=${smtpPort} npm run send -- --from ${email} --to save@satchel.example https://example.com/`;
  await expect(page.getByText(command)).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);

  await page.getByRole("button", { name: "Add another address" }).click();
  const account = page.getByRole("dialog", { name: "Account" });
  await expect(account.getByRole("tabpanel", { name: "Email addresses" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Import a file" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  const field = page.getByRole("textbox", { name: "Web address" });
  await field.fill("not an address");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not a web address.")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await field.fill(pageUrl("The first page"));
  await page.keyboard.press("Enter");
  await expect(row(page, "The first page")).toBeVisible();
  // The field is gone: Tab goes on in the list, and a screen reader says where one is.
  await expect(page.locator("#main")).toBeFocused();
});

test("an empty archive elsewhere says where to mail a link", inProof, async ({ page, email }) => {
  // As a server on the net answers: this one runs on the machine of the tests.
  await page.route("**/api/config", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as PublicConfig), outbox: false } });
  });
  await signIn(page, email);
  await expect(page.getByRole("link", { name: "Write a mail" })).toHaveAttribute("href", "mailto:save@satchel.example");
  await expect(page.getByText(`Send it from ${email} to this address.`)).toBeVisible();
  await expect(page.getByText("npm run send")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the ways into an empty archive fit", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await expect(page.getByText("npm run send")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });
});
