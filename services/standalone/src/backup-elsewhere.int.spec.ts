import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { spawnProgram, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";

test("given a DATA_DIR that does not exist, when a backup is asked for, then it says so and makes no folder there", async () => {
  const folder = await tempDir();
  const dataDir = join(folder, "mistyped");

  const backup = await spawnProgram(new URL("./backup.ts", import.meta.url), {
    args: ["--to", `${folder}/backups/`],
    env: { DATA_DIR: dataDir },
  });

  expect((await backup.exited).code).toBe(1);
  expect(backup.stderr.join("\n")).toContain(`There is no data in ${dataDir}. Is it the right DATA_DIR?`);
  expect(await readdir(folder)).toEqual([]);
});
