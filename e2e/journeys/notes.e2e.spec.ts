import type { Locator, Page, Route } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { expect, row, signIn, test } from "../support/test.ts";

/** Saves a note by the API, and shows its reading view. @returns its id */
async function writeNote(page: Page, text: string): Promise<string> {
  const { id } = await page.evaluate(async (text) => {
    const name = encodeURIComponent(`${text.split("\n")[0]}.txt`);
    const headers = { "content-type": "application/octet-stream" };
    const answer = await fetch(`/api/links/files?name=${name}`, { method: "POST", headers, body: text });
    return (await answer.json()) as { id: string };
  }, text);
  await page.goto(`/read/${id}`);
  return id;
}

/** Changes a note as another tab does. */
const changeElsewhere = (page: Page, id: string, text: string): Promise<number> =>
  page.evaluate(
    async ([id, text]) => {
      const { version } = (await (await fetch(`/api/links/${id}/text`)).json()) as { version: string };
      const headers = { "content-type": "text/plain" };
      return (await fetch(`/api/links/${id}/text?version=${version}`, { method: "PUT", headers, body: text })).status;
    },
    [id, text] as const,
  );

const editor = (page: Page): { readonly dialog: Locator; readonly field: Locator } => {
  const dialog = page.getByRole("dialog", { name: "Edit text" });
  return { dialog, field: dialog.getByRole("textbox", { name: "Text" }) };
};

test("keys that are typed before the editor is there do nothing to the note behind it", async ({ page, email }) => {
  await signIn(page, email);
  const id = await writeNote(page, "Ideas for the garden");
  await expect(page.getByRole("heading", { level: 1, name: "Ideas for the garden" })).toBeVisible();
  const isFavorite = async (): Promise<unknown> =>
    ((await call(page, "GET", `/api/links/${id}`)).body as { is_favorite: boolean }).is_favorite;
  // Its code, asked for and not answered yet.
  const code = new Promise<Route>((asked) => void page.route("**/FurtherDialogs-*.js", asked, { times: 1 }));
  await page.getByRole("button", { name: "Edit text" }).click();
  const held = await code;
  await page.keyboard.press("f");
  await held.continue();
  await expect(editor(page).field).toBeFocused();
  expect(await isFavorite()).toBe(false);
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await expect.poll(isFavorite).toBe(true);
});

test("a note is changed in its reading view and from the list; its title and its list follow", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const id = await writeNote(page, "Ideas for the garden\n\nBeans beside the fence.");
  const { dialog, field } = editor(page);
  await page.getByRole("button", { name: "Edit text" }).click();
  await expect(field).toHaveValue("Ideas for the garden\n\nBeans beside the fence.");
  await expect(field).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await field.fill("Plans for the garden\n\nPeas beside the fence.");
  await field.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Peas beside the fence.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Plans for the garden" })).toBeVisible();
  await expect(page.getByRole("status").getByText("Text saved")).toBeVisible();

  // Another tab changes it: what is read here follows.
  expect(await changeElsewhere(page, id, "Plans for the garden\n\nLeeks, too.")).toBe(200);
  await expect(page.getByText("Leeks, too.")).toBeVisible();

  await page.goto("/links");
  await row(page, "Plans for the garden").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit text…" }).click();
  await expect(field).toHaveValue("Plans for the garden\n\nLeeks, too.");
  await field.fill("Harvest");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Harvest")).toBeVisible();

  // From its reading view, the way back leads to the list in which it was opened.
  await page.goto("/links?q=Harvest");
  await row(page, "Harvest").getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/read/${id}\\?q=Harvest$`));
  await expect(page.getByRole("main", { name: "Harvest" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/links\?q=Harvest$/);
  await expect(row(page, "Harvest").getByRole("heading").getByRole("link")).toBeFocused();
});

test("what was typed stays: where saving fails, where another tab was faster, and until it is discarded", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const id = await writeNote(page, "Bread\n\nRye.");
  const { dialog, field } = editor(page);
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await page.getByRole("button", { name: "Edit text" }).click();
  await expect(field).toHaveValue("Bread\n\nRye.");

  const path = "**/api/links/*/text?*";
  const unavailable = "Satchel is not ready for this right now. Please try again in a moment.";
  for (const [answer, reason] of [
    [undefined, "That can't be done while Satchel can't be reached."],
    [
      { status: 413, json: { detail: "The text is too long; at most 2 million characters can be kept" } },
      "is too long",
    ],
    [{ status: 503, json: { detail: unavailable } }, unavailable],
  ] as const) {
    await page.route(path, (route) => (answer === undefined ? route.abort() : route.fulfill(answer)));
    await field.fill(`Bread\n\nSpelt, ${reason}`);
    await save.click();
    await expect(dialog.getByRole("alert").getByText(reason)).toBeVisible();
    await expect(field).toHaveValue(`Bread\n\nSpelt, ${reason}`);
    await page.unroute(path);
  }
  await field.fill(" \n");
  await save.click();
  await expect(dialog.getByRole("alert").getByText("There is no text to be kept.")).toBeVisible();

  await field.fill("Bread\n\nWheat.");
  expect(await changeElsewhere(page, id, "Bread\n\nOats.")).toBe(200);
  await save.click();
  await expect(dialog.getByText("This text was changed elsewhere in the meantime.")).toBeVisible();
  await expect(field).toHaveValue("Bread\n\nWheat.");
  expect(await violations(page)).toEqual([]);

  await field.press("Escape");
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toBeFocused();
  // A click beside it, and the browser's own way of closing it, ask as well.
  await page.mouse.click(5, 5);
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue("Bread\n\nWheat.");
  await dialog.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Wheat.")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Edit text" }).click();
  await field.fill("Bread\n\nNothing.");
  await field.press("Escape");
  await asked.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Edit text" }).click();
  await expect(field).toHaveValue("Bread\n\nWheat.");
  await field.press("Escape");
  await expect(dialog).toBeHidden();
});

test("what was typed is there again after the session has ended in the meantime", async ({ page, email }) => {
  await signIn(page, email);
  const id = await writeNote(page, "Bread");
  const { field, dialog } = editor(page);
  await page.getByRole("button", { name: "Edit text" }).click();
  await field.fill("Bread and butter");
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL("/");
  await signIn(page, email);
  await page.goto(`/read/${id}`);
  await expect(field).toHaveValue("Bread and butter");
  await expect(dialog.getByText("You typed this and did not save it.")).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bread and butter" })).toBeVisible();
});
