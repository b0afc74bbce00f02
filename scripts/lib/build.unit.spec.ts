import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { fingerprint } from "./build.mjs";

let root = "";
const now = () => fingerprint(root, ["services", "turbo.json", "missing"]);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`));
  await mkdir(join(root, "services/links/src"), { recursive: true });
  await mkdir(join(root, "services/links/dist"));
  await mkdir(join(root, "services/links/.cache"));
  await writeFile(join(root, "services/links/src/main.ts"), "one");
  await writeFile(join(root, "turbo.json"), "{}");
  return () => rm(root, { recursive: true });
});

test("given nothing changed, then the fingerprint is the same", () => {
  expect(now()).toBe(now());
});

test.each([
  ["a source is edited", () => writeFile(join(root, "services/links/src/main.ts"), "other")],
  ["a source is touched", () => utimes(join(root, "services/links/src/main.ts"), 1, 1)],
  ["a source is added", () => writeFile(join(root, "services/links/src/more.ts"), "")],
  ["a source is removed", () => rm(join(root, "services/links/src/main.ts"))],
  ["the build's configuration is edited", () => writeFile(join(root, "turbo.json"), "{ }")],
])("when %s, then the fingerprint is another", async (_what, change) => {
  const before = now();
  await change();
  expect(now()).not.toBe(before);
});

test.each([
  ["the build writes", () => writeFile(join(root, "services/links/dist/main.js"), "one")],
  [
    "declarations are written, by the build or by the check of types",
    () => writeFile(join(root, "services/links/.cache/main.d.ts"), ""),
  ],
  ["a test is edited", () => writeFile(join(root, "services/links/src/main.unit.spec.ts"), "")],
])("when %s, then the fingerprint is the same", async (_what, change) => {
  const before = now();
  await change();
  expect(now()).toBe(before);
});
