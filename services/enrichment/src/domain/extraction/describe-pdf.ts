import { DESCRIPTION_CHARS, TITLE_CHARS } from "@satchel/contracts/limits";
import { getDocumentProxy } from "unpdf";
import { listOf } from "../json.ts";
import { PDF_ITEMS } from "../limits.ts";
import { cleanText } from "./clean-text.ts";
import { compact } from "@satchel/contracts/compact";
import { ofFile } from "./describe-file.ts";
import type { Extraction, ExtractionInput } from "./extraction.ts";
import { instantOf, languageOf } from "./metadata-values.ts";

/** A piece of text on a page, in points: its size, its line from the page's bottom, its ends from the page's left side. */
type Piece = { text: string; size: number; y: number; left: number; right: number };

/** Titles set by programs and templates: file names, program names, placeholders. */
const DEFAULT_TITLES =
  /^(?:microsoft (?:word|powerpoint|excel)\b.*|untitled\b.*|unbenannt\b.*|(?:power ?point )?presentation\d*|slide \d+|folie \d+|document\d*|dokument\d*|\(?anonymous\)?|print|none|title|layout \d+|[a-z]:\\.*|\S+\.(?:docx?|odt|rtf|tex|dvi|ps|eps|indd|qxd|pdf|pptx?|odp|xlsx?|pages|key|html?|cdr|ai|wpd))$/i;

/** Characters below which the largest line of a page is a number or an ornament. */
const SHORTEST_TITLE = 4;

/** The relative size from which a line belongs to the title. */
const SAME_SIZE = 0.95;

/** The gap between two pieces of a line, in sizes of their letters, that is a space: programs draw parts of a word by themselves. */
const SPACE = 0.15;

const ABSTRACT = /^(?:abstract|summary|zusammenfassung|kurzfassung|r[ée]sum[ée]|resumen)\b[\s.:—–-]*/i;

/**
 * Describes a PDF by its metadata (XMP before the information dictionary, ISO 32000-1 section 14.3), else by the largest
 * lines of its first page, else by its name or address, as every broken, locked or truncated PDF. The worker limits time and
 * memory; fonts and scripts are never executed.
 */
export async function describePdf({ bytes, ...file }: ExtractionInput): Promise<Extraction> {
  const read = await readPdf(bytes);
  const declared = [read.xmpTitle, read.infoTitle].flatMap((title) => cleanText(title, TITLE_CHARS) ?? []);
  const title = declared.find((text) => !DEFAULT_TITLES.test(text) && /\p{L}{2}/u.test(text)) ?? titleIn(read.pieces);
  const described = ofFile({ ...file, mediaType: "pdf", title, description: summaryIn(read.pieces, title) });
  const author = cleanText(read.author, TITLE_CHARS);
  const details = compact({
    author: author === undefined || DEFAULT_TITLES.test(author) ? undefined : author,
    publishedAt: read.created === undefined ? undefined : dateOf(read.created),
    language: read.language === undefined ? undefined : languageOf(read.language),
  });
  return { ...described, page: { ...described.page, ...details } };
}

type PdfFacts = {
  xmpTitle?: string;
  infoTitle?: string;
  author?: string;
  created?: string;
  language?: string;
  pieces: Piece[];
};

async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  try {
    // The library takes no Buffer.
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
    try {
      const { info, metadata } = await document.getMetadata();
      const fields = new Map<string, unknown>(Object.entries(info));
      const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined);
      const [creator] = listOf(metadata?.get("dc:creator"));
      return {
        ...compact({
          xmpTitle: text(metadata?.get("dc:title")),
          infoTitle: text(fields.get("Title")),
          author: text(fields.get("Author")) ?? text(creator),
          created: text(fields.get("CreationDate")),
          language: text(fields.get("Language")),
        }),
        pieces: await piecesOf(document),
      };
    } finally {
      await document.destroy();
    }
  } catch {
    // Broken, locked with a password, or not a PDF.
    return { pieces: [] };
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function piecesOf(document: PdfDocument): Promise<Piece[]> {
  try {
    const page = await document.getPage(1);
    const { items } = await page.getTextContent();
    return items.slice(0, PDF_ITEMS).flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [, slope, , size = 0, left, y] = item.transform as number[];
      // Turned text is in the margin: arXiv's stamp is larger than most titles.
      if (slope !== 0 || size <= 0 || left === undefined || y === undefined) return [];
      return [{ text: item.str, size, y, left, right: left + item.width }];
    });
  } catch {
    return [];
  }
}

/** The first run of lines in the page's largest letters. */
function titleIn(pieces: readonly Piece[]): string | undefined {
  const lines = linesOf(pieces).filter(({ text }) => /\p{L}/u.test(text));
  const sizes = lines.filter(({ text }) => text.length >= SHORTEST_TITLE).map(({ size }) => size);
  const largest = Math.max(0, ...sizes);
  const start = lines.findIndex(({ size, text }) => size >= largest * SAME_SIZE && text.length >= SHORTEST_TITLE);
  if (start === -1) return undefined;
  const end = lines.findIndex(({ size }, at) => at > start && size < largest * SAME_SIZE);
  const title = lines.slice(start, end === -1 ? start + 3 : Math.min(end, start + 4)).map(({ text }) => text);
  return cleanText(title.join(" "), TITLE_CHARS);
}

/** The text under "Abstract" on the first page. */
function summaryIn(pieces: readonly Piece[], title: string | undefined): string | undefined {
  const lines = linesOf(pieces);
  const start = lines.findIndex(({ text }) => ABSTRACT.test(text));
  if (start === -1) return undefined;
  const text = lines
    .slice(start, start + 30)
    .map((line) => line.text)
    .join(" ")
    .replace(ABSTRACT, "")
    .replace(/(\p{Ll})- (?=\p{Ll})/gu, "$1");
  const summary = cleanText(text, DESCRIPTION_CHARS);
  return summary === title ? undefined : summary;
}

function linesOf(pieces: readonly Piece[]): Piece[] {
  const lines: Piece[] = [];
  for (const piece of pieces) {
    const { text, size, y, left, right } = piece;
    const last = lines.at(-1);
    if (last === undefined || Math.abs(last.y - y) >= size / 3) {
      lines.push({ ...piece });
      continue;
    }
    // A piece further left is not behind this one.
    const isApart = left < last.left || left - last.right > SPACE * size;
    last.text += isApart ? ` ${text}` : text;
    last.right = right;
  }
  return lines.map((line) => ({ ...line, text: line.text.replace(/\s+/g, " ").trim() }));
}

/** A date as PDFs write it, `D:20240131120000+01'00'` (ISO 32000-1 section 7.9.4). */
function dateOf(text: string): string | undefined {
  const match = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2}'?\d{2})?/.exec(text);
  if (match === null) return instantOf(text);
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone = "Z"] = match;
  return instantOf(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone.replace("'", "")}`);
}
