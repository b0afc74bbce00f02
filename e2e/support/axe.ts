import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds, as lines that can be read. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}

/** Both ends of the gradient behind the public pages, which axe can't measure text on. */
const GROUNDS = ["var(--paper)", "var(--accent-soft)"];

/** What axe finds on a public page, on both ends of what is behind it. */
export async function violationsOnGradient(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const ground of GROUNDS) {
    const behind = page.locator(".land, .solo");
    await behind.evaluate((element: HTMLElement, color) => (element.style.background = color), ground);
    found.push(...(await violations(page)));
  }
  return found;
}
