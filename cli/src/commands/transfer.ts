import { createWriteStream } from "node:fs";
import { openAsBlob } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createImport, exportLinks, getImport, type Import, type ImportFormat } from "@satchel/contracts";
import { openArchive } from "../archive.ts";
import { CommandError, EXIT } from "../exit.ts";
import { line, note, print, printJson } from "../terminal.ts";

/** `satchel export`: all links and folders, to standard output or a file that is there only as a whole. */
export async function exportTo({
  format,
  output,
}: {
  readonly format: "json" | "csv" | "html";
  readonly output?: string;
}): Promise<void> {
  const archive = await openArchive();
  const { body } = await archive.open(exportLinks, { params: { format } });
  if (body === null) throw new CommandError("The server sent nothing.", EXIT.failed);
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  if (output === undefined) return pipeline(source, process.stdout, { end: false });
  const draft = `${output}.part`;
  try {
    await pipeline(source, createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, output);
  } finally {
    await rm(draft, { force: true });
  }
  note(`Written to ${output}.`);
}

/** Milliseconds between two looks at the progress of an import. */
const LOOK_MS = 500;

/** `satchel import <file>`: sends a file of bookmarks, and waits until it is read. */
export async function importFrom(
  file: string,
  { format, json = false }: { readonly format?: string; readonly json?: boolean },
): Promise<void> {
  const archive = await openArchive();
  let text: Blob;
  try {
    text = await openAsBlob(file);
  } catch {
    throw new CommandError(`${file} can't be read.`, EXIT.usage);
  }
  const query = {
    name: basename(file).slice(-255),
    ...(format === undefined ? {} : { format: format as ImportFormat }),
  };
  let state: Import = await archive.call(createImport, { query, body: text });
  while (state.status === "running") {
    if (process.stderr.isTTY) process.stderr.write(`\r${Math.floor(state.progress * 100)} %, ${state.saved} new`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    state = await archive.call(getImport, { params: { id: state.id } });
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  if (json) printJson(state);
  else {
    const highlights = state.highlights > 0 ? `${state.highlights} highlights, ` : "";
    print(`${state.saved} new, ${state.known} known, ${highlights}${state.skipped} left out.`);
  }
  if (!json)
    for (const { entry, text: what, reason } of state.faults) note(`Entry ${entry}, ${line(what)}: ${line(reason)}`);
  if (state.status === "failed") throw new CommandError(state.error ?? "The import failed.", EXIT.failed);
}
