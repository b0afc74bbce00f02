/**
 * How evenly a list of 10,000 links is scrolled, in a browser whose page runs at a quarter of its speed: the frames, as the
 * browser's own trace has them, and how much of what was seen had no rows. Needs Chromium and what `npm start` builds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "@satchel/embedded";
import { Client } from "pg";
import type { Page } from "playwright-core";
import { type Frames, framesOf, type TraceEvent } from "./frames.ts";
import { median, saveLinks, startVisit, until } from "./visit.ts";

const LINKS = Number(process.env["LINKS"] ?? 10_000);
/** How many times slower the page's thread is made. */
const SLOWER = Number(process.env["SLOWER"] ?? 4);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
/** Links that are really saved and described; the others are copies of their rows. */
const SAVED = 12;
/** Pixels, and pixels a second: a screen in a third of a second, and twice as quick. Nobody reads at either. */
const DISTANCE = 12_000;
const SPEEDS = [3000, 6000];

const CATEGORIES = [
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "devtools.timeline.frame",
  "disabled-by-default-devtools.timeline.frame",
];

/** The keys that choose how links are shown (web/src/links/keys.ts). */
const KEYS = { list: "1", cards: "2", compact: "3" } as const;

/** Copies the rows of the saved links until there are enough, each an address and a minute older than the one before. */
async function copyLinks(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'links' and table_name = 'links' and is_generated = 'NEVER'`,
    );
    const columns = rows.map(({ name }) => name);
    const values: Record<string, string> = {
      id: "gen_random_uuid()",
      url: "url || '?copy=' || n",
      saved_at: "saved_at - n * interval '1 hour'",
      position: "position - n * 1000000",
    };
    await client.query(
      `insert into links.links (${columns.join(", ")})
       select ${columns.map((name) => values[name] ?? name).join(", ")}
       from links.links, generate_series(1, $1::int) as n`,
      [Math.ceil(LINKS / SAVED) - 1],
    );
  } finally {
    await client.end();
  }
}

/** Reads the whole list into the page, a hundred at a time, as somebody does who has scrolled to its end. */
async function readAll(page: Page): Promise<void> {
  await page.route("**/api/links/?*", (route) => {
    const asked = new URL(route.request().url());
    asked.searchParams.set("size", "100");
    return route.continue({ url: asked.href });
  });
  await page.reload();
  await page.getByRole("article").first().waitFor();
  // In the page, for each look from outside costs as much as a page of links.
  await page.evaluate(async () => {
    while (document.querySelector(".links > div:last-child .skel") !== null) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  // Of the last page all rows are there, and the time for what they bring along is over.
  await delay(1000);
}

/**
 * Has the page look, whenever it is told that it was scrolled and before it changes anything, how many of the pixels below
 * the bar have no row: that much was bare in the frame before, which the browser drew without asking it.
 */
const LOOK = `
  window.bare = [];
  window.addEventListener("scroll", () => {
    let pixels = 0;
    for (const gap of document.querySelectorAll(".links__gap")) {
      const { top, bottom } = gap.getBoundingClientRect();
      pixels += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 64));
    }
    window.bare.push((100 * pixels) / (innerHeight - 64));
  }, { capture: true, passive: true });`;

/** Frames, and what was bare, in per cent of the list's part of the window. */
type Seen = Frames & { readonly looks: number; readonly bareLooks: number; readonly bare: number };

/** Scrolls at an even speed with a trace running. The browser scrolls by itself: it waits for the page at no time. */
async function scroll(page: Page, from: number, speed: number): Promise<Seen> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate((top) => window.scrollTo(0, top), from);
  await page.mouse.move(720, 500);
  await delay(1500);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page.evaluate("window.bare = []");
  const gesture = { x: 720, y: 500, yDistance: -DISTANCE, speed, gestureSourceType: "mouse" } as const;
  await session.send("Input.synthesizeScrollGesture", gesture);
  await session.send("Tracing.end");
  const bare: number[] = await page.evaluate("window.bare");
  await complete;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return {
    ...framesOf(events),
    looks: bare.length,
    bareLooks: bare.filter((share) => share > 0).length,
    bare: bare.reduce((sum, share) => sum + share, 0) / bare.length,
  };
}

const dir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
const postgres = await startPostgres({ dataDir: dir });
const visit = await startVisit({ DATABASE_URL: postgres.url });
try {
  const page = await visit.browser.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit.signIn(page);
  await saveLinks(page, SAVED, visit.siteUrl);
  // All of them are described then: one that is copied while its page is read shimmers in each copy, at every frame.
  await until(async () => (await page.locator(".link__thumb img").count()) >= SAVED);
  await copyLinks(postgres.url);
  const began = performance.now();
  await readAll(page);
  const last = await page.locator("article").last().getAttribute("aria-posinset");
  await page.evaluate(LOOK);
  console.log(`${last} links read into the page in ${Math.round((performance.now() - began) / 1000)} s`);
  for (const display of ["list", "cards", "compact"] as const) {
    await page.evaluate((as) => localStorage.setItem("satchel.view", as), display);
    await page.keyboard.press(KEYS[display]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    console.log(display, `${height} px high`);
    for (const speed of SPEEDS) {
      const rounds: Seen[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await scroll(page, 20_000 + round * 50_000, speed));
      const said = (Object.keys(rounds[0] ?? {}) as (keyof Seen)[]).map((name) => [
        name,
        Number(median(rounds.map((seen) => seen[name])).toFixed(1)),
      ]);
      console.log(`${speed} px/s`, Object.fromEntries(said));
    }
  }
} finally {
  await visit.end();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
