import type { Article } from "./article.ts";
import { articleHtml, resolveAddresses } from "./article-html.ts";
import { chanceOf } from "./boosted-trees.ts";
import { chooseBlocks } from "./choose-blocks.ts";
import { countWords } from "./count-words.ts";
import { attributeOf, type DomDocument, type DomElement, elementsIn, parsePage } from "./dom.ts";
import { type MeasuredPage, measurePage } from "./features.ts";
import { TREES } from "./model.ts";
import type { Block } from "./page-blocks.ts";
import { pageKind } from "./page-kind.ts";

export type { Article, PageKind } from "./article.ts";

const EXTRACTOR = "satchel-1";

/** Words from which a text that is there twice is shown once: shorter ones are headings and labels. */
const REPEATED_WORDS = 6;

/**
 * The main text of a page, and what kind of page it is (decision 75). Each run of text is measured (`features.ts`), decision
 * trees give the chance that it belongs to the main text, and those are chosen whose choice is expected to be best.
 * @param source decoded HTML
 * @param url its address after redirects
 * @returns undefined when the page has no text
 */
export function extractArticle(source: string, url: string): Article | undefined {
  const document = parsePage(source);
  resolveAddresses(document, url);
  const page = measurePage(document, url);
  const { readable, data } = page;
  if (page.blocks.length === 0) return undefined;
  const chosen = chosenBlocks(page);
  const blocks = chosen.map(({ block }) => block);
  const words = blocks.reduce((sum, block) => sum + block.words.length, 0);
  const sure = chosen.reduce((sum, { block, chance }) => sum + block.words.length * chance, 0);
  return {
    kind: pageKind(page.page, data.ogType, blocks),
    html: articleHtml(document, page.blocks, new Set(blocks)),
    text: blocks.map(({ text }) => text).join("\n\n"),
    title: readable.title,
    byline: readable.byline,
    language: attributeOf(document.root, "lang")?.trim() || readable.language,
    direction: isRightToLeft(document, readable.direction) ? "rtl" : "ltr",
    words: countWords(blocks),
    quality: words === 0 ? 0 : sure / words,
    extractor: EXTRACTOR,
  };
}

/** The blocks of the main text, each with its chance. */
function chosenBlocks({ blocks, rows }: MeasuredPage): { block: Block; chance: number }[] {
  const candidates = blocks.map((block, index) => ({
    block,
    words: block.words.length,
    chance: chanceOf(TREES, rows[index] ?? []),
  }));
  const likely = new Set(chooseBlocks(candidates).map((index) => blocks[index] as Block));
  const chosen = withLabelsBetween(blocks, withWholeTables(blocks, likely));
  const seen = new Set<string>();
  return candidates.filter(({ block }) => {
    if (!chosen.has(block) || (block.words.length >= REPEATED_WORDS && seen.has(block.text))) return false;
    seen.add(block.text);
    return true;
  });
}

/** Elements whose texts are read together: half a table says nothing. */
const WHOLE: ReadonlySet<string> = new Set(["table", "dl", "details"]);

/** What a table holds that only arranges a page: its menu is no part of the text. */
const ARRANGED: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "table"]);

/** The chosen blocks with all texts of each table of which more than half was chosen. */
function withWholeTables(blocks: readonly Block[], chosen: ReadonlySet<Block>): ReadonlySet<Block> {
  const tables = new Map<DomElement, Block[]>();
  for (const block of blocks) {
    const table = block.blockPath.findLast(({ tagName }) => WHOLE.has(tagName));
    if (table !== undefined) tables.set(table, [...(tables.get(table) ?? []), block]);
  }
  const wordsOf = (some: readonly Block[]): number => some.reduce((sum, { words }) => sum + words.length, 0);
  const whole = [...tables].filter(
    ([table, cells]) =>
      wordsOf(cells.filter((block) => chosen.has(block))) > wordsOf(cells) / 2 &&
      (table.tagName !== "table" || !elementsIn(table).some(({ tagName }) => ARRANGED.has(tagName))),
  );
  return new Set([...chosen, ...whole.flatMap(([, cells]) => cells)]);
}

/** Whether short texts in an element belong to those around them: code and captions, also those that are so only by class. */
const isLabel = (element: DomElement): boolean =>
  element.tagName === "pre" ||
  element.tagName === "figcaption" ||
  /(?:^|[\s_-])caption/i.test(attributeOf(element, "class") ?? "");

/** The chosen blocks with code and captions that stand between two of them: one line of it looks like a label to the trees. */
function withLabelsBetween(blocks: readonly Block[], chosen: ReadonlySet<Block>): ReadonlySet<Block> {
  const all = new Set(chosen);
  let skipped: Block[] | undefined;
  for (const block of blocks) {
    if (chosen.has(block)) {
      for (const code of skipped ?? []) all.add(code);
      skipped = [];
    } else if (block.blockPath.some(isLabel)) skipped?.push(block);
    else skipped = undefined;
  }
  return all;
}

function isRightToLeft({ root, body }: DomDocument, found: string | undefined): boolean {
  const own = attributeOf(root, "dir") ?? attributeOf(body, "dir") ?? found;
  return own?.toLowerCase() === "rtl";
}
