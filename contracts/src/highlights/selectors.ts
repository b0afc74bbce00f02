import { hashText } from "./article-text.ts";
import { codePoints } from "./code-points.ts";

/** A TextQuoteSelector (Web Annotation Data Model, section 4.2.4). */
export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** A TextPositionSelector (section 4.2.5): code points of the text, `end` is the first one behind. */
interface TextPosition {
  readonly start: number;
  readonly end: number;
}

/** What a highlight is found by. */
export interface Selectors {
  readonly quote: Quote;
  /** In the text with this hash; null where only the quotation is known. */
  readonly position: TextPosition | null;
  readonly textHash: string | null;
}

/** A part of a text in UTF-16 units; `end` is the first one behind. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Characters before and after a quotation that are kept to find it again: some ten words on each side, and more where these
 * are in the text twice.
 */
const CONTEXTS = [64, 128, 256, 512, 1000] as const;

/** The selectors of a part of a text. @returns undefined when it has no words */
export function selectorsOf(text: string, { start, end }: TextRange): Selectors | undefined {
  const found = text.slice(start, end);
  const exact = found.trim();
  if (exact === "") return undefined;
  const from = start + found.indexOf(exact);
  const to = from + exact.length;
  const points = codePoints(text);
  const isTwice = (context: number): boolean => {
    const whole = text.slice(Math.max(0, from - context), to + context);
    return text.indexOf(whole) !== text.lastIndexOf(whole);
  };
  const context = CONTEXTS.find((characters) => !isTwice(characters)) ?? CONTEXTS[4];
  return {
    quote: {
      exact,
      prefix: text.slice(Math.max(0, from - context), from).toWellFormed(),
      suffix: text.slice(to, to + context).toWellFormed(),
    },
    position: { start: points.at(from), end: points.at(to) },
    textHash: hashText(text),
  };
}
