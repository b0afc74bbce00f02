import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "./call.ts";
import { addresses } from "./environment.ts";
import { pageUrl } from "./test.ts";

/** Saves links to pages of the test's site; the last one is the first of the list. */
export async function saveMany(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    expect((await call(page, "POST", "/api/links/", { url: pageUrl(title), title })).status).toBe(201);
  }
}

/** Imports so many links, saved so many seconds apart; `link 001` is the newest, of 14 November 2023. Resolves when all are saved. */
export async function importMany(page: Page, count: number, apart = 60): Promise<void> {
  const { siteUrl } = addresses();
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `<DT><A HREF="${siteUrl}/none/${n + 1}" ADD_DATE="${1_700_000_000 - n * apart}">link ${String(n + 1).padStart(3, "0")}</A>`,
  );
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.join("\n")}\n</DL><p>`;
  const { id } = await page.evaluate(async (body) => {
    const answer = await fetch("/api/imports?name=many.html", { method: "POST", body });
    return (await answer.json()) as { id: string };
  }, file);
  await expect
    .poll(async () => (await call(page, "GET", `/api/imports/${id}`)).body)
    .toMatchObject({ status: "done", saved: count });
}

/** The titles of the links that are on the page, from top to bottom. */
export const titlesOf = (page: Page): Promise<string[]> =>
  page.getByRole("article").getByRole("heading").getByRole("link").allTextContents();

/** The panel with the details of a link. */
export const panelOf = (page: Page): Locator => page.getByRole("complementary", { name: "Link details" });

/** A folder in the sidebar; the number of its links follows its name. */
export const folderLink = (page: Page, name: string): Locator =>
  page.getByRole("complementary", { name: "Folders" }).getByRole("link", { name: new RegExp(`^${name}(,|$)`) });
