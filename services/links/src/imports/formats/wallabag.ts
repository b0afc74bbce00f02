import { type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue, textOf, textsOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** wallabag's JSON export: an array of articles; their content is skipped. Version 1 has `is_fav` and `is_read`. */
export const parseWallabag: Parse = (open) =>
  jsonObjects(open(), [["*"]], ({ fields }) => ({
    kind: "bookmark",
    // `given_url` is the saved address, `url` where its redirects ended.
    url: textOf(fields.given_url) || textOf(fields.url) || "",
    title: textOf(fields.title),
    tags: textsOf(fields.tags),
    isFavorite: isTrue(fields.is_starred ?? fields.is_fav),
    savedAt: dateOf(fields.created_at),
    visits: readOnce(isTrue(fields.is_archived ?? fields.is_read)),
  }));
