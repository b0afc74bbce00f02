import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules about colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Runs axe in the page, with all of its rules or with these. Pages have no frames of other sites. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // During a transition between themes, colours are intermediate.
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

/** The violations in both themes. In the dark theme only the rules about colours can have other results. */
async function findInBothThemes(page: Page, rules?: readonly string[]): Promise<string[]> {
  const inLight = await findViolations(page, rules);
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await findViolations(page, COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark.map((line) => `in the dark: ${line}`)];
}

/** The violations in both themes, as readable lines. */
export const violations = (page: Page): Promise<string[]> => findInBothThemes(page);

/** The violations on a public page, on both ends of its gradient, because axe can't measure text on a gradient. */
export async function violationsOnGradient(page: Page): Promise<string[]> {
  const behind = page.locator(".land, .solo");
  const paint = (color: string): Promise<unknown> =>
    behind.evaluate((element: HTMLElement, color) => (element.style.background = color), color);
  await paint("var(--paper)");
  const onPaper = await violations(page);
  await paint("var(--accent-soft)");
  return [...onPaper, ...(await findInBothThemes(page, COLOURS))];
}
