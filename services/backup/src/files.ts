import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Ending of the name of an incomplete file. */
const PARTIAL = ".partial";
/** Names that {@link backupFile} gives. */
const OURS = /^satchel-(everything|erasures)-\d{8}T\d{6}Z\.backup(\.age)?$/;
/** Milliseconds after which an incomplete file counts as abandoned. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Size and SHA-256 of a file. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The file to write: `to` itself, or, where that is a folder or ends with a slash, one in it, named by kind and time.
 * @param now in milliseconds since 1970
 */
export async function backupFile(
  to: string,
  holds: "everything" | "erasures",
  isEncrypted: boolean,
  now: number,
): Promise<string> {
  const isFolder = to.endsWith("/") || (await stat(to).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return to;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return join(to, `satchel-${holds}-${time}.backup${isEncrypted ? ".age" : ""}`);
}

export const octetsOf = (file: string): AsyncIterable<Uint8Array> => createReadStream(file);

export async function hashOf(file: string): Promise<FileDigest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of octetsOf(file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Writes a file that only its owner may read. Until it is complete, synced and checked it has another name, so a file
 * with the final name is complete, and a former one stays until then.
 * @param check reads the written file, under its other name, and throws when it is invalid
 */
export async function writeComplete(
  file: string,
  octets: AsyncIterable<Uint8Array>,
  check: (draft: string, written: FileDigest) => Promise<void>,
): Promise<FileDigest> {
  const draft = `${file}.${process.pid}${PARTIAL}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      for await (const chunk of octets) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const written = { bytes, sha256: hash.digest("hex") };
    await check(draft, written);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes all but the newest backups of the kind of `newest` from its folder, and abandoned files.
 * @param keep how many stay, `newest` among them
 * @param now in milliseconds since 1970
 * @returns the names of the removed backups
 */
export async function rotate(newest: string, keep: number, now: number): Promise<string[]> {
  const folder = dirname(newest);
  const kind = OURS.exec(basename(newest))?.[1];
  const names = await readdir(folder);
  for (const name of names.filter((found) => found.startsWith("satchel-") && found.endsWith(PARTIAL))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
  // By its name it may be the oldest, where the clock was ahead when others were taken.
  const others = names.filter(
    (name) => kind !== undefined && OURS.exec(name)?.[1] === kind && name !== basename(newest),
  );
  const old = others.sort().slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** The newest backup of everything in a folder, by the time in its name; undefined where there is none. */
export async function newestBackup(
  folder: string,
  now: number,
): Promise<{ readonly file: string; readonly at: Date } | undefined> {
  const found = (await readdir(folder))
    .filter((name) => OURS.exec(name)?.[1] === "everything")
    .map((name) => ({ file: join(folder, name), at: timeIn(name) }))
    // One of a clock that was ahead would count as the newest for as long.
    .filter(({ at }) => at.getTime() <= now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return found.at(-1);
}

function timeIn(name: string): Date {
  const [, year, month, day, hour, minute, second] = /-(....)(..)(..)T(..)(..)(..)Z/.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
