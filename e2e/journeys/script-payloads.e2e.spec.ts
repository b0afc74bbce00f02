import { writeFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { scriptPayloads, someScriptPayloads } from "@satchel/testing";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { expectHarmless, walkDown } from "../support/harmless.ts";
import { sendMail } from "../support/mail.ts";
import { expect, signIn, test } from "../support/test.ts";

/** All of them take some minutes: `npm run prove:texts`. */
const isWhole = process.env["SCRIPT_PAYLOADS"] === "all";
const payloads = isWhole ? scriptPayloads : someScriptPayloads;

/** Texts in one archive: rows that the page shows in some seconds. */
const CHUNK = 420;
/** Texts that come as subjects of mails, each of its own. */
const MAILED = 8;
/** Texts that are names of folders too: each is a command of its own. */
const FOLDERS = isWhole ? 120 : 60;

const chunks = Array.from({ length: Math.ceil(payloads.length / CHUNK) }, (_, n) =>
  payloads.slice(n * CHUNK, (n + 1) * CHUNK),
);

/** What is kept of a text, as far as it can be said here: imports drop controls and make one line of titles. */
const shownTitle = (text: string): string =>
  text
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .trim();

/** A file with each text as title, description, notes, tag and folder, and in path, query and fragment of an address. */
function fileOf(texts: readonly string[]): string {
  const { siteUrl } = addresses();
  const folders = texts
    .slice(0, FOLDERS)
    .map((text, n) => ({ id: n + 1, name: `${n} ${text}`, parent_folder_id: null }));
  const links = texts.map((text, n) => ({
    url: `${siteUrl}/payload/${n}/${text.replaceAll(/[?#\\/]/g, "_")}?${n % 2 ? "q=" : ""}${text.slice(0, 40)}#${text.slice(0, 40)}`,
    // A third of them are called as their page calls itself.
    ...(n % 3 === 0 ? {} : { title: text, description: text, tags: [text.replaceAll(",", " ").slice(0, 40)] }),
    notes: text,
    folder_id: (n % folders.length) + 1,
    is_favorite: n % 2 === 0,
  }));
  return JSON.stringify({ satchel: 1, folders, links });
}

/** Addresses that are none of the web's, in a browser's file: each is skipped and told. */
const skippedFile = (texts: readonly string[]): string =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>${texts
    .map((text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"))
    .map((text) => `<DT><A HREF="javascript:${text}">${text}</A>`)
    .join("\n")}</DL>`;

async function importFile(page: Page, name: string, file: string): Promise<{ saved: number; skipped: number }> {
  const id = await page.evaluate(
    async ([called, body]) => {
      const headers = { "content-type": "application/octet-stream" };
      const path = `/api/imports?name=${encodeURIComponent(called)}`;
      const answer = await fetch(path, { method: "POST", headers, body });
      if (answer.status !== 202) throw new Error(`the import was answered with ${answer.status}`);
      return ((await answer.json()) as { id: string }).id;
    },
    [name, file] as const,
  );
  let found: { status: string; saved: number; skipped: number } | undefined;
  await expect
    .poll(async () => (found = (await call(page, "GET", `/api/imports/${id}`)).body as typeof found)?.status)
    .toBe("done");
  return { saved: found?.saved ?? 0, skipped: found?.skipped ?? 0 };
}

/** What script did, or was kept from doing, in any page of the browser. */
async function watch(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  await context.exposeFunction("tellViolation", (what: string) => void found.push(what));
  await context.addInitScript(() => {
    const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      tellViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on("dialog", (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("response", (response) => {
    if (response.status() >= 500) found.push(`${response.status()} ${response.url()}`);
  });
  return found;
}

/** Opens a file of bookmarks as a browser's page, where no content security policy holds anything back. */
async function openExport(
  context: BrowserContext,
  path: string,
): Promise<{ names: string[]; links: number; faults: string[] }> {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${path}`);
  const seen = await page.evaluate(() => ({
    names: [...new Set([...document.querySelectorAll("*")].map(({ tagName }) => tagName))].sort(),
    links: document.querySelectorAll("a").length,
    faults: [...document.querySelectorAll("*")].flatMap((element) => [
      ...[...element.attributes].filter(({ name }) => name.startsWith("on")).map(({ name }) => name),
      ...(element instanceof HTMLAnchorElement && !/^https?:$/.test(element.protocol) ? [element.href] : []),
    ]),
  }));
  await page.close();
  return { ...seen, faults: [...seen.faults, ...asked.slice(1)] };
}

for (const [n, texts] of chunks.entries()) {
  test(`texts that run script wherever they are taken for more than text are text everywhere (${n + 1} of ${chunks.length})`, async ({
    page,
    context,
    email,
  }, testInfo) => {
    const found = await watch(context);
    await signIn(page, email);
    // Shown, the list would be refetched with each page that is read.
    await page.goto("/api/health");
    const { saved } = await importFile(page, `${texts[0]}.json`, fileOf(texts));
    expect(saved).toBe(texts.length);
    expect((await importFile(page, "skipped.html", skippedFile(texts))).saved).toBe(0);
    for (const text of texts.slice(0, MAILED)) {
      await sendMail(email, text, `${addresses().siteUrl}/away/${encodeURIComponent(text)}`);
    }

    const all = saved + Math.min(MAILED, texts.length);
    const count = async () => ((await call(page, "GET", "/api/links/count")).body as { count: number }).count;
    await expect.poll(count).toBe(all);

    // The list, and every title in it to the letter.
    await page.goto("/links");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectHarmless(page);
    const titles = await walkDown(page, all);
    const expected = texts.filter((_, at) => at % 3 > 0).map(shownTitle);
    expect(expected.filter((title) => !titles.has(title) && title.length <= 300)).toEqual([]);

    // One link by itself, a folder, a tag, a search that marks what it found, mails, and imports with what they skipped.
    const { body } = await call(page, "GET", "/api/links/?size=100");
    const links = body as { id: string; tags: string[]; folder_id: number }[];
    for (const { id } of links.slice(0, 3)) {
      await page.goto(`/links?link=${id}`);
      await expect(page.getByRole("complementary").or(page.getByRole("dialog")).first()).toBeVisible();
      expect(await page.locator("iframe, object, embed, base, [onload], [onerror], [onfocus]").count()).toBe(0);
    }
    const tagged = links.find(({ tags }) => tags.length > 0);
    for (const path of [
      `/links?folder=${tagged?.folder_id}`,
      `/links?tag=${encodeURIComponent(tagged?.tags[0] ?? "")}`,
      "/links?q=alert",
      "/links?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
      "/captures",
      "/settings",
      `/share?${new URLSearchParams({ url: texts[0] ?? "", title: texts[1] ?? "", text: texts[2] ?? "" })}`,
      `/nowhere?${new URLSearchParams({ next: `javascript:${texts[3]}`, q: texts[4] ?? "" })}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole("main")).toBeVisible();
      expect(await page.locator("iframe, object, embed, base, [onload], [onerror], [onfocus]").count()).toBe(0);
    }

    // Exports.
    await page.goto("/api/health");
    const html = await page.evaluate(async () => (await fetch("/api/exports/html")).text());
    const file = testInfo.outputPath("bookmarks.html");
    await writeFile(file, html);
    const exported = await openExport(context, file);
    expect(exported.faults).toEqual([]);
    expect(exported.names.filter((name) => !/^(?:A|BODY|DD|DL|DT|H1|H3|HEAD|HTML|META|P|TITLE)$/.test(name))).toEqual(
      [],
    );
    expect(exported.links).toBeGreaterThanOrEqual(saved);
    for (const format of ["csv", "json"]) {
      const kept = await page.evaluate(async (name) => {
        const answer = await fetch(`/api/exports/${name}`);
        return [answer.status, (await answer.text()).length] as const;
      }, format);
      expect(kept[0]).toBe(200);
      expect(kept[1]).toBeGreaterThan(saved * 100);
    }
    expect(found).toEqual([]);
  });
}

test("addresses that look like script are text in the mails that are written to them, and where those are listed", async ({
  page,
  context,
  email,
}) => {
  const found = await watch(context);
  await signIn(page, email);
  const mailed = [
    "&lt;script&gt;alert&lt;/script&gt;",
    "'onerror='alert`1`'x='",
    "{{constructor}}",
    "${alert`1`}",
    "%3Cscript%3Ealert%3C%2Fscript%3E",
    "`onload=alert`",
  ].map((local) => `${local}@payload.example`);
  let kept = 0;
  for (const address of mailed) {
    const { status } = await call(page, "POST", "/api/sender-emails/", { email: address });
    expect(status).toBeLessThan(500);
    if (status < 300) kept++;
  }
  expect(kept).toBeGreaterThan(2);
  await page.goto("/settings");
  await expect(page.getByRole("main")).toBeVisible();
  await page.goto("/outbox");
  await expect(page.getByText("@payload.example").first()).toBeVisible();
  const elements = "script:not([src='/outbox/script.js']), img, [onerror], [onload]";
  expect(await page.locator(elements).count()).toBe(0);
  const mails = page.getByRole("link").filter({ hasText: "@payload.example" });
  for (const link of await mails.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))) {
    await page.goto(link);
    await expect(page.frameLocator("iframe").getByText("Satchel.")).toBeVisible();
    expect(await page.locator(elements).count()).toBe(0);
    expect(await page.frameLocator("iframe").locator(`${elements}, iframe, svg`).count()).toBe(0);
  }
  expect(found).toEqual([]);
});
