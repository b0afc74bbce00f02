import type { ListedHighlight } from "@satchel/contracts";

export type HighlightFormat = "jsonld" | "markdown";

/** A file of all highlights, piece by piece: each is read when the piece before it was sent. */
export const writeHighlights = (
  format: HighlightFormat,
  highlights: AsyncIterable<ListedHighlight>,
): AsyncGenerator<string> => (format === "jsonld" ? writeJsonLd(highlights) : writeMarkdown(highlights));

/** What the vocabulary of annotations has no word for. */
const CONTEXT = ["http://www.w3.org/ns/anno.jsonld", { satchel: "urn:satchel:" }];

/** One annotation collection with one page (Web Annotation Data Model, section 5). */
async function* writeJsonLd(highlights: AsyncIterable<ListedHighlight>): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(CONTEXT)},"type":"AnnotationCollection","label":"Satchel",\n`;
  yield `"first":{"type":"AnnotationPage","startIndex":0,"items":[`;
  let separator = "\n";
  for await (const highlight of highlights) {
    yield separator + JSON.stringify(toAnnotation(highlight));
    separator = ",\n";
  }
  yield "\n]}}\n";
}

/** A highlight as an annotation. The colour is the class of its style (section 4.4). */
const toAnnotation = (highlight: ListedHighlight): object => {
  const { id, link, quote, position, text_hash, color, note, created_at, changed_at } = highlight;
  return {
    id: `urn:uuid:${id}`,
    type: "Annotation",
    motivation: note === null ? "highlighting" : ["highlighting", "commenting"],
    created: created_at,
    ...(changed_at === null ? {} : { modified: changed_at }),
    ...(note === null
      ? {}
      : { body: { type: "TextualBody", value: note, format: "text/markdown", purpose: "commenting" } }),
    target: {
      source: link.url,
      styleClass: color,
      selector: [
        { type: "TextQuoteSelector", ...quote },
        ...(position === null ? [] : [{ type: "TextPositionSelector", ...position, "satchel:textHash": text_hash }]),
      ],
    },
    ...(link.title === null ? {} : { "satchel:title": link.title }),
  };
};

/** Each link with its quotations and notes. */
async function* writeMarkdown(highlights: AsyncIterable<ListedHighlight>): AsyncGenerator<string> {
  yield "# Highlights\n";
  let heading = "";
  for await (const { link, quote, color, note, created_at } of highlights) {
    if (heading !== link.id) yield `\n## [${escaped(link.title ?? link.url)}](<${destination(link.url)}>)\n`;
    heading = link.id;
    const lines = quote.exact.split("\n").map((line) => `> ${escaped(line)}`);
    yield `\n${lines.join("\n>\n")}\n\n${created_at.slice(0, 10)}, ${color}\n`;
    if (note !== null) yield `\n${note}\n`;
  }
}

/** An address as the destination of a link (CommonMark 6.3): a backslash at its end would keep it open, and the link from being one. */
const destination = (url: string): string =>
  url.replace(/[<>]/g, encodeURIComponent).replace(/\\|&(?=#?\w+;)/g, "\\$&");

/**
 * A text that Markdown shows as it is, on one line: also an entity that it names, and what would be a rule or the beginning
 * of a list (CommonMark 4.1, 5.2).
 */
const escaped = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~]|&(?=#?\w+;)/g, "\\$&")
    .replace(/^(?:[-+](?=[ -]|$)|\d{1,9}(?=[.)](?: |$)))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
