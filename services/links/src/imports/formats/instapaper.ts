import { csvRecords } from "./csv-records.ts";
import { type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue, textsOf } from "./fields.ts";

/** Names that Instapaper writes as folders, although they are the state of an article. */
const STATES = new Set(["unread", "archive", "starred", ""]);

/** Instapaper's export: URL, Title, Selection, Folder, Timestamp, and since 2024 Tags, as JSON. */
export const parseInstapaper: Parse = async function* (open) {
  for await (const field of csvRecords(open())) {
    const folder = field("folder");
    const state = folder.toLowerCase();
    yield {
      kind: "bookmark",
      url: field("url"),
      title: field("title"),
      notes: field("selection"),
      tags: tagsOf(field("tags")),
      folders: STATES.has(state) ? [] : [folder],
      isFavorite: state === "starred" || isTrue(field("starred")),
      savedAt: dateOf(field("timestamp")),
      visits: readOnce(state === "archive"),
    };
  }
};

function tagsOf(text: string): string[] {
  try {
    return textsOf(JSON.parse(text));
  } catch {
    return text.split(",");
  }
}
