import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { atEnd, cleanUp } from "./at-end.ts";
import { tempDir } from "./temp-dir.ts";

test("given a directory and what uses it, when the end comes, then the user goes first and both go once", async () => {
  const path = await tempDir();
  const seen: boolean[] = [];
  atEnd(() => void seen.push(existsSync(path)));

  await cleanUp();
  await cleanUp();

  expect(seen).toEqual([true]);
  expect(existsSync(path)).toBe(false);
});

test("given a clean-up that fails, when the end comes, then the others run all the same and the failure is told", async () => {
  const path = await tempDir();
  atEnd(() => Promise.reject(new Error("stuck")));

  await expect(cleanUp()).rejects.toThrow("some clean-up failed");

  expect(existsSync(path)).toBe(false);
});
