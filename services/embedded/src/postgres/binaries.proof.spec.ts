import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, NOBODY, startElsewhere, tempDir } from "../../test/support.ts";
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts";

/** A copy of the installed package as npm unpacks it: without the links that its install script would make. */
async function freshlyInstalled(mode: number): Promise<string> {
  const { initdb } = await postgresBinaries();
  const installed = join(dirname(initdb), "../..");
  const folder = await tempDir(mode);
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(folder, "native/pg-symlinks.json"), "utf8")) as { target: string }[];
  for (const { target } of links) rmSync(join(folder, target), { force: true });
  return join(folder, "native");
}

const version = (program: string, account = {}) => String(execFileSync(program, ["--version"], account));

test("given a fresh install, when the programs are asked for twice, then they run where they are", async () => {
  const native = await freshlyInstalled(0o700);

  for (const _ of [1, 2]) {
    const { initdb } = await postgresBinaries({ native, env: { SATCHEL_CACHE: await tempDir() } });
    expect(initdb).toBe(join(native, "bin/initdb"));
    expect(version(initdb)).toContain("PostgreSQL");
  }
  expect(lstatSync(join(native, "lib/libpq.so.5")).isSymbolicLink()).toBe(true);
});

test.runIf(isRoot)(
  "given a closed checkout, when another account is to run them, then it gets a copy it can run",
  async () => {
    const native = await freshlyInstalled(0o700);
    const cache = await tempDir(0o755);

    const options = { native, account: NOBODY, env: { SATCHEL_CACHE: cache } };
    const [first, second] = await Promise.all([postgresBinaries(options), postgresBinaries(options)]);

    expect(first.postgres.startsWith(cache)).toBe(true);
    expect(second).toEqual(first);
    expect(version(first.initdb, NOBODY)).toContain("PostgreSQL");
  },
);

test.runIf(isRoot)(
  "given an install that its user may not write to, then that user gets a copy with the links",
  async () => {
    const native = await freshlyInstalled(0o755);
    const cache = await tempDir(0o777);

    const options = { native, env: { SATCHEL_CACHE: cache } };
    const { started } = await startElsewhere<PostgresBinaries>("postgresBinaries", options, NOBODY);

    expect(started.initdb.startsWith(cache)).toBe(true);
    expect(version(started.initdb, NOBODY)).toContain("PostgreSQL");
  },
);
