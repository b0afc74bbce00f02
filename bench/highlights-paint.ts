// `npm run bench:paint -w bench`: how long 500 highlights of a long article take, from its HTML to the painted frame.
import { chromium } from "playwright-core";
import { createServer } from "vite";
import { BROWSER_FLAGS, findBrowser } from "@satchel/testing";
import { median } from "./report.ts";

const HIGHLIGHTS = 500;
const PARAGRAPHS = 400;
const RUNS = 11;

const server = await createServer({
  root: new URL("../web", import.meta.url).pathname,
  configFile: false,
  logLevel: "error",
  resolve: { conditions: ["@satchel/source", "module", "browser", "import", "default"] },
  server: { host: "127.0.0.1", port: 0, hmr: false },
});
await server.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${server.resolvedUrls?.local[0] ?? ""}first.js`);

// As a text, since what transforms this file would put its own names into it.
const measured = (await page.evaluate(`(async () => {
  const { readShownText, placeHighlights } = await import("/src/features/reading/highlights/shownText.ts");
  const { paint } = await import("/src/features/reading/highlights/paint.ts");
  const { selectorsOf } = await import("/@id/@satchel/contracts/highlights");
  const style = document.createElement("style");
  style.textContent = ["yellow", "green", "blue", "pink", "purple"]
    .map((color) => "::highlight(marked-" + color + ") { background: " + (color === "purple" ? "violet" : color) + "; }")
    .join("");
  document.head.append(style);
  const colors = ["yellow", "green", "blue", "pink", "purple"];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const words = "the saddler cuts hide along a spine because fibres run straight there and leather stretches least".split(" ");
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const sentence = () => Array.from({ length: 14 }, () => words[Math.floor(random() * words.length)]).join(" ") + ". ";
  const root = document.createElement("div");
  root.innerHTML = Array.from({ length: ${PARAGRAPHS} }, (_, n) => "<p>" + n + " <b>x</b> " + sentence() + sentence() + sentence() + "</p>").join("");
  document.body.replaceChildren(root);
  const first = readShownText(root);
  const highlights = Array.from({ length: ${HIGHLIGHTS} }, (_, n) => {
    const start = Math.floor(random() * (first.text.length - 100));
    const { quote, position, textHash } = selectorsOf(first.text, { start, end: start + 80 });
    return { id: String(n), quote, position, text_hash: textHash, color: colors[n % 5] };
  });
  const runs = [];
  for (let run = 0; run < ${RUNS}; run++) {
    await frame();
    const begun = performance.now();
    const shown = readShownText(root);
    const read = performance.now();
    const placed = placeHighlights(shown, highlights);
    const found = performance.now();
    const remove = paint(shown, placed, undefined);
    const set = performance.now();
    await frame();
    const painted = performance.now();
    runs.push([read - begun, found - read, set - found, painted - set, painted - begun]);
    remove();
  }
  return { characters: first.text.length, found: placeHighlights(first, highlights).filter(({ place }) => place).length, runs };
})()`)) as { characters: number; found: number; runs: number[][] };

console.log(
  `${measured.characters} characters, ${measured.found} of ${HIGHLIGHTS} highlights found, ms, medians of ${RUNS}:`,
);
["reading the text", "finding", "setting the paint", "until the next frame is done", "in all"].forEach((name, column) =>
  console.log(`  ${name} ${median(measured.runs.map((run) => run[column] ?? 0)).toFixed(1)}`),
);
await browser.close();
await server.close();
