import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openAccount } from "../support/account.ts";
import { violations } from "../support/axe.ts";
import { inProof } from "../support/proof.ts";
import { titlesOf } from "../support/links.ts";
import { expect, row, signIn, test } from "../support/test.ts";

// Long journeys, on a machine that may be busy.
/** Bookmarks as browsers write them: `count` pages in a folder, and two entries that are no pages. */
const bookmarks = (count: number): string => `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p><DT><H3>Bread &amp; Butter</H3><DL><p>
${Array.from({ length: count }, (_, index) => `<DT><A HREF="https://bread.example/${index}" ADD_DATE="${1_700_000_000 + index}">Loaf ${index}</A>`).join("\n")}
<DT><A HREF="javascript:alert(1)">A trick</A>
<DT><A HREF="ftp://bread.example/">A drawer</A>
</DL><p></DL><p>`;

const file = (name: string, text: string) => ({ name, mimeType: "text/html", buffer: Buffer.from(text) });

/** Opens the import and export dialog by way of the account. */
async function openTransfer(page: Page, choose = "choose one"): Promise<Locator> {
  const account = await openAccount(page, "General");
  await account.getByRole("button", { name: "Import and export" }).click();
  const dialog = page.getByRole("dialog", { name: "Import and export", exact: true });
  await expect(dialog.getByLabel(choose)).toBeAttached();
  return dialog;
}

const rows = (dialog: Locator): Locator => dialog.getByRole("list", { name: "Imports", exact: true }).locator("> li");

test("bookmarks come in, and what was not taken is told with its reason", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  await dialog.getByLabel("choose one").setInputFiles(file("bookmarks.html", bookmarks(3)));
  await expect(rows(dialog).first()).toContainText("bookmarks.html");
  await expect(rows(dialog).first().getByText("Done", { exact: true })).toBeVisible();
  await expect(rows(dialog).first()).toContainText("3 new links · 2 skipped");
  await rows(dialog).first().getByText("Why 2 entries were skipped", { exact: true }).click();
  await expect(rows(dialog).first()).toContainText("Only addresses that begin with http: or https: are web addresses.");
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download the list as CSV", exact: true }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("bookmarks.html-skipped.csv");
  expect(await readFile(await csv.path(), "utf8")).toContain("4,javascript:alert(1),");

  // The same again, after a reload: nothing is new, and both imports are listed.
  await page.reload();
  const again = await openTransfer(page);
  await expect(rows(again)).toHaveCount(1);
  await again.getByLabel("choose one").setInputFiles(file("bookmarks.html", bookmarks(3)));
  await expect(rows(again)).toHaveCount(2);
  await expect(rows(again).first()).toContainText(" · 3 already saved · 2 skipped");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Loaf 2" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Bread & Butter, / })).toBeVisible();
});

test("from an import a way leads to the links that it brought", async ({ page, person }) => {
  await person.saves("A page by mail");
  const dialog = await openTransfer(page);
  const show = dialog.getByRole("link", { name: "Show imported links" });
  await dialog.getByLabel("choose one").setInputFiles(file("nothing.html", bookmarks(0)));
  await expect(rows(dialog).first()).toContainText("2 skipped");
  await expect(show).toBeHidden();
  await dialog.getByLabel("choose one").setInputFiles(file("bookmarks.html", bookmarks(3)));
  await show.click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => titlesOf(page)).toEqual(["Loaf 2", "Loaf 1", "Loaf 0"]);
  await expect(page.getByRole("combobox", { name: "Search your links" })).toHaveValue("is:imported");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a file is chosen: nothing is said of dropping one", inProof, async ({ page, email }) => {
    await signIn(page, email);
    await page.getByRole("button", { name: "Folders" }).click();
    const dialog = await openTransfer(page, "Choose a file");
    await expect(dialog.getByText("Choose a file")).toBeVisible();
    await expect(dialog.getByText("Drop a file here")).toBeHidden();
    await dialog.getByLabel("Choose a file").setInputFiles(file("bookmarks.html", bookmarks(1)));
    await expect(rows(dialog).first()).toContainText("1 new link · 2 skipped");
    await dialog.getByRole("link", { name: "Show imported links" }).click();
    await expect(row(page, "Loaf 0")).toBeInViewport();
    await expect(page.getByRole("button", { name: "Folders" })).toBeFocused();
  });
});

test("more files at once than the server takes at a time are read one after another", async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  const names = ["one", "two", "three", "four", "five", "six"];
  await dialog
    .getByLabel("choose one")
    .setInputFiles(names.map((name, at) => file(`${name}.txt`, `https://bread.example/${at}\n`)));
  await expect(rows(dialog).getByText("Done", { exact: true })).toHaveCount(names.length);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "All Links, 6" })).toBeVisible();
});

test("a file whose sending is canceled goes, and the next one comes; one that the network lost is tried again", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  const uploads = /\/api\/imports\?name=/;
  await page.route(uploads, (route) => (route.request().url().endsWith("long.html") ? undefined : route.abort()));
  await dialog
    .getByLabel("choose one")
    .setInputFiles([file("long.html", bookmarks(1)), file("lost.html", bookmarks(2))]);
  await dialog.getByRole("button", { name: "Cancel long.html", exact: true }).click();
  await expect(rows(dialog)).toHaveCount(1);
  await expect(dialog.getByRole("alert").getByText("can't be reached")).toBeVisible();
  await page.unroute(uploads);
  await dialog.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(rows(dialog).getByText("2 new links")).toBeVisible();
  await expect(rows(dialog)).toHaveCount(1);
});

test("in German, why an entry was skipped is German", inProof, async ({ page, email }) => {
  await signIn(page, email);
  await page.evaluate(() => localStorage.setItem("satchel.language", "de"));
  await page.reload();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByRole("button", { name: /^Import und Export/ }).click();
  const dialog = page.getByRole("dialog", { name: "Import und Export" });
  await dialog.getByLabel("wähle eine aus").setInputFiles(file("bookmarks.html", bookmarks(1)));
  await dialog.getByText("Warum 2 Einträge übersprungen wurden").click();
  await expect(dialog).toContainText("Nur Adressen, die mit http: oder https: beginnen, sind Webadressen.");
});

test("a large file is dropped, and goes on while the dialog is closed", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "many.html", { type: "text/html" }));
    return data;
  }, bookmarks(1500));
  await dialog.locator(".drop-zone").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(rows(dialog)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "All Links, 1,500" })).toBeVisible();
  const reopened = await openTransfer(page);
  await expect(rows(reopened).first()).toContainText("1,500 new links");
  await expect(rows(reopened).first().getByText("Done", { exact: true })).toBeVisible();
});

test("files that can't be taken are refused in words, each by itself", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  await dialog
    .getByLabel("choose one")
    .setInputFiles([file("poem.txt", "no bookmarks at all"), file("fine.html", bookmarks(1))]);
  await expect(dialog.getByRole("alert").getByText("The file is in no format that can be imported")).toBeVisible();
  await expect(rows(dialog).filter({ hasText: "fine.html" }).getByText("Done", { exact: true })).toBeVisible();
  // The same file would be refused again.
  await expect(dialog.getByRole("button", { name: "Try again", exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: "Dismiss poem.txt", exact: true }).click();
  await expect(rows(dialog)).toHaveCount(1);
});

test("everything can be taken away in every form, also when the access token has run out", async ({ page, person }) => {
  await person.saves("A page to take away");
  const dialog = await openTransfer(page);
  for (const [name, begin] of [
    ["HTML", "<!DOCTYPE NETSCAPE-Bookmark-file-1>"],
    ["CSV", "\uFEFFurl,title"],
    ["JSON", '{"satchel":1'],
    ["All my data", '{"satchel_account":1'],
  ] as const) {
    await page.context().clearCookies({ name: /satchel_access$/ });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: new RegExp(`^${name}`) }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    const text = await readFile(await download.path(), "utf8");
    expect(text.slice(0, begin.length)).toBe(begin);
    expect(text).toContain("A page to take away");
  }
});

test("until an export begins, it is shown that it does; the next click does not begin it again", async ({
  page,
  email,
}) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  let asked = 0;
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/users/me", async (route) => {
    asked += 1;
    await slow;
    await route.continue();
  });
  const link = dialog.getByRole("link", { name: /^HTML/ });
  await link.click();
  await expect(link).toHaveAttribute("aria-busy", "true");
  await link.click();
  const download = page.waitForEvent("download");
  answer();
  await download;
  await expect(link).toHaveAttribute("aria-busy", "false");
  expect(asked).toBe(1);
});

test("import and export have no barriers, in the light and in the dark", inProof, async ({ page, email }) => {
  await signIn(page, email);
  const dialog = await openTransfer(page);
  await dialog
    .getByLabel("choose one")
    .setInputFiles([file("poem.txt", "no bookmarks at all"), file("fine.html", bookmarks(1))]);
  await dialog.getByText("Why 2 entries were skipped", { exact: true }).click();
  expect(await violations(page)).toEqual([]);
});
