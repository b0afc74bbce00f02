import { csvRecords } from "./csv-records.ts";
import { type Entry, type Parse, readOnce, type Visits } from "./entry.ts";
import { dateOf, isFields, isTrue, textOf, textsOf } from "./fields.ts";
import { highlightsOf } from "./highlights.ts";
import { jsonObjects } from "./json-objects.ts";

/** wallabag's JSON export: an array of articles; their content is skipped. Version 1 has `is_fav` and `is_read`. */
export const parseWallabag: Parse = (open) =>
  jsonObjects(open(), [["*"]], (fields): Entry[] => {
    // `given_url` is the saved address, `url` where its redirects ended.
    const url = textOf(fields.given_url) || textOf(fields.url) || "";
    const bookmark: Entry = {
      kind: "bookmark",
      url,
      title: textOf(fields.title),
      tags: textsOf(fields.tags),
      isFavorite: isTrue(fields.is_starred ?? fields.is_fav),
      savedAt: dateOf(fields.created_at),
      visits: readAt(isTrue(fields.is_archived ?? fields.is_read), dateOf(fields.archived_at)),
    };
    return [bookmark, ...highlightsOf(url, markedIn(fields.annotations))];
  });

/** wallabag's annotations as highlights: `quote` has the marked words, `text` what was written to them. */
const markedIn = (annotations: unknown): unknown =>
  Array.isArray(annotations)
    ? annotations.filter(isFields).map(({ quote, text, created_at: created }) => ({ text: quote, note: text, created }))
    : [];

const readAt = (isRead: boolean, lastAt: Date | undefined): Visits | undefined =>
  isRead && lastAt !== undefined ? { count: 1, lastAt } : readOnce(isRead);

/** wallabag's export as CSV, with semicolons: Title, URL, Content, Tags, MIME Type, Language, Creation date. */
export const parseWallabagCsv: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    yield {
      kind: "bookmark",
      url: field("url"),
      title: field("title"),
      tags: field("tags").split(","),
      savedAt: dayOf(field("creation date")),
    };
  }
};

/** The day of `31/12/2024 11:59:00`. Its hour counts to twelve without saying of which half of the day. */
function dayOf(text: string): Date | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? [];
  return year === undefined ? undefined : dateOf(`${year}-${month}-${day}T12:00:00Z`);
}
