// `node --import tsx web/vite/icons.ts` draws the icons of the installed page from public/favicon.svg, with the tests'
// Chromium. They are in the repository, so that a build needs no browser.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_FLAGS, findBrowser } from "../../testing/src/browser.ts";
import { ICONS } from "./iconSizes.ts";

/** The page's background in the light theme. */
const PAPER = "#faf8f4";

const publicDir = join(import.meta.dirname, "../public");
const svg = await readFile(join(publicDir, "favicon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const page = await browser.newPage();
await mkdir(join(publicDir, "icons"), { recursive: true });
for (const { file, size, part, isOpaque } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${isOpaque ? PAPER : "none"}">
      <div style="width:${part * 100}vw;height:${part * 100}vh">${svg}</div>`,
  );
  await writeFile(join(publicDir, file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
