// `npm run bench:articles -w bench`: how well the main text of pages is found, and what that takes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { extractArticle, parsePage, readabilityOf } from "@satchel/archive/test/extraction.ts";
import { corporaFolder, type LabelledPage, scrapinghub, trafilatura, wcxb } from "./corpora.ts";
import { mean, runF1, sentenceF1, sentencesIn, wordF1 } from "./scores.ts";

const folder = corporaFolder();
const splits = (["dev", "test"] as const).filter((split) => existsSync(join(folder, "wcxb", split)));

for (const split of splits) {
  const results = measured(wcxb(folder, split));
  const kinds = groupBy(results, ({ kind }) => kind);
  console.log(`WCXB ${split}, F1 of words: ${mean(results.map(({ f1 }) => f1)).toFixed(4)}`);
  for (const [kind, of] of kinds) console.log(`  ${kind} ${mean(of.map(({ f1 }) => f1)).toFixed(3)} of ${of.length}`);
  const taken = groupBy(results, ({ kind, isArticle }) => `${kind} ${isArticle ? "as article" : "as copy"}`);
  for (const [name, of] of taken) console.log(`  ${name}: ${of.length}`);
}
const news = measured(scrapinghub(folder));
console.log(`article-extraction-benchmark, F1 of runs of four words: ${runF1(news).toFixed(4)}`);

const sampled = trafilatura(folder).map(({ url, wanted, unwanted, html }) => {
  const source = html();
  const readable = readabilityOf(parsePage(source))?.textContent ?? "";
  const [ours, readability] = [extractArticle(source, url)?.text ?? "", readable].map((text) =>
    sentencesIn(text, wanted, unwanted),
  );
  return { ours, readability };
});
for (const by of ["ours", "readability"] as const) {
  const f1 = sentenceF1(sampled.flatMap((page) => page[by] ?? []));
  console.log(`trafilatura's ${sampled.length} pages, F1 of sentences, ${by}: ${f1.toFixed(3)}`);
}

function measured(pages: readonly LabelledPage[]) {
  const times: number[] = [];
  const results = pages.map(({ html, url, text, kind }) => {
    const source = html();
    const before = process.cpuUsage();
    const article = extractArticle(source, url);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const found = article?.text ?? "";
    return { found, truth: text, kind, isArticle: article?.kind === "article", f1: wordF1(found, text) };
  });
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  console.log(`${pages.length} pages, ms of processor time: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(0.9999)}`);
  return results;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
