import { csvRecords } from "./csv-records.ts";
import { type Parse, readOnce } from "./entry.ts";
import { dateOf } from "./fields.ts";

/**
 * Readwise Reader's export: Title, URL, ID, Document tags, Saved date, Reading progress, Location (new, later, shortlist,
 * archive, feed), LinkIdSet.
 */
export const parseReadwise: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const location = field("location").toLowerCase();
    yield {
      kind: "bookmark",
      url: field("url"),
      title: field("title"),
      tags: tagsOf(field("document tags")),
      isFavorite: location === "shortlist",
      savedAt: dateOf(field("saved date")),
      visits: readOnce(location === "archive" || Number(field("reading progress")) > 0),
    };
  }
};

// A text without its closing mark goes to the end: were it no match, it would be looked for again from each mark in it.
const LISTED = /'((?:[^'\\]|\\.)*)(?:'|\\?$)|"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs;

/** Tags as Python writes a list of texts: `['one', "it's"]`. */
const tagsOf = (text: string): string[] =>
  Array.from(text.matchAll(LISTED), ([, single, double]) => (single ?? double ?? "").replaceAll(/\\(.)/g, "$1"));
