import { bookmarkOf, COLUMNS } from "./any-csv.ts";
import { parseTree } from "./browser-trees.ts";
import type { Parse } from "./entry.ts";
import { type Fields, isFields, textsOf } from "./fields.ts";
import { tooLong } from "./json-objects.ts";
import { type Choice, type JsonPath, jsonValues } from "./json-values.ts";

/** How many objects may be around the array of bookmarks. */
const AROUND = 3;

/** Takes what is in the outermost arrays. */
const inArrays = (path: JsonPath, isContainer: boolean): Choice => {
  if (path.at(-1) === "*") return isContainer ? "take" : "skip";
  return path.length <= AROUND ? "enter" : "skip";
};

/**
 * JSON of any program: objects in an array, named as the columns of tables are, in snake or camel case. Those without an
 * address are something else, such as the folders of that program.
 */
export const parseAnyJson: Parse = async function* (open) {
  for await (const { value } of jsonValues(open(), inArrays)) {
    if (value === undefined) yield tooLong;
    else if (isFields(value)) {
      const bookmark = bookmarkIn(value);
      if (bookmark.url !== "") yield bookmark;
    }
  }
};

/**
 * JSON of any program in which folders have `children`, as extensions of browsers write what `chrome.bookmarks.getTree()`
 * gives. What has an address is a bookmark, what has none a folder. Lists in a bookmark, such as of tags, are not read.
 */
export const parseTreeJson: Parse = parseTree({
  branches: new Set(["bookmarks", "items", "children"]),
  wanted: new Set(
    "title name url uri href link description notes tags dateAdded date_added add_date createdAt created_at".split(" "),
  ),
  folder: (fields) => {
    const { url, title } = bookmarkIn(fields);
    return url === "" ? title || null : undefined;
  },
  bookmark: (fields, folders) => {
    const bookmark = bookmarkIn(fields);
    return bookmark.url === "" ? undefined : { ...bookmark, folders };
  },
});

function bookmarkIn(object: Fields) {
  const fields = new Map(Object.entries(object).map(([name, value]) => [snakeCase(name), value]));
  const bookmark = bookmarkOf((column) => {
    const value = fields.get(column);
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  });
  const tags = COLUMNS.tags.map((column) => fields.get(column)).find(Array.isArray);
  return tags === undefined ? bookmark : { ...bookmark, tags: textsOf(tags) };
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();
