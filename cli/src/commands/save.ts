import { ApiError } from "@satchel/client";
import { changeLink, createLink, type Link, type LinkId } from "@satchel/contracts";
import { folderOf, openArchive } from "../archive.ts";
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

/** `satchel save [urls...]`: saves addresses, those of standard input when none is given. */
export async function save(urls: readonly string[], options: SaveOptions): Promise<void> {
  const archive = await openArchive();
  const addresses = urls.length > 0 ? urls : await linesOfInput();
  if (addresses.length === 0) throw new CommandError("Give an address, or addresses by standard input.", EXIT.usage);
  const folder = options.folder === undefined ? {} : { folder_id: (await folderOf(archive, options.folder)).id };
  const { title, tags = [] } = options;
  const fresh: LinkId[] = [];
  let failed = 0;
  for (const url of addresses) {
    try {
      const body = {
        url,
        ...folder,
        ...(title === undefined ? {} : { title }),
        ...(tags.length > 0 ? { tags: [...tags] } : {}),
      };
      const { status, body: saved } = await archive.answer(createLink, { body });
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
      // One address that is none does not keep back the others; a server that is away does.
      if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) throw error;
      failed += 1;
      note(`${line(url)}: ${error.message}`);
    } finally {
      if (fresh.length > 0) await writeLast(archive.server, { saved: fresh });
    }
  }
  if (failed > 0) process.exitCode = EXIT.failed;
}

/** Notes of a link with another one below. */
const joined = (notes: string | null, more: string): string =>
  notes === null || notes === "" || notes === more ? more : `${notes}\n\n${more}`;
