import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../test/support.ts";
import { claimDataDir } from "./claim.ts";

const ignore = (): void => {};

test("given a claim whose file can't be removed at its end, as on a disk that became read-only, when the disk is well again, then the same process claims the folder again", async () => {
  const dataDir = await tempDir();
  const path = join(dataDir, "owner.json");
  const release = await claimDataDir(dataDir, ignore);
  const owner = await readFile(path, "utf8");
  // A folder in its place can't be removed either.
  await rm(path);
  await mkdir(path);

  await release();

  await rmdir(path);
  await writeFile(path, owner);
  await (await claimDataDir(dataDir, ignore))();
  expect(await readdir(dataDir)).toEqual([]);
});

/** Like a full disk: files can be made, and nothing can be written into them. */
function writeNothing(isFull: boolean): void {
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${isFull ? 0 : "unlimited"}:`]);
}

test.runIf(process.platform === "linux")(
  "given a full disk, when a claim fails, then no file of it is left",
  async () => {
    const dataDir = await tempDir();
    writeNothing(true);
    try {
      await expect(claimDataDir(dataDir, ignore)).rejects.toThrow("EFBIG");
    } finally {
      writeNothing(false);
    }

    expect(await readdir(dataDir)).toEqual([]);
  },
);
