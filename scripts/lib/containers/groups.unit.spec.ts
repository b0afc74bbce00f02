import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { makeHeavyGroup } from "./groups.mjs";

test("containers get as much of busy processors as several processes, where control groups are of version 1", async () => {
  const first = await tempDir();
  await mkdir(join(first, "cpu"));
  const second = await tempDir();
  await writeFile(join(second, "cgroup.controllers"), "cpu io memory pids");

  expect(await makeHeavyGroup("containers", 8, first)).toBe(true);
  expect(await readFile(join(first, "cpu/containers/cpu.shares"), "utf8")).toBe("8192");
  expect(await makeHeavyGroup("containers", 8, second)).toBe(false);
});
