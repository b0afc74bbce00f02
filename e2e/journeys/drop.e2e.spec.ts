import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { folderLink, saveMany, titlesOf } from "../support/links.ts";
import { slowUploads } from "../support/slow-uploads.ts";
import { expect, pageUrl, row, signIn, test } from "../support/test.ts";

interface Dragged {
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[];
  readonly files?: readonly string[];
}

/** Something that is dragged here from another program: over a place of the page, and let go there. */
async function dragIn(page: Page, { items = [], files = [] }: Dragged) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [...items], files: [...files], dragOperationsMask: 1 };
  let at = { x: 700, y: 500 };
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", { type, ...at, data });
  return {
    over: async (target: Locator): Promise<void> => {
      const box = await target.boundingBox();
      if (box === null) throw new Error("There is nothing to drag it over");
      at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await send("dragEnter");
      await send("dragOver");
    },
    drop: () => send("drop"),
    // The protocol's own "dragCancel" sends the page nothing.
    leave: () => page.evaluate(() => void document.body.dispatchEvent(new DragEvent("dragleave", { bubbles: true }))),
  };
}

const link = (url: string): Dragged => ({ items: [{ mimeType: "text/uri-list", data: url }] });

test("links, shortcut files and texts are dropped onto the page or a folder, and saved there", async ({
  page,
  email,
}, testInfo) => {
  await signIn(page, email);
  await saveMany(page, ["There before"]);
  const made = await call(page, "POST", "/api/folders/", { name: "Bread", parent_folder_id: null });
  expect(made.status).toBe(201);
  await page.reload();
  await expect(row(page, "There before")).toBeVisible();
  await expect(folderLink(page, "Bread")).toBeVisible();
  const main = page.getByRole("main");
  const chip = page.locator(".drops p");
  // What takes it comes after the first view.
  const first = await dragIn(page, link(pageUrl("Dropped link")));
  await expect(async () => {
    await first.over(main);
    await expect(chip).toHaveText("Drop to save it here", { timeout: 500 });
  }).toPass();
  await first.leave();
  await expect(chip).toBeHidden();
  await first.over(main);
  await first.drop();
  await expect(row(page, "Dropped link")).toBeVisible();
  await expect(chip).toBeHidden();

  // A picture with a link, and the file of the picture beside it.
  const picture = testInfo.outputPath("bread.png");
  await writeFile(picture, "no picture");
  const second = await dragIn(page, { ...link(pageUrl("Linked picture")), files: [picture] });
  await second.over(folderLink(page, "Bread"));
  await expect(chip).toHaveText("Drop to save it in Bread");
  await second.drop();
  await expect(page.getByRole("link", { name: "Bread, 1" })).toBeVisible();
  await expect(row(page, "Linked picture")).toBeVisible();

  const shortcut = testInfo.outputPath("Rye.url");
  await writeFile(shortcut, `[InternetShortcut]\r\nURL=${pageUrl("From a file")}\r\n`);
  const third = await dragIn(page, { files: [shortcut, picture] });
  await third.over(main);
  await third.drop();
  await expect(row(page, "From a file")).toBeVisible();
  // It is none, whatever its name says.
  await expect(page.getByRole("alert").getByText("“bread.png” was not saved. Files of this kind")).toBeVisible();

  const html = `<p>Read <a href="${pageUrl("In a text")}">this</a><script>document.title = "run"</script></p>`;
  const fourth = await dragIn(page, {
    items: [
      { mimeType: "text/html", data: html },
      { mimeType: "text/plain", data: "Read this" },
    ],
  });
  await fourth.over(main);
  await fourth.drop();
  await expect(row(page, "In a text")).toBeVisible();
  expect(await titlesOf(page)).toEqual(["In a text", "From a file", "Linked picture", "Dropped link", "There before"]);

  // Nothing in it that could be saved, and so many that they are shown first.
  const fifth = await dragIn(page, { items: [{ mimeType: "text/plain", data: "only words" }] });
  await fifth.over(main);
  await fifth.drop();
  await expect(page.getByRole("alert").getByText("There is no web address in what you dropped.")).toBeVisible();
  const many = Array.from({ length: 6 }, (_, n) => pageUrl(`many ${n}`)).join("\n");
  const sixth = await dragIn(page, { items: [{ mimeType: "text/plain", data: many }] });
  await sixth.over(folderLink(page, "Bread"));
  await sixth.drop();
  const dialog = page.getByRole("dialog", { name: "Add links" });
  await expect(dialog.getByText("They will be saved in Bread.")).toBeVisible();
  await dialog.getByRole("button", { name: "Save 6 links" }).click();
  await expect(page.getByRole("link", { name: "Bread, 7" })).toBeVisible();
});

test("files are dropped onto the page, or chosen in the dialog, and can be read; what is new can be undone", async ({
  page,
  email,
}, testInfo) => {
  await signIn(page, email);
  await saveMany(page, ["There before"]);
  const named = async (name: string, content: string): Promise<string> => {
    const path = testInfo.outputPath(name);
    await writeFile(path, content);
    return path;
  };
  const poem = await named("A poem.txt", "Roses are red");
  const bookmarks = await named("bookmarks.html", "<a href='https://example.com/'>");
  const chip = page.locator(".drops p");
  const dragged = await dragIn(page, { files: [poem, bookmarks] });
  await expect(async () => {
    await dragged.over(page.getByRole("main"));
    await expect(chip).toHaveText("Drop to save it here", { timeout: 500 });
  }).toPass();
  await dragged.drop();
  // It has an address, and is none to be kept as it is: the message says where it can be imported.
  await expect(page.getByRole("alert").getByText("“bookmarks.html” was not saved. Link files end")).toBeVisible();
  await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  await expect(row(page, "A poem")).toBeVisible();

  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Add links" });
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose files…" }).click();
  await (await chooser).setFiles([await named("plan.md", "# The plan"), await named("list.txt", "Flour"), poem]);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status").getByText("2 files saved, 1 was already saved")).toBeVisible();
  expect(await titlesOf(page)).toEqual(["The plan", "list", "A poem", "There before"]);
  await page.keyboard.press("z");
  await expect(row(page, "The plan")).toBeHidden();

  await row(page, "A poem").getByRole("link").first().click();
  await expect(page.getByText("Roses are red")).toBeVisible();
});

test("while files are sent, how far they are is shown; canceled, neither it nor the next one is kept", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  await page.getByRole("button", { name: "Add a link" }).click();
  const quickAgain = await slowUploads(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files…" }).click();
  const file = (name: string, size: number) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("bread ".repeat(size)),
  });
  await (await chooser).setFiles([file("never.txt", 1), file("long.txt", 1_000_000)]);
  const toast = page.getByRole("status").filter({ hasText: "Saving “long.txt”…" });
  await expect(toast).toContainText(/[1-9]\d?%/);
  expect(await violations(page)).toEqual([]);
  await toast.getByRole("button", { name: "Cancel" }).click();
  await expect(toast).toBeHidden();
  await quickAgain();
  await expect(page.getByRole("alert")).toHaveText("");
  // The next call is served after what was sent before it.
  await saveMany(page, ["After it"]);
  await page.reload();
  await expect(row(page, "After it")).toBeVisible();
  expect(await titlesOf(page)).toEqual(["After it"]);
});

test("a text that is typed is saved as a note; where that fails it stays in the field", async ({ page, email }) => {
  await signIn(page, email);
  await page.getByRole("button", { name: "Add a link" }).click();
  const dialog = page.getByRole("dialog", { name: "Add links" });
  const asNote = dialog.getByRole("button", { name: "Save the text as a note" });
  await dialog.getByRole("textbox").fill("https://example.com/beans");
  await expect(dialog.getByRole("button", { name: "Choose files…" })).toBeVisible();
  await expect(asNote).toBeHidden();

  // What has no address is a note, or not finished: either can be done where it is said.
  await dialog.getByRole("textbox").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("status").getByText("There is no web address")).toBeVisible();
  await expect(dialog.getByRole("status").getByText("Type or paste an address")).toBeVisible();
  await dialog.getByRole("textbox").fill("Beans");
  await dialog.getByRole("textbox").press("Enter");
  await expect(dialog.getByRole("status").getByText("Or keep what you wrote as a note")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(asNote).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row(page, "Beans")).toBeVisible();
  await page.getByRole("button", { name: "Add a link" }).click();

  const note = "Ideas for the garden\n\nBeans beside the fence, see https://example.com/beans";
  await dialog.getByRole("textbox").fill(note);
  await page.route("**/api/links/files?*", (route) => route.fulfill({ status: 422, json: { detail: "Not now." } }));
  await asNote.click();
  await expect(page.getByRole("alert").getByText("“Ideas for the garden.txt” was not saved.")).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue(note);
  await page.unroute("**/api/links/files?*");
  await asNote.click();
  await expect(dialog).toBeHidden();
  await row(page, "Ideas for the garden").getByRole("link").first().click();
  await expect(page.getByText("Beans beside the fence")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("that a link could not be saved is seen over the dialog, which stays", async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Add a link" }).click();
    const dialog = page.getByRole("dialog", { name: "Add links" });
    await dialog.getByRole("textbox").fill("https://example.com/beans");
    await page.route("**/api/links/", (route) => route.fulfill({ status: 422, json: { detail: "Not now." } }));
    await expect(dialog.getByRole("button", { name: "Choose files…" })).toBeVisible();
    await dialog.getByRole("button", { name: "Save 1 link" }).click();
    const toast = page.getByRole("alert").locator(".toast");
    await expect(toast).toBeVisible();
    const place = await toast.boundingBox();
    if (place === null) throw new Error("It is gone");
    const look = async (): Promise<string> => (await page.screenshot({ clip: place, caret: "hide" })).toString("hex");
    const during = await look();
    await expect(toast).toBeHidden();
    expect(during).not.toBe(await look());
    await expect(dialog.getByRole("textbox")).toHaveValue("https://example.com/beans");
  });

  test("after a link was saved, the next one can be added at once", async ({ page, email }) => {
    await signIn(page, email);
    const add = page.getByRole("button", { name: "Add a link" });
    await add.tap();
    const dialog = page.getByRole("dialog", { name: "Add links" });
    await dialog.getByRole("textbox").fill("https://example.com/beans");
    await dialog.getByRole("button", { name: "Save 1 link" }).tap();
    const toast = page.getByRole("status").filter({ hasText: "Link saved" });
    await expect(toast).toBeVisible();
    await expect(dialog).toBeHidden();
    const [above, below] = [await toast.boundingBox(), await add.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });

  test("after a link was deleted, the menu of the next one has all its items in sight", async ({ page, email }) => {
    await signIn(page, email);
    await saveMany(page, ["Beans", "Peas"]);
    const deleted = page.getByRole("status").filter({ hasText: "deleted" });
    const remove = page.getByRole("menuitem", { name: "Delete" });
    await row(page, "Peas").getByRole("button", { name: "More for Peas" }).tap();
    await remove.tap();
    await expect(deleted).toBeVisible();
    await row(page, "Beans").getByRole("button", { name: "More for Beans" }).tap();
    await expect(remove).toBeVisible();
    const [toast, item] = [await deleted.boundingBox(), await remove.boundingBox()];
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(item?.y ?? 0);
    await deleted.getByRole("button", { name: "Undo" }).tap();
    await expect(row(page, "Peas")).toBeVisible();
  });

  test("with letters of twice the size, a toast has its words in a line, and its buttons below", async ({
    page,
    email,
  }) => {
    await signIn(page, email);
    await saveMany(page, ["Lighthouses"]);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await row(page, "Lighthouses").getByRole("button", { name: "More for Lighthouses" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const toast = page.getByRole("status").locator(".toast");
    await expect(toast).toContainText("deleted");
    const words = await toast.locator("span").boundingBox();
    expect(words?.width).toBeGreaterThan(240);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
