import { csvRecords } from "./csv-records.ts";
import type { Parse } from "./entry.ts";
import { dateOf, isTrue } from "./fields.ts";

/** The columns of our own CSV, in their order. */
export const SATCHEL_COLUMNS = [
  "url",
  "title",
  "description",
  "notes",
  "tags",
  "folder",
  "subfolder",
  "is_favorite",
  "visit_count",
  "first_visited_at",
  "last_visited_at",
  "created_at",
  "saved_at",
] as const;

/**
 * Signs that make a spreadsheet treat a cell as a formula (OWASP, "CSV Injection"), and the apostrophe that prevents it. In
 * countries with a decimal comma a spreadsheet begins a cell after each semicolon, also within our quotation marks.
 */
const ACTIVE = "['=+\\-@\\t\\r\\n＝＋－＠]";
const BEGINS = new RegExp(`(?<=^|;)(?=${ACTIVE})`, "g");
const BEGINS_ESCAPED = new RegExp(`(?<=^|;)'(?=${ACTIVE})`, "g");

/** A cell that no spreadsheet treats as a formula: with apostrophes, which {@link fromCell} removes. */
export const toCell = (text: string): string => text.replaceAll(BEGINS, "'");

/** The reverse of {@link toCell}; a cell of another program stays as it is. */
export const fromCell = (cell: string): string => cell.replaceAll(BEGINS_ESCAPED, "");

/** Tags in one cell, with commas; a comma or backslash within a tag is escaped by a backslash. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,]/g, "\\$&")).join(", ");

/** The tags of a cell. */
export const splitTags = (cell: string): string[] =>
  (cell.match(/(?:\\.|[^\\,])+/gs) ?? []).map((tag) => tag.trim().replace(/\\(.)/gs, "$1"));

/** Our own export as CSV. */
export const parseSatchelCsv: Parse = async function* (open) {
  for await (const record of csvRecords(open())) {
    const field = (column: (typeof SATCHEL_COLUMNS)[number]): string => fromCell(record(column));
    const count = Math.trunc(Number(field("visit_count")));
    yield {
      kind: "bookmark",
      url: field("url"),
      title: field("title"),
      description: field("description"),
      notes: field("notes"),
      tags: splitTags(field("tags")),
      folders: [field("folder"), field("subfolder")],
      isFavorite: isTrue(field("is_favorite")),
      createdAt: dateOf(field("created_at")),
      savedAt: dateOf(field("saved_at")),
      visits:
        count >= 1
          ? { count, firstAt: dateOf(field("first_visited_at")), lastAt: dateOf(field("last_visited_at")) }
          : undefined,
    };
  }
};
