// `npm run train:articles -w bench`: makes services/archive/src/domain/article/model.ts from the corpora. With `--folds` it
// measures instead: each page by trees that saw no page of its site.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BoostedTrees,
  chanceOf,
  chooseBlocks,
  measurePage,
  parsePage,
  wordsOf,
} from "@satchel/archive/test/extraction.ts";
import { parseUrl } from "@satchel/contracts";
import { boost, type BoostOptions, type Tree } from "./boost.ts";
import { corporaFolder, type LabelledPage, scrapinghub, wcxb } from "./corpora.ts";
import { mean, runF1, wordF1 } from "./scores.ts";

const FOLDS = 3;
/** What a page of news counts, beside one of WCXB: there are 8 times fewer of them. */
const NEWS_WEIGHT = 3;
/** Words of a page from which its blocks weigh less each, so that each page counts the same. */
const LEAST_WORDS = 50;
/** What a block without words weighs, in words. */
const BLOCK_WORDS = 0.3;
const RUN = 3;
const FILE = join(import.meta.dirname, "../../services/archive/src/domain/article/model.ts");

const options = (): BoostOptions => ({
  rounds: 150,
  leaves: 31,
  learningRate: 0.07,
  rowsPerLeaf: 100,
  l2: 5,
  featureShare: 0.5,
  rowShare: 0.8,
  random: generator(),
});

interface Page {
  readonly corpus: "wcxb" | "news";
  readonly site: string;
  readonly truth: string;
  readonly blocks: readonly { readonly text: string; readonly words: number }[];
  readonly rows: Float32Array;
  readonly labels: readonly number[];
}

let names: readonly string[] = [];

function pageOf(corpus: Page["corpus"], { html, url, text }: LabelledPage): Page {
  const { blocks, names: measured, rows: lists } = measurePage(parsePage(html()), url);
  if (names.length === 0) names = measured;
  const rows = new Float32Array(blocks.length * names.length);
  lists.forEach((list, row) => rows.set(list, row * names.length));
  const truth = truthOf(text);
  return {
    corpus,
    site: siteOf(url),
    truth: text,
    blocks: blocks.map((block) => ({ text: block.text, words: block.words.length })),
    rows,
    labels: blocks.map((block) => truth(block.words)),
  };
}

/** How much of a block is in the text that people chose, 0 to 1. */
function truthOf(text: string): (words: readonly string[]) => number {
  const words = wordsOf(text);
  const runs = new Set(words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" ")));
  const lines = new Set(text.split("\n").map((line) => wordsOf(line).join(" ")));
  const all = ` ${words.join(" ")} `;
  return (block) => {
    if (block.length === 0) return 0;
    if (block.length < RUN) {
      const line = block.join(" ");
      return lines.has(line) ? 1 : all.includes(` ${line} `) ? 0.5 : 0;
    }
    const found = block.slice(RUN - 1).filter((_, at) => runs.has(block.slice(at, at + RUN).join(" ")));
    return found.length / (block.length - RUN + 1);
  };
}

function siteOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? url;
}

/** Numbers from 0 to 1, always the same ones (mulberry32). */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function train(pages: readonly Page[]): BoostedTrees {
  const count = pages.reduce((sum, { labels }) => sum + labels.length, 0);
  const columns = names.map(() => new Float32Array(count));
  const labels = new Float32Array(count);
  const weights = new Float32Array(count);
  let row = 0;
  for (const page of pages) {
    const truthWords = Math.max(LEAST_WORDS, wordsOf(page.truth).length);
    const pageWords = Math.max(
      LEAST_WORDS,
      page.blocks.reduce((sum, { words }) => sum + words, 0),
    );
    page.labels.forEach((label, at) => {
      labels[row] = label;
      const words = (page.blocks[at]?.words ?? 0) + BLOCK_WORDS;
      weights[row] = (words / Math.min(pageWords, 2 * truthWords)) * (page.corpus === "news" ? NEWS_WEIGHT : 1);
      columns.forEach((column, n) => {
        column[row] = page.rows[at * names.length + n] ?? 0;
      });
      row++;
    });
  }
  const { base, trees } = boost(columns, labels, weights, options());
  return inOneRow(base, trees);
}

/** All trees in one row of nodes, the left child of each right behind it; values as they will be read. */
function inOneRow(base: number, trees: readonly Tree[]): BoostedTrees {
  const row = { compared: [] as number[], values: [] as number[], right: [] as number[] };
  const add = (tree: Tree, node: number): void => {
    const at = row.compared.length;
    const feature = tree.features[node] ?? -1;
    row.compared.push(feature);
    row.values.push(Number((tree.values[node] ?? 0).toPrecision(feature < 0 ? 4 : 7)));
    row.right.push(0);
    if (feature < 0) return;
    add(tree, tree.left[node] ?? 0);
    row.right[at] = row.compared.length;
    add(tree, tree.right[node] ?? 0);
  };
  const roots = trees.map((tree) => {
    const root = row.compared.length;
    add(tree, 0);
    return root;
  });
  return { features: names, base: Number(base.toPrecision(6)), roots, ...row };
}

function foundIn(page: Page, trees: BoostedTrees): string {
  const chosen = chooseBlocks(
    page.blocks.map(({ words }, row) => {
      const values = page.rows.subarray(row * names.length, (row + 1) * names.length);
      return { words, chance: chanceOf(trees, values) };
    }),
  );
  return chosen.map((index) => page.blocks[index]?.text ?? "").join("\n");
}

function report(pages: readonly Page[], treesOf: (page: Page) => BoostedTrees): void {
  const results = pages.map((page) => ({ ...page, found: foundIn(page, treesOf(page)) }));
  const [general, news] = (["wcxb", "news"] as const).map((corpus) => results.filter((page) => page.corpus === corpus));
  console.log(
    `WCXB dev, F1 of words: ${mean((general ?? []).map((page) => wordF1(page.found, page.truth))).toFixed(4)}`,
  );
  console.log(`article-extraction-benchmark, F1 of runs of four words: ${runF1(news ?? []).toFixed(4)}`);
}

const foldOf = (site: string): number => Buffer.from(site).reduce((sum, octet) => (sum * 31 + octet) % 9973, 7) % FOLDS;

const folder = corporaFolder();
const pages = [
  ...wcxb(folder, "dev").map((page) => pageOf("wcxb", page)),
  ...scrapinghub(folder).map((page) => pageOf("news", page)),
];
if (process.argv.includes("--folds")) {
  const trees = Array.from({ length: FOLDS }, (_, fold) => train(pages.filter(({ site }) => foldOf(site) !== fold)));
  report(pages, ({ site }) => trees[foldOf(site)] as BoostedTrees);
} else {
  const trees = train(pages);
  const { features, base, roots, compared, values, right } = trees;
  const list = (name: string, items: readonly (number | string)[]): string =>
    `  // biome-ignore format: numbers\n  ${name}: ${JSON.stringify(items)},\n`;
  writeFileSync(
    FILE,
    `// Made by bench/articles/train.ts, not by hand (decision 75).\nimport type { BoostedTrees } from "./boosted-trees.ts";\n\n` +
      `/** The chance that a run of text belongs to the main text of its page. */\nexport const TREES: BoostedTrees = {\n` +
      `  base: ${base},\n${list("features", features)}${list("roots", roots)}${list("compared", compared)}` +
      `${list("values", values)}${list("right", right)}};\n`,
  );
  report(pages, () => trees);
}
