import { importTexts } from "@satchel/contracts";
import { type Entry, type Parse, readOnce } from "./entry.ts";
import { dateOf, isFields, isTrue, textOf, textsOf } from "./fields.ts";
import { at, jsonObjects } from "./json-objects.ts";
import { jsonValues } from "./json-values.ts";
import { highlightsOf } from "./highlights.ts";
import { FolderPaths } from "./paths.ts";
import { FOLDERS_KNOWN } from "../limits.ts";

/**
 * Karakeep's (formerly Hoarder's) export. Lists come after their bookmarks, so the file is read twice; their icons are emoji.
 * A bookmark may be in several lists: the first one becomes its folder, the names of the others are tags. Notes and files
 * of Karakeep are no bookmarks.
 */
export const parseKarakeep: Parse = async function* (open) {
  const lists = new FolderPaths();
  const smart: string[] = [];
  for await (const { value } of jsonValues(open(), at([["lists", "*"]]))) {
    if (!isFields(value)) continue;
    if (value.type === "smart") smart.push(textOf(value.name) ?? "");
    else lists.add(value.id, value.name, value.parentId, { emoji: textOf(value.icon) });
  }
  yield* lists.entries();
  for (const text of smart.slice(0, FOLDERS_KNOWN)) yield { kind: "fault", text, reason: importTexts.smartList };

  yield* jsonObjects(open(), [["bookmarks", "*"]], (fields): Entry | Entry[] => {
    const content = isFields(fields.content) ? fields.content : {};
    if (content.type !== "link") {
      const text = textOf(fields.title) || textOf(content.text) || "";
      return { kind: "fault", text, reason: importTexts.noLink };
    }
    const inLists = textsOf(fields.lists).map((id) => lists.of(id));
    const folders = inLists.find((path) => path.length > 0);
    const others = inLists.flatMap((path) => path.at(-1) ?? []).filter((name) => folders?.includes(name) !== true);
    const url = textOf(content.url) ?? "";
    const bookmark: Entry = {
      kind: "bookmark",
      url,
      title: textOf(fields.title),
      description: textOf(content.description) || textOf(fields.description),
      notes: textOf(fields.note),
      tags: [...textsOf(fields.tags), ...others],
      folders,
      isFavorite: isTrue(fields.favourited),
      savedAt: dateOf(fields.createdAt),
      visits: readOnce(isTrue(fields.archived)),
    };
    return [bookmark, ...highlightsOf(url, fields.highlights)];
  });
};
