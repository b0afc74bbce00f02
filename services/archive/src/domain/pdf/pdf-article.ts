import { escapeHtml } from "@satchel/chassis/html";
import type { Article } from "../article/article.ts";
import { countWords } from "../article/count-words.ts";

/** A run of text on a page, as the page's content draws it. */
export interface PdfRun {
  readonly text: string;
  /** Height of its letters, in points. */
  readonly size: number;
  /** Its beginning and end from the page's left side, and its line from the page's bottom, in points. */
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** A PDF, as far as its text is concerned. */
export interface PdfTexts {
  /** The runs of each page, in the order in which they are drawn: that of reading, in what programs write today. */
  readonly pages: readonly (readonly PdfRun[])[];
  /** BCP 47, as the file says. */
  readonly language: string | undefined;
}

interface Line extends PdfRun {
  readonly isEdge: boolean;
}

interface Block {
  text: string;
  readonly size: number;
}

/** Pages on which a line must stand at the edge, numbers aside, to be a running head or foot. */
const RUNNING_PAGES = 3;

/** The size of a heading beside the text's, and the most characters that one has. */
const HEADING_SIZE = 1.12;
const HEADING_CHARS = 200;

/** The step to the next line, in sizes of its letters, from which it begins a paragraph. */
const PARAGRAPH_STEP = 1.6;

/** How far the first line of a paragraph is moved in, in sizes of its letters: at least, and at most. */
const INDENT = [0.8, 4] as const;

/** The gap between two runs of a line, in sizes of their letters, that is a space. */
const SPACE = 0.15;

/** A point of a list, and a line of a table of contents: each is a block of its own. */
const POINT = /^[•‣▪●◦–*]\s/u;
const LEADER = /(?:\s?\.){4,}\s*/;

const EXTRACTOR = "satchel-pdf-1";

/**
 * The text of a PDF as an article: headings by their size, paragraphs by the gaps between lines, words joined again that a
 * line's end divides, without running heads, feet and page numbers.
 * @returns undefined when it has no text, as a scan
 */
export function pdfArticle({ pages, language }: PdfTexts): Article | undefined {
  const lines = withoutRunning(pages.map(linesOf));
  const normal = normalSize(lines.flat());
  const blocks = lines.flatMap((page) => blocksOf(page, normal)).reduce<Block[]>(acrossPages, []);
  if (blocks.length === 0) return undefined;
  const sizes = [...new Set(blocks.filter((block) => isHeading(block, normal)).map(({ size }) => Math.round(size)))];
  const levels = sizes.toSorted((a, b) => b - a);
  const html = blocks.map((block) => {
    const level = Math.min(levels.indexOf(Math.round(block.size)), 2) + 2;
    const tag = isHeading(block, normal) ? `h${level}` : "p";
    return `<${tag}>${escapeHtml(block.text)}</${tag}>`;
  });
  return {
    kind: "document",
    html: html.join("\n"),
    text: blocks.map(({ text }) => text).join("\n\n"),
    title: undefined,
    byline: undefined,
    language,
    direction: "ltr",
    words: countWords(blocks),
    quality: 1,
    extractor: EXTRACTOR,
  };
}

const isHeading = ({ size, text }: Block, normal: number): boolean =>
  size >= normal * HEADING_SIZE && text.length <= HEADING_CHARS && /\p{L}/u.test(text);

/** The runs of a page as lines; the first and the last are at its edge. */
function linesOf(runs: readonly PdfRun[]): Line[] {
  const lines: PdfRun[] = [];
  for (const run of runs) {
    const last = lines.at(-1);
    const isSame = last !== undefined && Math.abs(last.y - run.y) < Math.max(last.size, run.size) / 2;
    // A column beside this one begins further up; a cell of a table is in the same line.
    if (last === undefined || !isSame || run.left < last.left - run.size) lines.push(run);
    else {
      const gap = run.left - last.right > SPACE * run.size ? " " : "";
      const size = run.text.length > last.text.length ? run.size : last.size;
      lines[lines.length - 1] = { ...last, text: `${last.text}${gap}${run.text}`, size, right: run.right };
    }
  }
  const ys = lines.map(({ y }) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  return lines.flatMap((line) => {
    const text = line.text
      .replace(LEADER, " … ")
      .replace(/[\u00ad\u2010\u2011]/g, "-")
      .replace(/[\p{Cc}\p{Co}\s]+/gu, " ")
      .trim();
    return !/[\p{L}\p{N}]/u.test(text) ? [] : [{ ...line, text, isEdge: line.y === low || line.y === high }];
  });
}

/** Without lines that stand at the edge of several pages, and without page numbers. */
function withoutRunning(pages: readonly (readonly Line[])[]): Line[][] {
  const shapeOf = ({ text }: Line): string => text.replace(/\d+/g, "0");
  const counts = new Map<string, number>();
  for (const page of pages) {
    const shapes = new Set(page.filter(({ isEdge }) => isEdge).map(shapeOf));
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const isRunning = (line: Line): boolean =>
    line.isEdge && (/^[\divxlc\W]+$/i.test(line.text) || (counts.get(shapeOf(line)) ?? 0) >= RUNNING_PAGES);
  return pages.map((page) => page.filter((line) => !isRunning(line)));
}

/** The size in which most characters are. */
function normalSize(lines: readonly Line[]): number {
  const chars = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    chars.set(rounded, (chars.get(rounded) ?? 0) + text.length);
  }
  return [...chars].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}

/** The paragraphs and headings of a page. */
function blocksOf(lines: readonly Line[], normal: number): Block[] {
  const blocks: Block[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const block = blocks.at(-1);
    if (before === undefined || block === undefined || beginsBlock(before, line, normal)) {
      blocks.push({ text: line.text, size: line.size });
    } else block.text = joined(block.text, line.text);
  }
  return blocks;
}

function beginsBlock(before: Line, line: Line, normal: number): boolean {
  const isOtherSize = Math.abs(before.size - line.size) > Math.min(before.size, normal) * (HEADING_SIZE - 1);
  if (POINT.test(line.text) || before.text.includes(" … ")) return true;
  const step = before.y - line.y;
  // Upwards: the next column.
  if (step < 0) return isOtherSize || !endsOpen(before.text);
  const indent = (line.left - before.left) / line.size;
  return isOtherSize || step > PARAGRAPH_STEP * line.size || (indent >= INDENT[0] && indent <= INDENT[1]);
}

/** Whether a text goes on: no sentence ends with it. */
const endsOpen = (text: string): boolean => /[\p{L}\d,;-]$/u.test(text);

/** A paragraph goes on behind the end of its page. */
function acrossPages(blocks: Block[], block: Block): Block[] {
  const last = blocks.at(-1);
  const goesOn = last !== undefined && Math.abs(last.size - block.size) < 1 && endsOpen(last.text);
  if (goesOn && /^\p{Ll}/u.test(block.text)) last.text = joined(last.text, block.text);
  else blocks.push({ ...block });
  return blocks;
}

/** Joins two lines; a word that the first one's end divides is whole again. */
function joined(text: string, next: string): string {
  if (!/\p{L}-$/u.test(text) || !/^\p{L}/u.test(next)) return `${text} ${next}`;
  return `${/^\p{Ll}/u.test(next) ? text.slice(0, -1) : text}${next}`;
}
