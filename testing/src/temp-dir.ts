import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.ts";

/**
 * A new directory that is removed at the end of the test file. Its name contains the id of this process, by which `npm test`
 * finds and removes the directories of killed runs.
 */
export async function tempDir(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`)));
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}
