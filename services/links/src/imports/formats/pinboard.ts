import { type Parse, readOnce } from "./entry.ts";
import { dateOf, textOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** Pinboard's backup: an array of posts. `description` is the title, `extended` the text; tags are separated by spaces. */
export const parsePinboard: Parse = (open) =>
  jsonObjects(open(), [["*"]], ({ fields }) => ({
    kind: "bookmark",
    url: textOf(fields.href) ?? "",
    title: textOf(fields.description),
    description: textOf(fields.extended),
    tags: textOf(fields.tags)?.split(" "),
    savedAt: dateOf(fields.time),
    visits: readOnce(fields.toread === "no"),
  }));
