import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { ApiError } from "@satchel/client";
import { addFile, changeLink, createLink, type FolderId, type Link, type LinkId } from "@satchel/contracts";
import { type Archive, folderOf, openArchive } from "../archive.ts";
import { CommandError, EXIT } from "../exit.ts";
import { writeLast } from "../settings.ts";
import { line, linesOfInput, note, print, printJson } from "../terminal.ts";

interface SaveOptions {
  readonly folder?: string;
  readonly tags?: readonly string[];
  readonly title?: string;
  readonly note?: string;
  readonly json?: boolean;
}

/** `satchel save [urls...]`: saves addresses and files; addresses of standard input when none is given. */
export async function save(urls: readonly string[], options: SaveOptions): Promise<void> {
  const archive = await openArchive();
  // A list that came from elsewhere names no files of this machine.
  const places = urls.length > 0 ? urls.map(placeOf) : (await linesOfInput()).map((url) => ({ url }));
  if (places.length === 0) {
    throw new CommandError("Give an address or a file, or addresses by standard input.", EXIT.usage);
  }
  const folder = options.folder === undefined ? {} : { folder_id: (await folderOf(archive, options.folder)).id };
  const { title, tags = [] } = options;
  const words = {
    ...(title === undefined ? {} : { title }),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  };
  const fresh: LinkId[] = [];
  let failed = 0;
  for (const place of places) {
    try {
      const { status, body: saved } =
        "path" in place
          ? await sendFile(archive, place.path, folder, words)
          : await archive.answer(createLink, { body: { ...place, ...folder, ...words } });
      const link: Link =
        options.note === undefined
          ? saved
          : await archive.call(changeLink, {
              params: { id: saved.id },
              body: { notes: joined(saved.notes, options.note) },
            });
      if (status === 201) fresh.push(link.id);
      if (options.json === true) printJson(link);
      else print(`${status === 201 ? "Saved" : "Was there already"}: ${line(link.title ?? link.url)}  ${link.id}`);
    } catch (error) {
      // One that is refused does not keep back the others; a server that is away does.
      if (!(error instanceof ApiError) || !REFUSED.has(error.status)) throw error;
      failed += 1;
      note(`${line("path" in place ? place.path : place.url)}: ${error.message}`);
    } finally {
      if (fresh.length > 0) await writeLast(archive.server, { saved: fresh });
    }
  }
  if (failed > 0) process.exitCode = EXIT.failed;
}

/** Statuses of an address that is none, and of a file that is not kept. */
const REFUSED = new Set([400, 413, 422]);

/** What an argument names: a file of this machine, or an address. */
const placeOf = (given: string): { readonly path: string } | { readonly url: string } =>
  !/^https?:/i.test(given) && statSync(given, { throwIfNoEntry: false })?.isFile() === true
    ? { path: given }
    : { url: given };

/** Sends a file, with its title and tags. */
async function sendFile(
  archive: Archive,
  path: string,
  folder: { readonly folder_id?: FolderId },
  { title, tags = [] }: { readonly title?: string; readonly tags?: string[] },
): Promise<{ readonly status: number; readonly body: Link }> {
  const sent = { query: { name: basename(path), ...folder }, body: new Blob([await readFile(path)]) };
  const { status, body } = await archive.answer(addFile, sent);
  if (title === undefined && tags.length === 0) return { status, body };
  const changes = { ...(title === undefined ? {} : { title }), add_tags: tags };
  return { status, body: await archive.call(changeLink, { params: { id: body.id }, body: changes }) };
}

/** Notes of a link with another one below. */
const joined = (notes: string | null, more: string): string =>
  notes === null || notes === "" || notes === more ? more : `${notes}\n\n${more}`;
