import { violations } from "../support/axe.ts";
import { call } from "../support/call.ts";
import { addresses } from "../support/environment.ts";
import { inProof } from "../support/proof.ts";
import { expect, signIn, test } from "../support/test.ts";

const DAY_S = 86_400;

/** This moment, so many years ago, in seconds. */
function yearsAgo(years: number): number {
  const date = new Date();
  date.setFullYear(date.getFullYear() - years);
  return Math.round(date.getTime() / 1000);
}

test(
  "below “All caught up” stand links that were saved on this day in earlier years, and no others",
  inProof,
  async ({ page, email }) => {
    await signIn(page, email);
    const saved = [
      ["a year ago", yearsAgo(1)],
      ["three years ago", yearsAgo(3)],
      ["another day", yearsAgo(1) - 9 * DAY_S],
      ["this week", yearsAgo(0) - 600],
    ] as const;
    const { siteUrl } = addresses();
    const lines = saved.map(([title, at], n) => `<DT><A HREF="${siteUrl}/none/${n}" ADD_DATE="${at}">${title}</A>`);
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.join("\n")}\n</DL><p>`;
    await page.evaluate((body) => fetch("/api/imports?name=years.html", { method: "POST", body }), file);
    const links = async () => (await call(page, "GET", "/api/links/")).body as { id: string }[];
    await expect.poll(async () => (await links()).length).toBe(4);

    // At the end of the favorites: what is old, not among them, and was never opened.
    const [newest] = (await links()) as [{ id: string }];
    await call(page, "PATCH", `/api/links/${newest.id}`, { is_favorite: true });
    await page.goto("/links?view=favorites");
    const forgotten = page.getByRole("region", { name: "Saved and never opened" });
    await expect(forgotten.getByRole("link")).toHaveText([/three years ago/, /another day/, /a year ago/]);
    expect(await violations(page)).toEqual([]);

    for (const { id } of await links()) {
      expect((await call(page, "POST", `/api/links/${id}/visit`)).status).toBe(200);
    }

    await page.goto("/links?view=unvisited");
    await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
    const region = page.getByRole("region", { name: "Saved on this day" });
    await expect(region.getByRole("link")).toHaveCount(2);
    await expect(region.getByRole("link").first()).toHaveText(/a year ago.*1 year ago/);
    await expect(region.getByRole("link").last()).toHaveText(/three years ago.*3 years ago/);
    expect(await violations(page)).toEqual([]);
  },
);
