import { importTexts } from "@satchel/contracts";
import { csvRecords } from "./csv-records.ts";
import type { Entry, Parse } from "./entry.ts";
import { dateOf } from "./fields.ts";

/**
 * mymind's export, `cards.csv`: id, type, title, url, content, note, tags (with commas), created. Cards without an address
 * are notes.
 */
export const parseMymind: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const url = field("url");
    yield url === ""
      ? ({ kind: "fault", text: field("title"), reason: importTexts.noLink } satisfies Entry)
      : {
          kind: "bookmark",
          url,
          title: field("title"),
          notes: field("note") || field("content"),
          tags: field("tags").split(","),
          savedAt: dateOf(field("created")),
        };
  }
};
