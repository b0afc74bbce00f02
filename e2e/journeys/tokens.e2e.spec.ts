import { openAccount, said } from "../support/account.ts";
import { addresses } from "../support/environment.ts";
import { expect, fromSomewhere, signIn, test } from "../support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("an API token is made, copied, used by a program, seen in use, and ended", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openAccount(page, "Apps and tokens");
  const rows = dialog.getByRole("list", { name: "API tokens", exact: true }).getByRole("listitem");
  await expect(dialog).toContainText(`${new URL(page.url()).origin}/linkding`);
  const make = dialog.getByRole("button", { name: "Create token", exact: true });

  await dialog.getByRole("button", { name: "Create a token", exact: true }).click();
  await expect(dialog.getByLabel("Name of the token")).toBeFocused();
  await page.keyboard.type("  ");
  await expect(dialog.getByLabel("Name of the token")).toHaveValue("");
  await page.keyboard.type("Reading app");
  await dialog.getByRole("checkbox", { name: "Read" }).uncheck();
  await make.click();
  await expect(said(dialog)).toHaveText("Choose at least one thing that the token may do.");
  await dialog.getByRole("checkbox", { name: "Add" }).check();
  await dialog.getByRole("combobox", { name: "Expires" }).selectOption("after 30 days");
  await make.click();

  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Copied", exact: true })).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^satchel_[\w-]{86}$/);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await expect(dialog.getByLabel("The new token")).toBeHidden();
  await expect(rows).toHaveText([/^Reading appAdd · not used yet · expires on /]);

  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(addresses().url + path, {
      method,
      headers: {
        ...fromSomewhere(),
        authorization: `Token ${token}`,
        "content-type": "application/json",
        "user-agent": "curl/8.14.1",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await call("POST", "/api/links/", { url: "https://example.org/", title: "By an app" })).status).toBe(201);
  expect((await call("GET", "/api/links/")).status).toBe(403);

  await openAccount(page, "Help");
  await openAccount(page, "Apps and tokens");
  await expect(rows).toContainText([/last used now by curl from [\d.a-f:]+/]);
  await rows.getByRole("button", { name: "Revoke the token Reading app", exact: true }).click();
  await expect(said(dialog)).toHaveText("The token “Reading app” was revoked.");
  await expect(rows).toHaveCount(0);
  await expect.poll(async () => (await call("POST", "/api/links/", { url: "https://example.org/2" })).status).toBe(401);
});
