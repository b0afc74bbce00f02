import { joinTags, SATCHEL_COLUMNS, toCell } from "../imports/formats/satchel-csv.ts";
import { type Archive, flatten } from "./archive.ts";
import type { ExportedLink } from "./links.ts";

const LINE_END = "\r\n";

/**
 * A table with a header (RFC 4180) for spreadsheets: with a byte order mark, by which they recognise UTF-8, and with cells
 * escaped that they would treat as formulas.
 */
export async function* toCsv({ folders, links }: Archive): AsyncGenerator<string> {
  const places = new Map(
    flatten(folders).map(({ folder, parent }) => [
      folder.id,
      parent === undefined ? { folder: folder.name } : { folder: parent.name, subfolder: folder.name },
    ]),
  );
  yield `\ufeff${SATCHEL_COLUMNS.join(",")}${LINE_END}`;
  for await (const link of links()) {
    const place = link.folder_id === null ? undefined : places.get(link.folder_id);
    const row = rowOf(link, place ?? {});
    yield SATCHEL_COLUMNS.map((column) => quote(toCell(row[column]))).join(",") + LINE_END;
  }
}

type Row = Record<(typeof SATCHEL_COLUMNS)[number], string>;

const rowOf = (link: ExportedLink, { folder = "", subfolder = "" }: { folder?: string; subfolder?: string }): Row => ({
  url: link.url,
  title: link.title ?? "",
  description: link.description ?? "",
  notes: link.notes ?? "",
  tags: joinTags(link.tags),
  folder,
  subfolder,
  is_favorite: String(link.is_favorite),
  visit_count: String(link.visit_count),
  first_visited_at: link.first_visited_at ?? "",
  last_visited_at: link.last_visited_at ?? "",
  created_at: link.created_at,
  saved_at: link.saved_at,
});

const quote = (cell: string): string => (/[",;\r\n\t']|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
