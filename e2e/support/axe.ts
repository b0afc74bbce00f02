import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules that colours have a part in. */
const COLOURS = ["color-contrast", "link-in-text-block"];

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}

/** What axe finds, as lines that can be read. In the dark only colours differ from what is found in the light. */
export async function violations(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const axe = new AxeBuilder({ page });
  return found(isDark ? axe.withRules(COLOURS) : axe);
}

/** What axe finds on a public page, on both ends of the gradient behind it, which axe can't measure text on. */
export async function violationsOnGradient(page: Page): Promise<string[]> {
  const behind = page.locator(".land, .solo");
  const paint = (color: string): Promise<unknown> =>
    behind.evaluate((element: HTMLElement, color) => (element.style.background = color), color);
  await paint("var(--paper)");
  const onPaper = await violations(page);
  await paint("var(--accent-soft)");
  return [...onPaper, ...(await found(new AxeBuilder({ page }).withRules(COLOURS)))];
}
