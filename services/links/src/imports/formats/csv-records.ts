import { importTexts } from "@satchel/contracts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { CSV_COLUMNS, ENTRY_CHARS } from "../limits.ts";
import { UnreadableFile } from "./entry.ts";

/**
 * Reads a row by the header's names in lower case; "" for columns beyond its end. Of several columns with one name, the first
 * that has something.
 */
type CsvRecord = (column: string) => string;

const reasons: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: importTexts.longRow,
  CSV_QUOTE_NOT_CLOSED: importTexts.openQuote,
};

/**
 * Octets that are read before others have their turn: some two thousand rows of one character, for each of which the parser makes
 * an error, which takes 50 µs, and drops it (`relax_column_count`).
 */
const STEP_BYTES = 4096;

/**
 * Reads CSV with a header (RFC 4180) row by row. Spreadsheets of some countries write semicolons, and their text
 * files tabs, which the header shows.
 * @throws {UnreadableFile} when quotation marks do not match, or a row is longer than {@link ENTRY_CHARS}
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return;
  const { CsvError, parse } = await import("csv-parse");
  let unclosed: Error | undefined;
  const rows = parse({
    delimiter: delimiterOf(first.value),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ENTRY_CHARS,
    // An error would drop the rows that were read and not yet taken. At the end of the file it can wait for them.
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === "CSV_QUOTE_NOT_CLOSED") unclosed = error;
      else rows.destroy(error);
    },
  });
  const whole = async function* (): AsyncGenerator<Buffer> {
    for (let next: IteratorResult<string> = first; next.done !== true; next = await pieces.next()) {
      const octets = Buffer.from(next.value);
      for (let at = 0; at < octets.length; at += STEP_BYTES) {
        yield octets.subarray(at, at + STEP_BYTES);
        await yieldToOthers();
      }
    }
  };
  const feeding = pipeline(Readable.from(whole(), { objectMode: true, highWaterMark: 1 }), rows);
  feeding.catch(() => undefined);
  let columns: Map<string, readonly number[]> | undefined;
  try {
    for await (const row of rows as AsyncIterable<string[]>) {
      if (columns === undefined) columns = columnsOf(row);
      else {
        const known = columns;
        yield (column) => known.get(column)?.reduce((found, at) => found || (row[at] ?? ""), "") ?? "";
      }
    }
    if (unclosed !== undefined) throw unclosed;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(reasons[error.code] ?? importTexts.noCsv);
    throw error;
  }
}

/** The places of columns by their names: of the first {@link CSV_COLUMNS}. */
function columnsOf(header: readonly string[]): Map<string, readonly number[]> {
  const columns = new Map<string, number[]>();
  for (const [at, name] of header.slice(0, CSV_COLUMNS).entries()) {
    const key = name.trim().toLowerCase();
    const places = columns.get(key);
    if (places === undefined) columns.set(key, [at]);
    else places.push(at);
  }
  return columns;
}

/** The delimiter that the header uses. */
export function delimiterOf(head: string): "," | ";" | "\t" {
  const header = head.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? "";
  if (header.includes("\t")) return "\t";
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}
