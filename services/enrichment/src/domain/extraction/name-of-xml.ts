import { decodeHTML } from "entities";
import { plainSummary, plainTitle } from "./plain-text.ts";

/** The first element of one of these names with its content; names may have a prefix. */
const TITLE = /<(?:\w{1,20}:)?title\b[^>]{0,200}>(.{0,2000}?)<\/(?:\w{1,20}:)?title\s{0,8}>/is;
const SUMMARY = /<(?:\w{1,20}:)?(description|subtitle|summary)\b[^>]{0,200}>(.{0,8000}?)<\/(?:\w{1,20}:)?\1\s{0,8}>/is;
const CUT_TITLE = /<(?:\w{1,20}:)?title\b[^>]{0,200}>([^<]{1,300})/i;

/** CDATA sections, whose content has no character references (XML 1.0, section 2.7). */
const CDATA = /<!\[CDATA\[(.{0,8000}?)\]\]>/gs;

/** Entries of a feed, whose titles are not the feed's. */
const ENTRY = /<(?:\w{1,20}:)?(?:item|entry)\b/i;

/**
 * The title and summary of a feed or another XML document, as a reader sees them: character references, which feeds often
 * encode twice, and CDATA sections are resolved.
 * @param text the document's beginning
 */
export function nameOfXml(text: string): { title?: string | undefined; description?: string | undefined } {
  const [own = ""] = text.split(ENTRY, 1);
  const head = TITLE.test(own) ? own : text;
  const title = (TITLE.exec(head) ?? CUT_TITLE.exec(head))?.[1];
  const summary = SUMMARY.exec(head)?.[2];
  return {
    title: title === undefined ? undefined : plainTitle(textOf(title)),
    description: summary === undefined ? undefined : plainSummary(textOf(summary)),
  };
}

/** The text of an element without its markup. */
function textOf(content: string): string {
  let text = "";
  let at = 0;
  for (const section of content.matchAll(CDATA)) {
    text += decodedText(content.slice(at, section.index)) + (section[1] ?? "");
    at = section.index + section[0].length;
  }
  return text + decodedText(content.slice(at));
}

function decodedText(markup: string): string {
  return decodeHTML(markup.replace(/<[^<>]{0,2000}>/g, " "));
}
