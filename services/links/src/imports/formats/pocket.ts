import { type Parse, readOnce } from "./entry.ts";
import { csvRecords } from "./csv-records.ts";
import { dateOf } from "./fields.ts";

/** Pocket's export, `part_000000.csv`: title, url, time_added, tags (between bars), status (unread or archive). */
export const parsePocket: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const url = field("url");
    const title = field("title");
    yield {
      kind: "bookmark",
      url,
      // Pocket uses the address as the title of pages that it could not read.
      title: title === url ? "" : title,
      tags: field("tags").split("|"),
      savedAt: dateOf(field("time_added")),
      visits: readOnce(field("status").toLowerCase() === "archive"),
    };
  }
};
