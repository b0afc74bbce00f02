import { type Entry, type Parse, readOnce } from "./entry.ts";
import { dateOf, isFields, isTrue, textOf, textsOf } from "./fields.ts";
import { highlightsOf } from "./highlights.ts";
import { jsonObjects } from "./json-objects.ts";

/** wallabag's JSON export: an array of articles; their content is skipped. Version 1 has `is_fav` and `is_read`. */
export const parseWallabag: Parse = (open) =>
  jsonObjects(open(), [["*"]], ({ fields }): Entry[] => {
    // `given_url` is the saved address, `url` where its redirects ended.
    const url = textOf(fields.given_url) || textOf(fields.url) || "";
    const bookmark: Entry = {
      kind: "bookmark",
      url,
      title: textOf(fields.title),
      tags: textsOf(fields.tags),
      isFavorite: isTrue(fields.is_starred ?? fields.is_fav),
      savedAt: dateOf(fields.created_at),
      visits: readOnce(isTrue(fields.is_archived ?? fields.is_read)),
    };
    return [bookmark, ...highlightsOf(url, markedIn(fields.annotations))];
  });

/** wallabag's annotations as highlights: `quote` has the marked words, `text` what was written to them. */
const markedIn = (annotations: unknown): unknown =>
  Array.isArray(annotations)
    ? annotations.filter(isFields).map(({ quote, text, created_at: created }) => ({ text: quote, note: text, created }))
    : [];
