import type { Archive } from "./archive.ts";
import { toCsv } from "./csv.ts";
import { toHtml } from "./html.ts";
import { toJson } from "./json.ts";

export type { Archive } from "./archive.ts";
export { type ExportedLink, exportLinks } from "./links.ts";

export type ExportFormat = "html" | "csv" | "json";

/** Characters of one chunk. */
const CHUNK_CHARS = 32 * 1024;

/** An archive as a file, in chunks; links are read as the chunks are consumed. */
export async function* writeArchive(format: ExportFormat, archive: Archive, now: Date): AsyncGenerator<string> {
  const lines = format === "json" ? toJson(archive, now) : format === "csv" ? toCsv(archive) : toHtml(archive);
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < CHUNK_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
