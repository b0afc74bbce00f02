import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Link } from "@satchel/contracts";
import { call } from "../support/call.ts";
import { expect, signIn, test } from "../support/test.ts";

/** The pictures of the README: an archive of a few weeks, whose sites are made up, and so are their preview pictures. */
const FOLDER = join(import.meta.dirname, "../../docs/pictures");

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Kept {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  readonly folder?: string;
  readonly isFavorite?: boolean;
  readonly visits?: number;
  /** Milliseconds ago. */
  readonly age: number;
  readonly minutes: number;
  /** What the preview shows, as SVG of 320 × 200. */
  readonly drawing: string;
}

const rings = [16, 30, 46, 64, 84, 106, 130]
  .map((r) => `<circle cx="160" cy="100" r="${r}" fill="none" stroke="#f3d9a4" stroke-opacity=".7" stroke-width="2"/>`)
  .join("");

const KEPT: readonly Kept[] = [
  {
    url: "https://bakers-notebook.example/rye",
    title: "Why rye bread keeps, and how to bake it",
    description: "A dense loaf, a sour starter three days old, and a crumb that is better on the fourth day.",
    tags: "bread, baking",
    folder: "Kitchen",
    age: HOUR_MS / 4,
    minutes: 6,
    drawing: `<rect width="320" height="200" fill="#d8dcc8"/><circle cx="160" cy="100" r="74" fill="#f6f2e8"/>
      <path d="M112 116c0-38 26-58 50-58s48 20 48 58c0 12-10 18-22 18h-54c-12 0-22-6-22-18z" fill="#9a6332"/>
      <path d="M134 84l16 16m6-26l18 20m8-20l14 18" stroke="#e9c58f" stroke-width="7" stroke-linecap="round"/>`,
  },
  {
    url: "https://night-trains.example/map",
    title: "Night trains of Europe, mapped",
    description: "Every sleeper that still runs, where it stops, and what a berth costs in winter.",
    tags: "travel, maps",
    age: HOUR_MS / 2,
    minutes: 4,
    drawing: `<rect width="320" height="200" fill="#f3f0e4"/><g fill="none" stroke-width="7" stroke-linejoin="round">
      <path d="M40 0v52l58 44h66l92 104" stroke="#b44a32"/><path d="M0 150h72l86-86h92l70-40" stroke="#1f6f6b"/>
      <path d="M200 0v70l-60 70v60" stroke="#d9943f"/></g><g fill="#fff" stroke="#2b241f" stroke-width="4">
      <circle cx="98" cy="96" r="8"/><circle cx="158" cy="64" r="8"/><circle cx="200" cy="64" r="8"/>
      <circle cx="164" cy="112" r="8"/><circle cx="72" cy="150" r="8"/></g>`,
  },
  {
    url: "https://harbour-review.example/fresnel",
    title: "How lighthouses learned to speak: the Fresnel lens",
    description: "A thousand prisms, one flame, and the end of guessing which light is which.",
    tags: "history, optics",
    folder: "Reading",
    isFavorite: true,
    visits: 1,
    age: 26 * HOUR_MS,
    minutes: 11,
    drawing: `<rect width="320" height="200" fill="#1f3a4f"/><path d="M160 100L0 40v70zM160 100l160-70v90z"
      fill="#f3d9a4" fill-opacity=".18"/>${rings}<circle cx="160" cy="100" r="7" fill="#fff3d6"/>`,
  },
  {
    url: "https://type-room.example/italic",
    title: "A short history of the italic",
    description: "From a Venetian chancery hand to the slant on every screen.",
    tags: "type, design",
    folder: "Reading",
    visits: 1,
    age: 29 * HOUR_MS,
    minutes: 8,
    drawing: `<rect width="320" height="200" fill="#b4482f"/><text x="160" y="150" fill="#f7ead6" text-anchor="middle"
      font-family="Georgia,serif" font-style="italic" font-size="150">a</text>`,
  },
  {
    url: "https://quiet-screens.example/calm",
    title: "Designing calm interfaces",
    description: "What a page may ask of somebody who only wanted to look something up.",
    tags: "design",
    folder: "Weekends",
    visits: 2,
    age: 4 * DAY_MS,
    minutes: 5,
    drawing: `<rect width="320" height="200" fill="#e8e1d0"/><circle cx="160" cy="112" r="52" fill="#d9943f"/>
      <path d="M0 128q80-28 160 0t160 0v72H0z" fill="#3f6f6b"/><path d="M0 156q80-24 160 0t160 0v44H0z" fill="#2b524f"/>`,
  },
  {
    url: "https://hut-to-hut.example/plans",
    title: "Ten huts, eight days: walking the high route",
    description: "Where to sleep, where there is water, and the one pass to leave out after snow.",
    tags: "hiking, travel",
    folder: "Weekends",
    visits: 3,
    age: 6 * DAY_MS,
    minutes: 9,
    drawing: `<rect width="320" height="200" fill="#c9dbe4"/><path d="M0 200L96 60l60 78 44-52 120 114z" fill="#5d7a86"/>
      <path d="M96 60l28 36-20-6-14 12-16-8z" fill="#fff"/>`,
  },
];

const at = ({ age }: Kept): string => new Date(Date.now() - age).toISOString();
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The archive as Satchel's own CSV. */
function csv(): string {
  const columns =
    "url,title,description,tags,folder,is_favorite,visit_count,first_visited_at,last_visited_at,saved_at,created_at";
  const rows = KEPT.map((kept) =>
    [
      kept.url,
      kept.title,
      kept.description,
      kept.tags,
      kept.folder ?? "",
      String(kept.isFavorite ?? false),
      String(kept.visits ?? 0),
      ...(kept.visits === undefined ? ["", ""] : [at(kept), at(kept)]),
      at(kept),
      at(kept),
    ]
      .map(cell)
      .join(","),
  );
  return [columns, ...rows].join("\n");
}

/** What the page of a link would have said, if its site were there. */
async function describe(page: Page): Promise<void> {
  await page.route("**/api/links/?**", async (route) => {
    const answer = await route.fetch();
    const links = ((await answer.json()) as Link[]).map((link) => {
      const kept = KEPT.find(({ url }) => url === link.url);
      return {
        ...link,
        preview_image_url: `/drawings/${KEPT.findIndex(({ url }) => url === link.url)}`,
        favicon_url: `/api/links/favicon/${new URL(link.url).host}`,
        reading_minutes: kept?.minutes ?? null,
        enrichment: { ...link.enrichment, state: "done" as const, reason: null },
      };
    });
    await route.fulfill({ response: answer, json: links });
  });
  await page.route("**/drawings/*", (route) => {
    const drawing = KEPT[Number(route.request().url().split("/").at(-1))]?.drawing ?? "";
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">${drawing}</svg>`;
    return route.fulfill({ contentType: "image/svg+xml", body });
  });
}

test.use({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 4 / 3 });

test("the pictures of the README", async ({ page }) => {
  await signIn(page, "anna@home.example");
  const id = await page.evaluate(async (body) => {
    const answer = await fetch("/api/imports?name=satchel.csv", { method: "POST", body });
    return ((await answer.json()) as { id: string }).id;
  }, csv());
  await expect.poll(async () => (await call(page, "GET", `/api/imports/${id}`)).body).toMatchObject({ status: "done" });
  await describe(page);
  // The document brings the first list; the next one comes by the call that is answered here.
  await page.goto("/tags");
  await page.getByRole("link", { name: /All Links/ }).click();
  await expect(page.locator("img[src^='/drawings/']")).toHaveCount(KEPT.length);
  await expect(page.getByRole("link", { name: "All tags" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `archive-${colorScheme}.png`) });
  }
});
