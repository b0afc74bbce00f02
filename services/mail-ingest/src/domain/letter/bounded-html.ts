import {
  LETTER_ATTRIBUTES,
  LETTER_HTML_CHARS,
  LETTER_NESTING,
  LETTER_PARENTHESES,
  LETTER_SIGNS,
  LETTER_TAGS,
} from "@satchel/contracts";

/** Elements that have no end, and those that end where the next one of their kind begins: they are not within each other. */
const FLAT =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup)$/i;

/** The tags of HTML, nearly: enough to count them. Its time is in proportion to the text. */
const TAG = /<(\/?)([a-z][^\s/<>]*)/gi;

/** One attribute, as a tokenizer of HTML takes it. */
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y;

/** How often the characters of a text are looked at. Only where tags begin within others it is more than once. */
const LOOKS = 2;

/**
 * HTML that can be read in a bounded time: at most {@link LETTER_HTML_CHARS}, {@link LETTER_SIGNS}, {@link LETTER_PARENTHESES}
 * and {@link LETTER_TAGS}, the rest is cut. Elements that are deeper than {@link LETTER_NESTING}, or have more than
 * {@link LETTER_ATTRIBUTES}, lose their tags, not their text. It depends on the text alone, so it is the same each time, in a
 * time in proportion to its length.
 */
export function boundedHtml(html: string): { readonly html: string; readonly isCut: boolean } {
  const source = html.slice(0, Math.min(LETTER_HTML_CHARS, endOfSigns(html)));
  const kept: string[] = [];
  let from = 0;
  let tags = 0;
  let looked = 0;
  let open = 0;
  for (const { 0: tag, 1: slash, 2: name = "", index } of source.matchAll(TAG)) {
    if (++tags > LETTER_TAGS || looked > LOOKS * source.length) {
      kept.push(source.slice(from, Math.max(from, index)));
      return { html: kept.join(""), isCut: true };
    }
    if (index < from) continue;
    const isFlat = FLAT.test(name);
    if (slash === "" && !isFlat) open++;
    const { attributes, end } = restOfTag(source, index + tag.length);
    looked += end - index;
    if ((open > LETTER_NESTING && !isFlat) || attributes > LETTER_ATTRIBUTES) {
      kept.push(source.slice(from, index));
      from = end;
    }
    if (slash === "/" && !isFlat) open = Math.max(0, open - 1);
  }
  kept.push(source.slice(from));
  return { html: kept.join(""), isCut: source.length < html.length };
}

/** How many attributes a tag has, and where it ends. */
function restOfTag(source: string, from: number): { readonly attributes: number; readonly end: number } {
  ATTRIBUTE.lastIndex = from;
  let attributes = 0;
  let end = from;
  for (; ATTRIBUTE.test(source); attributes++) end = ATTRIBUTE.lastIndex;
  const close = source.indexOf(">", end);
  return { attributes, end: close === -1 ? source.length : close + 1 };
}

/** Where there are more signs than are kept; the end of the text where there are not. */
function endOfSigns(html: string): number {
  let [signs, parentheses] = [0, 0];
  for (let at = 0; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if ((code === LESS_THAN || code === AMPERSAND) && ++signs > LETTER_SIGNS) return at;
    if (code === PARENTHESIS && ++parentheses > LETTER_PARENTHESES) return at;
  }
  return html.length;
}

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;
const PARENTHESIS = 0x28;
