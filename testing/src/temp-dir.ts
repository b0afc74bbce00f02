import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.ts";

/**
 * A fresh directory that goes at the end of the test file. Its name carries the id of this process, by which
 * `npm test` recognises and removes what a killed run left behind.
 */
export async function tempDir(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`)));
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}
