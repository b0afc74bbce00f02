import type { Page } from "@playwright/test";
import { call } from "../support/call.ts";
import { folderLink } from "../support/links.ts";
import { sendMail } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

const SCRIPTS = /\/assets\/[^/]+\.js$/;
const MISSING = "This part of the page could not be loaded.";
const NEWER = "A new version of Satchel is ready.";

/** The scripts without which nothing of a document runs. */
async function firstScripts(page: Page): Promise<Set<string>> {
  const html = await (await page.request.get("/privacy", { headers: { accept: "text/html" } })).text();
  return new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path));
}

/** Drops the first request of each script that is loaded later. Gives the paths of those that were dropped. */
async function dropFirst(page: Page): Promise<ReadonlySet<string>> {
  const first = await firstScripts(page);
  const dropped = new Set<string>();
  await page.route(SCRIPTS, (route) => {
    const { pathname } = new URL(route.request().url());
    if (first.has(pathname) || dropped.has(pathname)) return route.continue();
    dropped.add(pathname);
    return route.abort("connectionreset");
  });
  return dropped;
}

/** Closes what is open over the page. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** The script of a part of the page. */
const scriptOf = (page: Page, part: string): Promise<string> =>
  page.evaluate((name) => {
    const parts = JSON.parse(document.getElementById("parts")?.textContent ?? "{}") as Record<string, string[]>;
    const [script] = parts[name] ?? [];
    if (script === undefined) throw new Error(`The page has no part ${name}`);
    return script;
  }, part);

test(
  "given the first request of each later script is dropped, when a person signs in, then forms, pages and languages come all the same",
  inProof,
  async ({ page, email }) => {
    const dropped = await dropFirst(page);
    await page.goto("/");
    await page.getByLabel("Your email address").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("textbox", { name: /code/i })).toBeVisible();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.getByRole("link", { name: "Datenschutz" })).toBeVisible();
    await page.getByRole("link", { name: "Datenschutz" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Datenschutz");
    expect(dropped.size).toBeGreaterThan(4);
  },
);

test(
  "given the first request of each later script is dropped, when the archive is used, then keys, dialogs, panels and live updates come all the same",
  inProof,
  async ({ page, email }) => {
    test.slow();
    const dropped = await dropFirst(page);
    await signIn(page, email);
    await expect(page.getByRole("heading", { name: "Your Links" })).toBeVisible();

    // A live update, and a row with its actions.
    await sendMail(email, "A loaf", pageUrl("Rye bread"));
    await expect(row(page, "Rye bread")).toBeVisible();
    await row(page, "Rye bread").hover();
    await row(page, "Rye bread").getByRole("button", { name: "Favorite" }).click();
    await expect(page.getByRole("link", { name: "Favorites, 1" })).toBeVisible();
    await row(page, "Rye bread").getByRole("button", { name: "Details" }).click();
    await expect(page.getByRole("complementary", { name: "Link details" })).toBeVisible();
    await close(page);

    // Keys and dialogs.
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await close(page);
    await page.keyboard.press("n");
    await expect(page.getByRole("dialog", { name: "Add links" })).toBeVisible();
    await close(page);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await page.keyboard.type("import and");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Import and export" })).toBeVisible();
    await close(page);
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("dialog", { name: "Account" })).toBeVisible();
    await close(page);

    // What is selected, and the search.
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await expect(page.getByRole("toolbar", { name: "Selected links" })).toBeVisible();
    await close(page);
    await page.getByRole("combobox").first().fill("tag:");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.getByRole("combobox").first().fill("rye");
    await expect(page.getByText("link for “rye”")).toBeVisible();

    // Other pages.
    await page.goto("/tags");
    await expect(page.getByRole("heading", { name: "Tags", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Captures" }).click();
    await expect(page.getByRole("heading", { name: "Captures" })).toBeVisible();
    expect(dropped.size).toBeGreaterThan(20);
  },
);

test("given a part of the page can't be loaded, then that is said, what was typed stays, and it can be tried again", async ({
  page,
  person,
}) => {
  await person.saves("Rye bread");
  await call(page, "POST", "/api/folders/", { name: "Kitchen", parent_folder_id: null });
  await expect(folderLink(page, "Kitchen")).toBeVisible();
  const script = await scriptOf(page, "folder-tree/FolderTasks");
  await page.route(`**${script}`, (route) => route.abort());
  const search = page.getByRole("combobox").first();
  await search.fill("rye");
  await folderLink(page, "Kitchen").press("Delete");

  await expect(page.getByRole("alert").getByText(MISSING)).toBeVisible();
  await expect(search).toHaveValue("rye");

  await page.unroute(`**${script}`);
  await page.getByRole("alert").getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("alertdialog", { name: "Delete Kitchen" })).toBeVisible();
  await expect(page.getByText(MISSING)).toHaveCount(0);
  await expect(search).toHaveValue("rye");
});

test("given a release took the old parts away, when one is asked for, then the page says that there is a newer version, and shows it", async ({
  page,
  person,
}) => {
  await person.saves("Rye bread");
  const script = await scriptOf(page, "shell/Account");
  await page.route(`**${script}`, (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("alert").getByText(NEWER)).toBeVisible();

  await page.unroute(`**${script}`);
  await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Account" })).toBeVisible();
});

test("given a slow network, when a row is right-clicked before later parts have come, then its menu opens with them", async ({
  page,
  person,
}) => {
  await person.saves("Rye bread");
  const script = await scriptOf(page, "links/LinkActions");
  let letThrough: () => void = () => undefined;
  const passage = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`**${script}`, async (route) => {
    await passage;
    await route.continue();
  });
  await page.reload();
  await row(page, "Rye bread").click({ button: "right" });
  letThrough();
  await expect(page.getByRole("menu", { name: "Rye bread" })).toBeVisible();
});
