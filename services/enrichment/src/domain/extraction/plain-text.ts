import { decodeHTML } from "entities";

/** Character references that a writer escaped once too often: numbers, quotes, dashes and letters with accents. */
const TWICE_ENCODED =
  /&(?:#\d{2,7}|#x[0-9a-f]{2,6}|amp|quot|apos|[lr][sd]quo|[nm]dash|hellip|[a-z](?:acute|grave|circ|uml|tilde|ring|cedil|slash)|szlig);/i;

/** References that also appear in what is written about HTML, and are common leftovers in summaries. */
const MARKUP_ENCODED = /&(?:nbsp|lt|gt|laquo|raquo|bull|middot|copy|reg|trade);/i;

/** Inline elements that were opened and closed, as editors leave them in titles. */
const PAIRED = /<(em|i|b|strong|span|sub|sup|small|u|mark)(?:\s[^<>]{0,200})?>([^<>]{0,4096})<\/\1\s*>/gi;

/** Elements of running text, with whatever attributes. */
const TEXT_ELEMENT =
  /<\/?(?:p|br|div|span|em|i|b|strong|a|ul|ol|li|h[1-6]|img|small|sub|sup|u|figure|blockquote|hr)\b[^<>]{0,1000}>/gi;

/** A title whose references were encoded twice (`Fish &amp;amp; Chips`), or that has inline markup in it. */
export function plainTitle(text: string): string {
  return decodedAgain(text, false).replace(PAIRED, "$2");
}

/** A summary without the markup and the doubled encoding that content systems leave in summaries. */
export function plainSummary(text: string): string {
  const plain = decodedAgain(text, true);
  // Somebody who writes about one element is left alone.
  return (plain.match(TEXT_ELEMENT)?.length ?? 0) > 1 ? plain.replace(TEXT_ELEMENT, " ") : plain;
}

function decodedAgain(text: string, alsoMarkup: boolean): string {
  // Three times is the most that was ever seen, and bounds the work.
  let plain = text;
  for (let round = 0; round < 2; round++) {
    if (!TWICE_ENCODED.test(plain) && !(alsoMarkup && MARKUP_ENCODED.test(plain))) break;
    plain = decodeHTML(plain);
  }
  return plain;
}
