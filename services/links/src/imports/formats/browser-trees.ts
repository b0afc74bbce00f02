import { FOLDERS_DEEP, FOLDERS_KNOWN } from "../limits.ts";
import type { Entry, Parse, Visits } from "./entry.ts";
import { dateOf, type Fields, textOf } from "./fields.ts";
import { treeNodes } from "./tree.ts";

/** A format of bookmarks as a tree. */
interface TreeFormat {
  readonly branches: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  /** The name of a folder; null for one of the browser's own; undefined for anything else. */
  readonly folder: (fields: Fields) => string | null | undefined;
  /** Undefined for anything else. */
  readonly bookmark: (fields: Fields, folders: readonly string[]) => Entry | undefined;
}

/** Bookmarks as a tree. A folder's name may come after its contents, so the file is read twice. */
export const parseTree = ({ branches, wanted, folder, bookmark }: TreeFormat): Parse =>
  async function* (open) {
    const names = new Map<number, string>();
    for await (const { id, fields } of treeNodes(open(), branches, wanted)) {
      const name = folder(fields);
      if (typeof name === "string" && names.size < FOLDERS_KNOWN) names.set(id, name);
    }
    for await (const { fields, around } of treeNodes(open(), branches, wanted)) {
      const folders = around.flatMap((id) => names.get(id) ?? []).slice(0, FOLDERS_DEEP);
      const entry = bookmark(fields, folders);
      if (entry !== undefined) yield entry;
    }
  };

const PLACE = "text/x-moz-place";
const CONTAINER = "text/x-moz-place-container";

/** Firefox' backup (`bookmarks-….json`): containers with `children`, tags as one text with commas, times in microseconds. */
export const parseFirefox: Parse = parseTree({
  branches: new Set(["children"]),
  wanted: new Set(["title", "type", "uri", "dateAdded", "tags", "root"]),
  folder: ({ type, root, title }) => {
    if (type !== CONTAINER) return undefined;
    return root === undefined ? textOf(title) : null;
  },
  bookmark: ({ type, uri, title, dateAdded, tags }, folders) => {
    // Firefox's own searches ("Recently bookmarked") are not links.
    if (type !== PLACE || textOf(uri)?.startsWith("place:") === true) return undefined;
    return {
      kind: "bookmark",
      url: textOf(uri) ?? "",
      title: textOf(title),
      tags: textOf(tags)?.split(","),
      folders,
      createdAt: dateOf(dateAdded),
      savedAt: dateOf(dateAdded),
    };
  },
});

/**
 * The file `Bookmarks` in the profile of Chrome, Edge, Brave and other Chromium browsers: times in microseconds since 1601,
 * as text.
 */
export const parseChrome: Parse = parseTree({
  branches: new Set(["roots", "bookmark_bar", "other", "synced", "children"]),
  wanted: new Set(["name", "type", "url", "date_added", "date_last_used", "id"]),
  folder: ({ type, name, id }) => {
    if (type !== "folder") return undefined;
    // The bar, "other" and "mobile" come first in every profile, under these ids.
    return id === "1" || id === "2" || id === "3" ? null : textOf(name);
  },
  bookmark: ({ type, url, name, date_added, date_last_used }, folders) => {
    if (type !== "url") return undefined;
    const savedAt = dateOf(date_added);
    return {
      kind: "bookmark",
      url: textOf(url) ?? "",
      title: textOf(name),
      folders,
      createdAt: savedAt,
      savedAt,
      visits: visitedAt(date_last_used),
    };
  },
});

function visitedAt(value: unknown): Visits | undefined {
  const lastAt = value === "0" || value === undefined ? undefined : dateOf(value);
  return lastAt && { count: 1, lastAt };
}
