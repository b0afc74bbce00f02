import { type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue, textOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** Readability's last export format: bookmarks whose fields begin with `article__`. */
export const parseReadability: Parse = (open) =>
  jsonObjects(open(), [["bookmarks", "*"]], (fields) => ({
    kind: "bookmark",
    url: textOf(fields.article__url) ?? "",
    title: textOf(fields.article__title),
    description: textOf(fields.article__excerpt),
    isFavorite: isTrue(fields.favorite),
    savedAt: dateOf(fields.date_added),
    visits: readOnce(isTrue(fields.archive)),
  }));
