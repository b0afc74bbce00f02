import { type Entry, type MarkedText, type OpenText, type Parse, readOnce } from "./entry.ts";
import { dateOf, textOf, textsOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** The addresses of articles by the names of their files in Omnivore's archive. */
export type OmnivoreAddresses = Map<string, string>;

/** Omnivore's export: the `metadata_*.json` of its archive, an array of articles. */
export const parseOmnivore: Parse = (open) => readOmnivore(open, new Map());

/** @param addresses are added to */
export const readOmnivore = (open: OpenText, addresses: OmnivoreAddresses): AsyncIterable<Entry> =>
  jsonObjects(open(), [["*"]], (fields) => {
    const url = textOf(fields.url) ?? "";
    addresses.set(textOf(fields.slug) ?? "", url);
    return {
      kind: "bookmark",
      url,
      title: textOf(fields.title),
      description: textOf(fields.description),
      tags: textsOf(fields.labels),
      savedAt: dateOf(fields.savedAt),
      visits: readOnce(
        fields.state === "Archived" || (typeof fields.readingProgress === "number" && fields.readingProgress > 0),
      ),
    };
  });

const LABELS = /^#\S+(?: #\S+)*$/;

/**
 * The highlights of an article, from its `highlights/<slug>.md`: each is quoted, with its labels and its note in the
 * paragraphs behind it. What comes before the first is a note on the page and no highlight.
 */
export function omnivoreHighlights(markdown: string): MarkedText[] {
  const found: { exact: string; note: string }[] = [];
  for (const block of markdown.split(/\n{2,}/)) {
    const text = block.trim();
    const last = found.at(-1);
    if (text.startsWith(">")) {
      const exact = text.replace(/^>[ \t]?/gm, "").trim();
      if (exact !== "") found.push({ exact, note: "" });
    } else if (last !== undefined && text !== "" && !LABELS.test(text)) {
      last.note = last.note === "" ? text : `${last.note}\n\n${text}`;
    }
  }
  return found;
}
