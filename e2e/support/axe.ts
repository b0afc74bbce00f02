import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules that colours have a part in. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Runs axe, all of its rules or these, in the page itself: there are no frames of others, for which it would need another. */
async function found(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // A colour on its way from another theme's is none that stays.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  const { violations } = await page.evaluate(
    (values) =>
      (window as unknown as { readonly axe: typeof axe }).axe.run(
        values === undefined ? {} : { runOnly: { type: "rule", values: [...values] } },
      ),
    rules,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}

/** The same, or with these rules, in the light and in the dark: there only colours differ from what is found in the light. */
async function foundInBoth(page: Page, rules?: readonly string[]): Promise<string[]> {
  const inLight = await found(page, rules);
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await found(page, COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark.map((line) => `in the dark: ${line}`)];
}

/** What axe finds in the light and in the dark, as lines that can be read. */
export const violations = (page: Page): Promise<string[]> => foundInBoth(page);

/** What axe finds on a public page, on both ends of the gradient behind it, which axe can't measure text on. */
export async function violationsOnGradient(page: Page): Promise<string[]> {
  const behind = page.locator(".land, .solo");
  const paint = (color: string): Promise<unknown> =>
    behind.evaluate((element: HTMLElement, color) => (element.style.background = color), color);
  await paint("var(--paper)");
  const onPaper = await violations(page);
  await paint("var(--accent-soft)");
  return [...onPaper, ...(await foundInBoth(page, COLOURS))];
}
