import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/**
 * Writes a mail as an `.eml` file into a folder, for an installation without a relay. Names sort by time. A file gets its
 * name when it is complete, and only its owner may read it.
 * @param kind a word in the file's name, to distinguish kinds
 */
export async function writeToOutbox(folder: string, message: Buffer | Readable, kind?: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, "");
  const name = [stamp, ...(kind === undefined ? [] : [kind]), randomUUID().slice(0, 8)].join("-");
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, message, { mode: 0o600, flag: "wx" });
  await rename(unfinished, join(folder, `${name}.eml`));
}
