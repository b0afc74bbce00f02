import { type Parse, readOnce } from "./entry.ts";
import { dateOf, textOf, textsOf } from "./fields.ts";
import { jsonObjects } from "./json-objects.ts";

/** Omnivore's export: the `metadata_*.json` of its archive, an array of articles. */
export const parseOmnivore: Parse = (open) =>
  jsonObjects(open(), [["*"]], ({ fields }) => ({
    kind: "bookmark",
    url: textOf(fields.url) ?? "",
    title: textOf(fields.title),
    description: textOf(fields.description),
    tags: textsOf(fields.labels),
    savedAt: dateOf(fields.savedAt),
    visits: readOnce(
      fields.state === "Archived" || (typeof fields.readingProgress === "number" && fields.readingProgress > 0),
    ),
  }));
