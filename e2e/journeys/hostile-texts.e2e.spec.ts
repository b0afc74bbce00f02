import type { Page } from "@playwright/test";
import { addresses } from "../support/environment.ts";
import { expectHarmless, seeAll } from "../support/harmless.ts";
import { HOSTILE_PAGES, hostileBookmarks, hostileTexts } from "../support/hostile-texts.ts";
import { sendMail } from "../support/mail.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

/** Links whose owner gives them two hostile texts each. */
const CHANGED = 48;

/** A call of the API in the page's own session. */
function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([how, where, what]) => {
      const isText = typeof what === "string";
      const answer = await fetch(where as string, {
        method: how as string,
        ...(what === undefined ? {} : { body: isText ? (what as string) : JSON.stringify(what) }),
        ...(what === undefined ? {} : { headers: { "content-type": isText ? "text/html" : "application/json" } }),
      });
      const text = await answer.text();
      return { status: answer.status, ...(text === "" ? {} : { json: JSON.parse(text) }) };
    },
    [method, path, body] as const,
  ) as Promise<T>;
}

test.describe("texts that strangers wrote", () => {
  const dialogs: string[] = [];
  test.beforeEach(({ page }) => {
    dialogs.length = 0;
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  test.afterEach(() => {
    expect(dialogs).toEqual([]);
  });

  test("from pages and mails are text everywhere", async ({ page, email }) => {
    const { siteUrl } = addresses();
    await signIn(page, email);
    const pages = Array.from({ length: HOSTILE_PAGES }, (_, n) => `${siteUrl}/${n % 4 === 3 ? "raw" : "hostile"}/${n}`);
    await sendMail(email, hostileTexts[0] ?? "", pages.join("\n"));
    // Addresses that are none of the web's, and some of the web's that look like more.
    await sendMail(
      email,
      "<script>alert(1)</script>",
      `javascript:alert(1) data:text/html,x ${siteUrl}/hostile/0?"><script>alert(1)</script>`,
    );

    await seeAll(page, pages.length);
    await expect(page.locator(".link__desc .shimmer")).toHaveCount(0);
    await page.reload();
    await seeAll(page, pages.length);
    await expectHarmless(page);

    await page.getByRole("link", { name: /^Unvisited/ }).click();
    await seeAll(page, 20);
    await expectHarmless(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/links");
    await seeAll(page, 20);
    await expectHarmless(page);
  });

  test("from files, and their owner's own, are text everywhere", inProof, async ({ page, email }) => {
    const { siteUrl } = addresses();
    await signIn(page, email);
    // Shown, the list would be refetched with each page that is read.
    await page.goto("/api/health");
    const { json: started } = await call<{ json: { id: string } }>(
      page,
      "POST",
      "/api/imports?name=%3Cscript%3E.html",
      hostileBookmarks(siteUrl),
    );
    const count = hostileTexts.length;
    await expect
      .poll(() =>
        call<{ json: { status: string } }>(page, "GET", `/api/imports/${started.id}`).then(({ json }) => json.status),
      )
      .toBe("done");
    const folders: number[] = [];
    for (const name of hostileTexts
      .filter((text) => text.trim().length > 0)
      .map((text) => text.slice(0, 100))
      .slice(0, 30)) {
      const made = await call<{ status: number; json: { id: number } }>(page, "POST", "/api/folders/", {
        name,
        parent_folder_id: null,
      });
      if (made.status < 300) folders.push(made.json.id);
    }
    expect(folders.length).toBeGreaterThan(20);
    const { json: links } = await call<{ json: { id: string }[] }>(page, "GET", "/api/links/?size=100");
    const changes = links.slice(0, CHANGED).map(({ id }, n) => {
      const text = hostileTexts[n * 2] ?? "";
      const tag = text
        .slice(0, 40)
        .replaceAll(/[\s,\p{C}]+/gu, " ")
        .trim();
      const change = {
        title: text.slice(0, 300),
        description: (hostileTexts[n * 2 + 1] ?? "").slice(0, 1000),
        notes: text,
        folder_id: folders[n % folders.length],
        is_favorite: true,
        tags: tag === "" ? [] : [tag],
      };
      return { path: `/api/links/${id}`, change };
    });
    const answers = await Promise.all(
      changes.map(({ path, change }) => call<{ status: number }>(page, "PATCH", path, change)),
    );
    // No text holds a NUL; such a one is refused, never cut.
    for (const [n, { status }] of answers.entries()) {
      const { change } = changes[n] ?? {};
      expect(status, JSON.stringify(change)).toBe(
        [change?.title, change?.description].some((text) => text?.includes("\0")) ? 422 : 200,
      );
    }

    await page.goto("/links");
    await seeAll(page, count);
    await expectHarmless(page);
    await page.getByRole("link", { name: /^Favorites/ }).click();
    await seeAll(page, 20);
    await expectHarmless(page);
    await page.goto(`/links?folder=${folders[0]}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectHarmless(page);
    await page.getByRole("article").first().hover();
    await page.getByRole("article").first().getByRole("button", { name: "Move to…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectHarmless(page);
    await page.keyboard.press("Escape");

    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^More for/ })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectHarmless(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Folders" }).click();
    await expectHarmless(page);
  });
});
