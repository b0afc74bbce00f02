import { importTexts } from "@satchel/contracts";
import { csvRecords } from "./csv-records.ts";
import type { Entry, MarkedText, Parse } from "./entry.ts";
import { dateOf, isTrue } from "./fields.ts";

/**
 * Raindrop's export: id, title, note, excerpt, url, folder (a path with slashes; where there
 * are blanks around some, a slash without them belongs to a name; that of one collection has no such column), tags (with
 * commas), created, cover, highlights, favorite.
 */
export const parseRaindrop: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const folder = field("folder");
    const url = field("url");
    yield {
      kind: "bookmark",
      url,
      title: field("title"),
      description: field("excerpt") || field("description"),
      notes: field("note"),
      tags: field("tags").split(","),
      folders: folder === "Unsorted" ? [] : folder.split(folder.includes(" / ") ? " / " : "/"),
      isFavorite: isTrue(field("favorite")),
      savedAt: dateOf(field("created")),
    };
    yield* highlightsOf(url, field("highlights"));
  }
};

const HIGHLIGHT = /(?:^|\s)Highlight:/;
const NOTE = /\n[ \t]*Note:/;

/** Highlights in one cell: each behind "Highlight:", its note, if any, on a line that begins with "Note:". There are no colours. */
function highlightsOf(url: string, cell: string): Entry[] {
  const [before = "", ...parts] = cell.split(HIGHLIGHT);
  const highlights = parts.flatMap((part): MarkedText[] => {
    const [exact = "", ...notes] = part.split(NOTE);
    return exact.trim() === "" ? [] : [{ exact, note: notes.join("\n").trim() || undefined }];
  });
  return [
    ...(highlights.length === 0 ? [] : [{ kind: "highlights", url, highlights } as const]),
    ...(before.trim() === "" ? [] : [{ kind: "fault", text: before, reason: importTexts.notOfRaindrop } as const]),
  ];
}
