import type { Parse } from "./entry.ts";
import { readOnce } from "./entry.ts";
import { dateOf, isTrue, textOf, textsOf } from "./fields.ts";
import { highlightsOf } from "./highlights.ts";
import { jsonValues } from "./json-values.ts";

const WANTED = new Set([
  "URL",
  "InitialURL",
  "Title",
  "Description",
  "Labels",
  "Created",
  "IsMarked",
  "IsArchived",
  "ReadProgress",
  "Annotations",
]);

/** Readeck's export: an archive with one `bookmarks/<id>/info.json` for each bookmark. Its article's text is skipped. */
export const parseReadeck: Parse = async function* (open) {
  const fields: Record<string, unknown> = {};
  for await (const { path, value } of jsonValues(open(), (at) =>
    at.length === 0 ? "enter" : at.length === 1 && WANTED.has(at[0] ?? "") ? "take" : "skip",
  )) {
    fields[path[0] ?? ""] = value;
  }
  const url = textOf(fields.URL) || textOf(fields.InitialURL) || "";
  yield {
    kind: "bookmark",
    url,
    title: textOf(fields.Title),
    description: textOf(fields.Description),
    tags: textsOf(fields.Labels),
    isFavorite: isTrue(fields.IsMarked),
    savedAt: dateOf(fields.Created),
    visits: readOnce(isTrue(fields.IsArchived) || fields.ReadProgress === 100),
  };
  yield* highlightsOf(url, fields.Annotations);
};
