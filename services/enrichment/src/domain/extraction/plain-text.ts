import { decodeHTML } from "entities";

/** Character references that were probably encoded twice: numbers, quotes, dashes and letters with accents. */
const TWICE_ENCODED =
  /&(?:#\d{2,7}|#x[0-9a-f]{2,6}|amp|quot|apos|[lr][sd]quo|[nm]dash|hellip|[a-z](?:acute|grave|circ|uml|tilde|ring|cedil|slash)|szlig);/i;

/** References that are common leftovers in summaries, but also occur in texts about HTML. */
const MARKUP_ENCODED = /&(?:nbsp|lt|gt|laquo|raquo|bull|middot|copy|reg|trade);/i;

/** Inline elements with start and end tag, as editors leave them in titles. */
const PAIRED = /<(em|i|b|strong|span|sub|sup|small|u|mark)(?:\s[^<>]{0,200})?>([^<>]{0,4096})<\/\1\s*>/gi;

/** Elements of running text, with whatever attributes. */
const TEXT_ELEMENT =
  /<\/?(?:p|br|div|span|em|i|b|strong|a|ul|ol|li|h[1-6]|img|small|sub|sup|u|figure|blockquote|hr)\b[^<>]{0,1000}>/gi;

/** A title without twice encoded references (`Fish &amp;amp; Chips`) and inline markup. */
export function plainTitle(text: string): string {
  return decodedAgain(text, false).replace(PAIRED, "$2");
}

/** A summary without the markup and the doubled encoding that content systems leave in summaries. */
export function plainSummary(text: string): string {
  const plain = decodedAgain(text, true);
  // A single element may be the topic of the text.
  return (plain.match(TEXT_ELEMENT)?.length ?? 0) > 1 ? plain.replace(TEXT_ELEMENT, " ") : plain;
}

function decodedAgain(text: string, alsoMarkup: boolean): string {
  // Pages encode references up to three times; the limit bounds the work.
  let plain = text;
  for (let round = 0; round < 2; round++) {
    if (!TWICE_ENCODED.test(plain) && !(alsoMarkup && MARKUP_ENCODED.test(plain))) break;
    plain = decodeHTML(plain);
  }
  return plain;
}
