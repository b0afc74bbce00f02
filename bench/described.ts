// `npm run bench:described -w bench`: how often author, date and title of real pages are read right.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { extractPage } from "../services/enrichment/src/domain/extraction/extract-page.ts";
import { corporaFolder, wcxb } from "./articles/corpora.ts";

const HOUR = 3_600_000;
const LIST = process.env["LIST"];

type Outcome = "right" | "wrong" | "missing" | "found though none";

const folder = corporaFolder();
for (const split of (["dev", "test"] as const).filter((name) => existsSync(join(folder, "wcxb", name)))) measure(split);

function measure(split: "dev" | "test"): void {
  const pages = wcxb(folder, split);
  const tally: Record<string, Partial<Record<Outcome, number>>> = {};
  let time = 0;
  for (const { id, url, declared, html } of pages) {
    const bytes = new TextEncoder().encode(html());
    const before = process.cpuUsage();
    const { page } = extractPage({ bytes, contentType: "text/html", charset: "utf-8", url });
    const { user, system } = process.cpuUsage(before);
    time += (user + system) / 1000;
    const fields = {
      author: { truth: declared.author, got: page.author, isSame: areSameNames },
      date: { truth: declared.date, got: page.publishedAt, isSame: isSameDay },
      title: { truth: declared.title, got: page.title, isSame: isSameText },
    };
    for (const [field, { truth, got, isSame }] of Object.entries(fields)) {
      const outcome = judged(truth, got, isSame);
      if (outcome === undefined) continue;
      const row = (tally[field] ??= {});
      row[outcome] = (row[outcome] ?? 0) + 1;
      // The answers of held-out pages are counted, never looked at.
      if (LIST === field && split === "dev" && outcome !== "right")
        console.log([outcome, id, truth, got, url].join("\t"));
    }
  }
  console.log(`WCXB ${split}, ${pages.length} pages, ${(time / pages.length).toFixed(2)} ms of processor time a page`);
  for (const [field, row] of Object.entries(tally)) console.log(`  ${field}: ${JSON.stringify(row)}`);
}

function judged(
  truth: string | undefined,
  got: string | undefined,
  isSame: (one: string, other: string) => boolean,
): Outcome | undefined {
  if (truth === undefined) return got === undefined ? undefined : "found though none";
  if (got === undefined) return "missing";
  return isSame(truth, got) ? "right" : "wrong";
}

/** Whether it is that day anywhere on earth: what people wrote down is the day that the page shows. */
function isSameDay(truth: string, got: string): boolean {
  const [start, instant] = [Date.parse(truth), Date.parse(got)];
  return got.startsWith(truth) || (instant > start - 14 * HOUR && instant < start + 36 * HOUR);
}

/** Whether both are the same names in whatever order. */
function areSameNames(one: string, other: string): boolean {
  const names = (text: string) =>
    text
      .split(/\s*(?:[,;&]|\band\b)\s*/)
      .map(plain)
      .filter((name) => name !== "")
      .toSorted();
  return names(one).join() === names(other).join();
}

function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Letters and digits without accents and case. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
