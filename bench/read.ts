import { loadavg } from "node:os";
import { atEnd, cleanUp } from "@satchel/testing";
import type { Page } from "playwright-core";
import { machine, median, say } from "./report.ts";
import { startVisit } from "./visit.ts";

// How long an article takes to open in the reading view, from the click on its sign in the list to its text on the screen,
// and how long its answer takes alone.
const ROUNDS = Number(process.env["ROUNDS"] ?? 30);

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
const told = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} ms at the median, ${percentile(values, 0.95).toFixed(0)} ms at 95 %`;

/** Milliseconds from the click to the frame in which the article's text is painted. */
const opened = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const sign = document.querySelector<HTMLAnchorElement>(".link__read");
    if (sign === null) throw new Error("no link has an article");
    const began = performance.now();
    sign.click();
    while ((document.querySelector(".article")?.textContent ?? "").length < 500) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  });

try {
  const { url, siteUrl, browser, signIn } = await startVisit();
  const page = await browser.newPage();
  atEnd(() => page.close());
  await signIn(page);
  const id = await page.evaluate(async (address) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ url: address });
    const saved = await fetch("/api/links/", { method: "POST", headers, body });
    return ((await saved.json()) as { id: string }).id;
  }, `${siteUrl}/articles/Tides`);
  await page.locator(".link__read").waitFor();

  const answers: number[] = [];
  const views: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const answer = await page.evaluate(async (path) => {
      const began = performance.now();
      await (await fetch(path)).text();
      return performance.now() - began;
    }, `/api/links/${id}/article`);
    const view = await opened(page);
    await page.goBack();
    await page.locator(".link__read").waitFor();
    // The first one loads the view's script.
    if (round > 0) answers.push(answer);
    if (round > 0) views.push(view);
  }
  say(`machine    ${machine()}, load ${loadavg()[0]?.toFixed(1)}`);
  say(`size       one article of ${url}, opened ${ROUNDS} times from the list; the first is not counted`);
  say(`answer     ${told(answers)}`);
  say(`view       ${told(views)}`);
} finally {
  await cleanUp();
}
