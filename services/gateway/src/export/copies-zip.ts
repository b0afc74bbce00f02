import { isSatchelError, type UserId } from "@satchel/contracts";
import { Zip, ZipPassThrough } from "fflate";
import type { CopyFiles } from "../copies/files.ts";
import { EXPORT_TITLE_CHARS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

interface CopiesZipDeps {
  readonly tables: Pick<Tables, "exportCopies" | "findLink">;
  readonly copyFiles: CopyFiles;
}

/**
 * Writes all copies of an account as one zip, copy by copy: a folder for each, named by its date, its title and the
 * beginning of its version. Each copy is read when what came before it was sent.
 */
export async function* writeCopies({ tables, copyFiles }: CopiesZipDeps, userId: UserId): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error === null) written.push(chunk);
    else failure = error;
  });
  const take = (): Uint8Array[] => {
    if (failure !== undefined) throw failure;
    const chunks = written;
    written = [];
    return chunks;
  };
  for await (const { linkId, version, keptAt } of tables.exportCopies(userId)) {
    // A deleted link is in no export.
    const link = await tables.findLink(userId, linkId);
    if (link === undefined) continue;
    const copy = await copyFiles.open({ userId, linkId, version }).catch(unlessGone);
    if (copy === undefined) continue;
    const folder = folderName(link.title ?? link.url, keptAt, version);
    for (const [name, bytes] of Object.entries(copy.files)) {
      const file = new ZipPassThrough(`${folder}/${name}`);
      file.mtime = keptAt;
      zip.add(file);
      file.push(bytes, true);
      yield* take();
    }
  }
  zip.end();
  yield* take();
}

/** A copy that was deleted meanwhile is left out. */
function unlessGone(error: unknown): undefined {
  if (isSatchelError(error) && error.code === "not-found") return undefined;
  throw error;
}

/** A folder's name that every file system takes. */
export function folderName(title: string, keptAt: Date, version: string): string {
  const words = title
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = Array.from(words)
    .slice(0, EXPORT_TITLE_CHARS)
    .join("")
    .replace(/[. ]+$/, "");
  return `${keptAt.toISOString().slice(0, 10)} ${short === "" ? "Page" : short} (${version.slice(0, 8)})`;
}
