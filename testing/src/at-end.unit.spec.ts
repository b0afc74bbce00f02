import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { atEnd, cleanUp } from "./at-end.ts";
import { tempDir } from "./temp-dir.ts";

test("given a directory and a server that uses it, when the file ends, then the server is cleaned up first, and each once", async () => {
  const path = await tempDir();
  const seen: boolean[] = [];
  atEnd(() => void seen.push(existsSync(path)));

  await cleanUp();
  await cleanUp();

  expect(seen).toEqual([true]);
  expect(existsSync(path)).toBe(false);
});

test("given a clean-up that fails, when the file ends, then the others run too, and the failure is reported", async () => {
  const path = await tempDir();
  atEnd(() => Promise.reject(new Error("stuck")));

  await expect(cleanUp()).rejects.toThrow("some clean-up failed");

  expect(existsSync(path)).toBe(false);
});
