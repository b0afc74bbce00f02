import { type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue, textOf, textsOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** Answers of linkding's API: an array of bookmarks, or a page of them, `{ "results": […] }`. */
export const parseLinkding: Parse = (open) =>
  jsonObjects(open(), [["*"], ["results", "*"]], (fields) => ({
    kind: "bookmark",
    url: textOf(fields.url) ?? "",
    // Where the bookmark has no texts of its own, linkding shows the page's.
    title: textOf(fields.title) || textOf(fields.website_title),
    description: textOf(fields.description) || textOf(fields.website_description),
    notes: textOf(fields.notes),
    tags: textsOf(fields.tag_names),
    createdAt: dateOf(fields.date_added),
    savedAt: dateOf(fields.date_added),
    visits: readOnce(isTrue(fields.is_archived) || fields.unread === false),
  }));
