import { openAccount, said } from "../support/account.ts";
import { test } from "../support/authenticator.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn } from "../support/test.ts";

// Long journeys, on a machine that may be busy.
test("a passkey is added under a name, listed, and removed", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openAccount(page, "Security");
  const rows = dialog.getByRole("list", { name: "Passkeys", exact: true }).getByRole("listitem");
  const add = dialog.getByRole("button", { name: "Add a passkey", exact: true });

  await add.click();
  await expect(dialog.getByLabel("Name of the passkey")).toBeFocused();
  await page.keyboard.type("  The brass one ");
  await page.keyboard.press("Enter");
  await expect(said(dialog)).toHaveText("The passkey “The brass one” was added.");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("not used yet");

  // The same device once more: it says so itself.
  await add.click();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(said(dialog)).toHaveText("This passkey is registered already.");

  await rows.first().getByRole("button", { name: "Remove The brass one", exact: true }).click();
  await expect(said(dialog)).toHaveText("The passkey was removed.");
  await expect(rows).toHaveCount(0);
});

test("whoever declines is told that no passkey was made", inProof, async ({ page, email, authenticator }) => {
  await authenticator.refuseUser();
  await signIn(page, email);
  const dialog = await openAccount(page, "Security");
  await dialog.getByRole("button", { name: "Add a passkey", exact: true }).click();
  await page.keyboard.press("Enter");
  await expect(said(dialog)).toHaveText("No passkey was created. Try again when you are ready.");
});
