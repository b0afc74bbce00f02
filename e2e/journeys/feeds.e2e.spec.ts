import { openAccount, said } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { expect, fromSomewhere, signIn, test } from "../support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("feeds of a folder, a tag and a search are made, read by a reader without a session, and ended", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const { body } = await call(page, "POST", "/api/folders/", { name: "Kitchen" });
  const { id } = body as { readonly id: number };
  const link = { url: "https://example.org/rye", title: "Rye", folder_id: id, tags: ["baking"] };
  expect((await call(page, "POST", "/api/links/", link)).status).toBe(201);
  await page.goto("/links");
  const dialog = page.getByRole("dialog", { name: "New feed" });
  const read = (path: string): Promise<Response> => fetch(addresses().url + path, { headers: fromSomewhere() });

  await page.locator("[data-folder]").filter({ hasText: "Kitchen" }).hover();
  await page.getByRole("button", { name: "More for Kitchen" }).click();
  await page.getByRole("menuitem", { name: "Feed…", exact: true }).click();
  await expect(dialog).toContainText("Folder Kitchen");
  await expect(dialog.getByLabel("Name")).toHaveValue("Kitchen");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "With full text" }).check();
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await expect(dialog.getByRole("status").getByText(/^“Kitchen” is ready/)).toBeVisible();
  await dialog.getByRole("button", { name: "Copy the Atom address" }).click();
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(address.pathname).toMatch(/^\/feeds\/[\w-]{86}\.atom$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  expect(await (await read(address.pathname)).text()).toContain("<title>Rye</title>");

  await page.goto("/tags");
  await page.getByRole("button", { name: "Feed of the tag baking" }).click();
  await expect(dialog).toContainText("Search tag:baking");
  await page.keyboard.press("Escape");
  await page.goto("/links?q=rye");
  await page.getByRole("button", { name: "Feed…" }).click();
  await dialog.getByLabel("Name").fill("  ");
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await dialog.getByLabel("Name").fill("All about rye");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("JSON Feed", { exact: true })).toHaveValue(/\.json$/);
  await page.keyboard.press("Escape");

  const account = await openAccount(page, "Apps and tokens");
  const rows = account.getByRole("list", { name: "Feeds", exact: true }).getByRole("listitem");
  await expect(rows).toHaveText([
    /^All about ryeSearch rye · not used yet/,
    /^KitchenFolder Kitchen · full text · last used/,
  ]);
  await account.getByRole("button", { name: "Feed of everything…" }).click();
  await expect(dialog).toContainText("Everything");
  await page.keyboard.press("Escape");
  await rows.getByRole("button", { name: "End the feed Kitchen" }).click();
  await expect(said(account).last()).toHaveText("The feed “Kitchen” was ended.");
  await expect(rows).toHaveCount(1);
  await expect.poll(async () => (await read(address.pathname)).status).toBe(404);
});
