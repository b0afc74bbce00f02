import { type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue, textOf, textsOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** linkding's API: the array of bookmarks, or the pages it answers with, `{ "results": […] }`. */
export const parseLinkding: Parse = (open) =>
  jsonObjects(open(), [["*"], ["results", "*"]], ({ fields }) => ({
    kind: "bookmark",
    url: textOf(fields.url) ?? "",
    // The bookmark's own texts are empty where the page's serve.
    title: textOf(fields.title) || textOf(fields.website_title),
    description: textOf(fields.description) || textOf(fields.website_description),
    notes: textOf(fields.notes),
    tags: textsOf(fields.tag_names),
    createdAt: dateOf(fields.date_added),
    savedAt: dateOf(fields.date_added),
    visits: readOnce(isTrue(fields.is_archived) || fields.unread === false),
  }));
