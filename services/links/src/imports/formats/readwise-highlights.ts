import { importTexts } from "@satchel/contracts";
import { csvRecords } from "./csv-records.ts";
import type { Parse } from "./entry.ts";
import { dateOf } from "./fields.ts";

/**
 * Readwise's export of highlights: Highlight, Book Title, Book Author, Amazon Book ID, Note, Color, Tags, Location Type,
 * Location, Highlighted at, Document tags. It has no addresses, so a highlight goes to the saved link with that title; files
 * that other programs make for Readwise may have a column URL.
 */
export const parseReadwiseHighlights: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const exact = field("highlight");
    const title = field("book title") || field("title");
    const url = field("url") || field("source url");
    if (exact.trim() === "") {
      yield { kind: "fault", text: title, reason: importTexts.noWords };
      continue;
    }
    if (url !== "") yield { kind: "bookmark", url, title };
    const madeAt = dateOf(field("highlighted at")) ?? dateOf(field("date"));
    const marked = { exact, note: field("note"), color: field("color"), madeAt };
    yield { kind: "highlights", url: url || undefined, title, highlights: [marked] };
  }
};
