import type { ExportedCopy } from "@satchel/archive/queries";
import type { UserId } from "@satchel/contracts";
import { Zip, ZipPassThrough } from "fflate";
import type { CopyFiles } from "../copies/files.ts";
import { fileNameOf } from "./file-name.ts";
import type { Tables } from "../queries/tables.ts";

interface CopiesZipDeps {
  readonly tables: Pick<Tables, "exportCopies" | "findLink">;
  readonly copyFiles: CopyFiles;
}

/**
 * Writes all copies of an account as one zip, copy by copy: a folder for each, named by its date, its title and the
 * beginning of its version. Each copy is read when what came before it was sent, and is one piece, so that its size tells what
 * is in memory.
 */
export async function* writeCopies({ tables, copyFiles }: CopiesZipDeps, userId: UserId): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error === null) written.push(chunk);
    else failure = error;
  });
  const take = (): Uint8Array => {
    if (failure !== undefined) throw failure;
    const chunks = written;
    written = [];
    return Buffer.concat(chunks);
  };
  /** Adds a copy, of which nothing but its piece stays in memory. */
  async function add({ linkId, version, keptAt }: ExportedCopy): Promise<void> {
    // A deleted link is in no export.
    const link = await tables.findLink(userId, linkId);
    if (link === undefined) return;
    const copy = await copyFiles.find({ userId, linkId, version });
    const folder = folderName(link.title ?? link.url, keptAt, version);
    for (const [name, bytes] of Object.entries(copy?.files ?? {})) {
      const file = new ZipPassThrough(`${folder}/${name}`);
      file.mtime = keptAt;
      zip.add(file);
      file.push(bytes, true);
    }
  }
  for await (const copy of tables.exportCopies(userId)) {
    await add(copy);
    yield take();
  }
  zip.end();
  yield take();
}

/** A folder's name that every file system takes. */
function folderName(title: string, keptAt: Date, version: string): string {
  const name = fileNameOf(title);
  return `${keptAt.toISOString().slice(0, 10)} ${name === "" ? "Page" : name} (${version.slice(0, 8)})`;
}
