// `node --import tsx extension/build/icons.ts` draws the icons from the page's mark, with the tests' Chromium.
// They are in the repository, so that a build needs no browser.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "../../testing/src/browser.ts";

/**
 * Brass has a contrast of 3:1 (WCAG 2.2, 1.4.11) on Chrome's white and dark toolbar (#3c3c3c): Chrome has one icon for
 * both. Firefox has one for light text and one for dark text, and so have the extension's own pages.
 */
const LOOKS = {
  brass: { color: "#bd7633", sizes: [16, 32, 48, 128] },
  light: { color: "#e0aa62", sizes: [16, 32, 48] },
  dark: { color: "#7d4718", sizes: [16, 32, 48] },
};

const folder = join(import.meta.dirname, "../public/icons");
const svg = await readFile(join(import.meta.dirname, "../../web/public/favicon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
for (const [look, { color, sizes }] of Object.entries(LOOKS)) {
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    // 128 px is for stores and lists, which require an empty margin of 16 px.
    const part = size === 128 ? 0.75 : 1;
    const mark = svg.replace('color="#a0622a"', `color="${color}"`);
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh"><div style="width:${part * 100}vw;height:${part * 100}vh">${mark}</div>`,
    );
    await writeFile(join(folder, `${look}-${size}.png`), await page.screenshot({ omitBackground: true }));
  }
}
await browser.close();
