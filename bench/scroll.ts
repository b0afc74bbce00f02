/**
 * How smoothly a list of 10,000 links scrolls in a browser whose page runs at a quarter of its speed: the frames in the
 * browser's trace, and how much of the list was drawn without rows. Needs Chromium and what `npm start` builds.
 */
import { setTimeout as delay } from "node:timers/promises";
import { cleanUp, eventually } from "@satchel/testing";
import { Client } from "pg";
import type { Page } from "playwright-core";
import { type Frames, framesOf, type TraceEvent } from "./frames.ts";
import { median } from "./report.ts";
import { startDatabase } from "./servers.ts";
import { saveLinks, startVisit } from "./visit.ts";

const LINKS = Number(process.env["LINKS"] ?? 10_000);
/** How many times slower the page's thread is made. */
const SLOWER = Number(process.env["SLOWER"] ?? 4);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
/** Links that are really saved and described; the others are copies of their rows. */
const SAVED = 12;
/** Pixels, and pixels in a second: a screen in a third of a second, and twice as fast. Nobody can read at these speeds. */
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

/** Copies the rows of the saved links until there are enough, each with another address and an earlier time. */
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
      number: "number - n * 1000000",
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

/** Loads the whole list into the page, a hundred links at a time, by scrolling to its end. */
async function readAll(page: Page): Promise<void> {
  await page.route("**/api/links/?*", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("size", "100");
    return route.continue({ url: url.href });
  });
  await page.reload();
  await page.getByRole("article").first().waitFor();
  // In the page, because each call from outside takes as long as a page of links.
  await page.evaluate(async () => {
    while (document.querySelector(".links > div:last-child .skel") !== null) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  // Time for the pictures of the last rows.
  await delay(1000);
}

/**
 * Makes the page count, at every scroll event and before it changes anything, the pixels below the bar that have no row.
 * These were bare in the frame before, which the browser drew without the page.
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

/** Frames, and the bare part of the list in percent of its part of the window. */
type ScrollResult = Frames & { readonly looks: number; readonly bareLooks: number; readonly bare: number };

/** Scrolls at a constant speed with a trace running. The browser scrolls by itself, and never waits for the page. */
async function scroll(page: Page, from: number, speed: number): Promise<ScrollResult> {
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

const databaseUrl = await startDatabase();
const visit = await startVisit({ DATABASE_URL: databaseUrl });
try {
  const page = await visit.browser.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit.signIn(page);
  await saveLinks(page, SAVED, visit.siteUrl);
  // Then all are described: a link that is copied before would be animated in each copy, at every frame.
  await eventually(async () => (await page.locator(".link__thumb img").count()) >= SAVED, { interval: 200 });
  await copyLinks(databaseUrl);
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
      const rounds: ScrollResult[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await scroll(page, 20_000 + round * 50_000, speed));
      const medians = (Object.keys(rounds[0] ?? {}) as (keyof ScrollResult)[]).map((name) => [
        name,
        Number(median(rounds.map((round) => round[name])).toFixed(1)),
      ]);
      console.log(`${speed} px/s`, Object.fromEntries(medians));
    }
  }
} finally {
  await cleanUp();
}
