import { csvRecords } from "./csv-records.ts";
import { type Bookmark, type Parse, readOnce } from "./entry.ts";
import { dateOf, isTrue } from "./fields.ts";
import { fromCell, splitTags } from "./satchel-csv.ts";

/** What columns of tables and fields of objects are called, the first that has something counts. */
export const COLUMNS = {
  url: ["url", "link", "href", "uri"],
  title: ["title", "name"],
  description: ["description", "excerpt", "summary"],
  notes: ["notes", "note", "comments", "comment"],
  tags: ["tags", "labels", "tag"],
  folder: ["folder", "collection"],
  subfolder: ["subfolder"],
  favourite: ["is_favorite", "favorite", "favourite", "favorited", "starred"],
  read: ["read", "archived", "is_archived"],
  visits: ["visit_count"],
  firstVisit: ["first_visited_at"],
  lastVisit: ["last_visited_at"],
  createdAt: [
    "created_at",
    "created",
    "date_added",
    "add_date",
    "date added",
    "added",
    "date",
    "time_added",
    "last interaction date",
  ],
  savedAt: ["saved_at"],
} as const;

/** Columns, one of which makes a table one of links. */
export const ADDRESS_COLUMNS: readonly string[] = COLUMNS.url;

/** A table of any program, such as a spreadsheet, Notion, Airtable or Matter. */
export const parseAnyCsv: Parse = async function* (open) {
  for await (const record of csvRecords(open())) yield bookmarkOf((column) => fromCell(record(column)));
};

/** A bookmark by what its columns hold, "" where there is none. */
export function bookmarkOf(cell: (column: string) => string): Bookmark {
  const field = (name: keyof typeof COLUMNS): string =>
    COLUMNS[name].reduce<string>((found, column) => found || cell(column), "");
  const count = Math.trunc(Number(field("visits")));
  const createdAt = dateOf(field("createdAt"));
  return {
    kind: "bookmark",
    url: field("url"),
    title: field("title"),
    description: field("description"),
    notes: field("notes"),
    tags: tagsOf(field("tags")),
    folders: [field("folder"), field("subfolder")],
    isFavorite: isTrue(field("favourite")),
    createdAt,
    savedAt: dateOf(field("savedAt")) ?? createdAt,
    visits:
      count >= 1
        ? { count, firstAt: dateOf(field("firstVisit")), lastAt: dateOf(field("lastVisit")) }
        : readOnce(isTrue(field("read"))),
  };
}

/** Tags with commas as in our own CSV, or with semicolons or bars where there is no comma. */
const tagsOf = (cell: string): string[] => (/[,\\]/.test(cell) ? splitTags(cell) : cell.split(/[;|]/));
