import { importTexts } from "@satchel/contracts";
import { type Entry, type Parse } from "./entry.ts";
import { dateOf, isFields, textOf, textsOf } from "./fields.ts";
import { highlightsOf } from "./highlights.ts";
import { tooLong } from "./json-objects.ts";
import { type Choice, type JsonPath, jsonValues } from "./json-values.ts";
import { FolderPaths } from "./paths.ts";

/** Selects fields of collections one by one: a collection with all its links may be too large for memory. */
const ofCollections =
  (...wanted: readonly string[]) =>
  (path: JsonPath): Choice => {
    const [first, , field, , ...deeper] = path;
    if (first === undefined || (first === "collections" && path.length < 3)) return "enter";
    if (first === "pinnedLinks" && wanted.includes("pinnedLinks")) return path.length < 2 ? "enter" : "take";
    if (first !== "collections" || deeper.length > 0 || !wanted.includes(field ?? "")) return "skip";
    return field === "links" && path.length === 3 ? "enter" : "take";
  };

/**
 * Linkwarden's backup: collections with their links in them. A collection may come before its parent, and pinned links come
 * last, so the file is read twice. Their icons are names of drawings and are passed over.
 */
export const parseLinkwarden: Parse = async function* (open) {
  const paths = new FolderPaths();
  const pinned = new Set<unknown>();
  let collection: Record<string, unknown> = {};
  const note = (): void => {
    const { id, name, parentId, color } = collection;
    // Linkwarden's collection for links that are in none.
    if (name === "Unorganized" && typeof parentId !== "number") return;
    paths.add(id, name, parentId, { color: textOf(color)?.toLowerCase() });
  };
  for await (const { path, value } of jsonValues(
    open(),
    ofCollections("id", "name", "parentId", "color", "pinnedLinks"),
  )) {
    if (path[0] === "pinnedLinks") {
      if (isFields(value)) pinned.add(value.id);
      continue;
    }
    const field = path[2] as string;
    // A field that was read already belongs to the next collection.
    if (field in collection) {
      note();
      collection = {};
    }
    collection[field] = value;
  }
  note();
  yield* paths.entries();

  let id: unknown;
  for await (const { path, value } of jsonValues(open(), ofCollections("id", "links"))) {
    if (path[2] === "id") id = value;
    else if (isFields(value) && !textOf(value.url)) {
      yield { kind: "fault", text: textOf(value.name) ?? "", reason: importTexts.noLink };
    } else if (isFields(value)) {
      yield linkOf(value, paths.of(value.collectionId ?? id), pinned);
      yield* highlightsOf(textOf(value.url), value.highlights ?? value.highlight);
    } else yield tooLong;
  }
};

const linkOf = (link: Readonly<Record<string, unknown>>, folders: string[], pinned: ReadonlySet<unknown>): Entry => ({
  kind: "bookmark",
  url: textOf(link.url) ?? "",
  title: textOf(link.name),
  description: textOf(link.description),
  tags: textsOf(link.tags),
  folders,
  isFavorite: link.id !== undefined && pinned.has(link.id),
  savedAt: dateOf(link.importDate) ?? dateOf(link.createdAt),
});
