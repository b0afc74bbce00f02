import { expect, type Page } from "@playwright/test";

/** The greatest height of a row in CSS pixels, on every screen: that of the longest text. */
const ROW_HEIGHT = 140;

/** The faults of the page, as sentences. Runs in the browser. */
function faultsOfPage(rowHeight: number): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
  for (const element of document.querySelectorAll("*")) {
    const handler = [...element.attributes].find(({ name }) => name.startsWith("on"));
    if (handler !== undefined) found.push(`${element.tagName} has ${handler.name}`);
    const isForeign = /^(iframe|object|embed|base|audio|video|marquee|math|template|foreignobject)$/i.test(
      element.tagName,
    );
    if (isForeign) found.push(`there is an ${element.tagName}`);
    if (element instanceof HTMLImageElement && new URL(element.src).origin !== location.origin) found.push(element.src);
    if (element instanceof HTMLAnchorElement && !/^https?:$/.test(element.protocol)) found.push(element.href);
  }
  for (const row of document.querySelectorAll("article")) {
    const { height, left, right } = row.getBoundingClientRect();
    if (height > rowHeight) found.push(`a row is ${height} px high: ${row.textContent?.slice(0, 60)}`);
    if (left < -12 || right > window.innerWidth + 12) found.push(`a row reaches from ${left} to ${right}`);
  }
  // Foreign texts are isolated, so that their direction does not change that of their neighbours.
  const words = [
    ".link__title a, .link__desc:not(.link__fail), .link__meta .domain, .link__meta .where, .link__meta .tag",
    ".title-page, .nav--folder a, .menu__head b, .choose bdi, .choose span",
  ].join(", ");
  for (const element of document.querySelectorAll<HTMLElement>(words)) {
    if (element.textContent === "" || element.querySelector(".shimmer") !== null) continue;
    const isolated = [element, ...element.querySelectorAll<HTMLElement>("bdi, [dir=auto]")].some((each) =>
      each.matches("bdi, [dir=auto]"),
    );
    if (!isolated) found.push(`not isolated: ${element.className || element.tagName}`);
  }
  return [...new Set(found)];
}

/** Checks in both themes that no foreign text became markup, ran as a script, or moved its neighbours. */
export async function expectHarmless(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(faultsOfPage, ROW_HEIGHT)).toEqual([]);
  }
}

/** Scrolls until the page has so many rows. */
export async function seeAll(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.getByRole("article").count()).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [100] });
}

/** CSS pixels of one step down the list: less than a screen, so that every row is drawn. */
const STEP = 740;

/**
 * Scrolls down a list of any length, of which the page draws the visible part, and checks each part.
 * @returns the titles of its rows
 */
export async function walkDown(page: Page, count: number): Promise<Set<string>> {
  const titles = new Set<string>();
  const seen = new Set<string>();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(async () => {
    const part = await page.evaluate((step) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(".link__title a")];
      const found = links.map(({ href, textContent }) => [href, textContent] as const);
      window.scrollBy(0, step);
      return found;
    }, STEP);
    const before = seen.size;
    for (const [href, title] of part) {
      seen.add(href);
      titles.add(title);
    }
    // Without a new row there is nothing to check, which takes a hundred times as long as scrolling.
    if (seen.size > before) expect(await page.evaluate(faultsOfPage, ROW_HEIGHT)).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [100] });
  // Once more at the end: rows may have changed meanwhile.
  expect(await page.evaluate(faultsOfPage, ROW_HEIGHT)).toEqual([]);
  return titles;
}
