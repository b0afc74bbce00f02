import { importTexts } from "@satchel/contracts";
import { type Entry, type Parse, UnreadableFile } from "./entry.ts";
import { dateOf, type Fields, isFields, textOf, textsOf } from "./fields.ts";
import { at, tooLong } from "./json-objects.ts";
import { jsonValues } from "./json-values.ts";
import { FolderPaths } from "./paths.ts";

/** The version of the format that is written and read (docs/api/imports.md). */
export const SATCHEL_VERSION = 1;

/** Our own export: a version, the folders, parents first and siblings in their order, then the links, oldest first. */
export const parseSatchelJson: Parse = async function* (open) {
  const paths = new FolderPaths();
  for await (const { path, value } of jsonValues(open(), at([["satchel"], ["folders", "*"], ["links", "*"]]))) {
    if (path[0] === "satchel") {
      if (value !== SATCHEL_VERSION) throw new UnreadableFile(importTexts.newer);
    } else if (!isFields(value)) yield tooLong;
    else if (path[0] === "folders") {
      paths.add(value.id, value.name, value.parent_folder_id);
      yield { kind: "folder", folders: paths.of(value.id), color: textOf(value.color), emoji: textOf(value.emoji) };
    } else yield linkOf(value, paths);
  }
};

function linkOf(link: Fields, paths: FolderPaths): Entry {
  const count = Math.trunc(Number(link.visit_count));
  return {
    kind: "bookmark",
    url: textOf(link.url) ?? "",
    title: textOf(link.title),
    description: textOf(link.description),
    notes: textOf(link.notes),
    tags: textsOf(link.tags),
    folders: paths.of(link.folder_id),
    isFavorite: link.is_favorite === true,
    createdAt: dateOf(link.created_at),
    savedAt: dateOf(link.saved_at),
    visits:
      count >= 1 ? { count, firstAt: dateOf(link.first_visited_at), lastAt: dateOf(link.last_visited_at) } : undefined,
  };
}
