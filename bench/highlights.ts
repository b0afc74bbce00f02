// `npm run bench:highlights -w bench`: whether highlights are found again, and on the right words.
import { anchoring, hashText, selectorsOf, type Word } from "@satchel/contracts/highlights";
import { randomFrom } from "@satchel/testing";
import { corporaFolder, type LabelledPage, scrapinghub, wcxb } from "./articles/corpora.ts";
import { textsOf } from "./highlights/texts.ts";
import { judge, mapWords, type Verdict, type WordMap, words } from "./highlights/truth.ts";

/** Quotations of one page, and the number of their words. */
const QUOTATIONS = 5;
const WORDS = { least: 3, most: 60 };

/** The share of words that are edited: replaced, left out, or with another one put before them. */
const EDITED = 0.1;

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Words on each side of an edited one that are not put there. */
const NEAR = 5;

const folder = corporaFolder();
const limit = Number(process.env["PAGES"] ?? Number.POSITIVE_INFINITY);
const only = process.env["ONLY"]?.split(",");
const isLoud = process.env["SHOW"] !== undefined;

const tallies = new Map<string, Record<Verdict, number>>();
const times: number[] = [];
let gone = 0;
let goneMarked = 0;

for (const [corpus, pages] of [
  ["WCXB", wcxb(folder, "dev")],
  ["article-extraction-benchmark", scrapinghub(folder)],
] as const) {
  for (const page of pages.slice(0, limit)) if (only === undefined || only.includes(page.id)) measure(corpus, page);
}
for (const [name, { right, wrong, lost }] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) {
  const all = right + wrong + lost;
  console.log(`${name}: ${all} quotations, found ${((100 * right) / all).toFixed(2)} %, lost ${lost}, wrong ${wrong}`);
}
console.log(`their words are not in the other text: ${gone}, of which marked ${goneMarked}`);
times.sort((a, b) => a - b);
const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
console.log(`ms to find one in a changed text: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(0.9999)}`);

function count(name: string, verdict: Verdict): void {
  const tally = tallies.get(name) ?? { right: 0, wrong: 0, lost: 0 };
  tally[verdict]++;
  tallies.set(name, tally);
}

function measure(corpus: string, page: LabelledPage): void {
  const texts = textsOf(page);
  if (texts === undefined) return;
  const { own, other } = texts;
  const ownWords = words(own);
  if (ownWords.length < 100) return;
  const random = randomFrom(Number.parseInt(hashText(page.id).slice(0, 8), 16));
  const edited = edit(own, ownWords, random);
  const variants = [
    { name: "unchanged", text: own, map: Int32Array.from(ownWords, (_, index) => index) },
    { name: "by the other extractor", text: other, map: mapWords(ownWords, words(other)) },
    { name: "10 % of words edited", text: edited.text, map: edited.map },
  ].map((variant) => ({ ...variant, anchors: anchoring(variant.text), words: words(variant.text) }));

  for (let n = 0; n < QUOTATIONS; n++) {
    const length = Math.round(WORDS.least * (WORDS.most / WORDS.least) ** random());
    const first = Math.floor(random() * (ownWords.length - length));
    const last = first + length - 1;
    const range = { start: ownWords[first]?.start ?? 0, end: ownWords[last]?.end ?? 0 };
    const selectors = selectorsOf(own, range);
    if (selectors === undefined) continue;
    for (const { name, text, map, anchors, words: others } of variants) {
      const before = performance.now();
      const found = anchors.find(selectors);
      if (name !== "unchanged") times.push(performance.now() - before);
      const isGone = name === "by the other extractor" && !isThere(map, first, last);
      const verdict = judge({ map, own: ownWords.slice(first, last + 1), first, other: others }, found);
      if (isGone) {
        gone++;
        if (found !== undefined) goneMarked++;
      }
      const what = isGone ? `${name}, words not all there` : name;
      count(`${corpus}, ${what}`, verdict);
      if (isLoud && (isGone ? verdict === "wrong" : verdict !== "right")) {
        const shown = found === undefined ? "" : text.slice(found.start, found.end);
        console.log(JSON.stringify({ page: page.id, what, verdict, ...selectors.quote, shown }, null, 1));
      }
    }
  }
}

/** Whether all words of a quotation stand in the other text, one after another. */
function isThere(map: WordMap, first: number, last: number): boolean {
  const from = map[first] ?? -1;
  for (let i = first; i <= last; i++) if (map[i] === -1 || map[i] !== from + i - first) return false;
  return true;
}

/** A text with edited words, and what became of each word. */
function edit(text: string, all: readonly Word[], random: () => number): { text: string; map: WordMap } {
  const map: WordMap = new Int32Array(all.length).fill(-1);
  const letters = all.filter(({ text: word }) => LETTER.test(word));
  /** A word that is none of those around it: such a one would be the quotation's own again. */
  const any = (n: number): string => {
    const around = new Set(all.slice(Math.max(0, n - NEAR), n + NEAR).map(({ text: word }) => word));
    const others = letters.filter(({ text: word }) => !around.has(word));
    return others[Math.floor(random() * others.length)]?.text ?? "word";
  };
  let written = "";
  let index = 0;
  let from = 0;
  const add = (word: string): void => {
    // It has to stay one word, whatever stands beside it.
    if (LETTER.test(word) && LETTER.test(written.at(-1) ?? "")) written += " ";
    written += word;
    index++;
  };
  all.forEach((word, n) => {
    written += text.slice(from, word.start);
    from = word.end;
    const own = text.slice(word.start, word.end);
    const isEdited = LETTER.test(own) && random() < EDITED;
    const how = Math.floor(random() * 3);
    if (!isEdited) {
      map[n] = index;
      add(own);
    } else if (how === 0) {
      // Its counterpart is where it stood.
      map[n] = index;
      add(any(n));
    } else if (how === 1) {
      add(any(n));
      written += " ";
      map[n] = index;
      add(own);
    }
  });
  return { text: written.replace(/ +/g, " "), map };
}
