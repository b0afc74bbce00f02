import { csvRecords } from "./csv-records.ts";
import type { Parse } from "./entry.ts";
import { dateOf, isTrue } from "./fields.ts";

/**
 * Raindrop's export: id, title, note, excerpt, url, folder (a path with slashes; where there
 * are blanks around some, a slash without them belongs to a name), tags (with commas), created, cover,
 * highlights, favorite.
 */
export const parseRaindrop: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const folder = field("folder");
    yield {
      kind: "bookmark",
      url: field("url"),
      title: field("title"),
      description: field("excerpt") || field("description"),
      notes: field("note"),
      tags: field("tags").split(","),
      folders: folder === "Unsorted" ? [] : folder.split(folder.includes(" / ") ? " / " : "/"),
      isFavorite: isTrue(field("favorite")),
      savedAt: dateOf(field("created")),
    };
  }
};
