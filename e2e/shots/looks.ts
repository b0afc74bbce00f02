import { join } from "node:path";
import type { Page } from "@playwright/test";
import { test } from "../support/test.ts";

const FOLDER = join(import.meta.dirname, "../../screenshots");
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** How a screen is looked at. */
export interface Look {
  readonly isPhone: boolean;
  /** Takes a picture of what is shown; `isWhole`: of all of it, however far it reaches. */
  readonly shoot: (page: Page, screen: string, isWhole?: boolean) => Promise<void>;
}

/** Whether each picture that is in sight has come. */
function picturesAreThere(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    const isInSight = width > 0 && bottom > 0 && top < innerHeight;
    return image.complete || !isInSight;
  });
}

/** Says what is to be seen once for each look: both themes, on a desktop and on a phone. */
export function inEachLook(scenes: (look: Look) => void): void {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const isPhone = size === "phone";
      test.describe(`${size}, ${colorScheme}`, () => {
        test.use({ colorScheme, viewport, hasTouch: isPhone, isMobile: isPhone });
        scenes({
          isPhone,
          shoot: async (page, screen, isWhole = false) => {
            await page.evaluate(() => document.fonts.ready);
            await page.waitForFunction(picturesAreThere);
            await page.screenshot({ path: join(FOLDER, `${screen}-${size}-${colorScheme}.png`), fullPage: isWhole });
          },
        });
      });
    }
  }
}
