import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backupFile, rotate, writeComplete } from "./files.ts";

const NOW = Date.UTC(2026, 10, 22, 2, 15);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "satchel-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

const fine = async (): Promise<void> => undefined;
const pieces = async function* (...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
};

test("given a backup in progress, then its file has no final name yet", async () => {
  const file = join(folder, "one.backup");
  await writeFile(file, "the one before");
  let goOn = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reached = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const octets = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half ");
    reached();
    await wait;
    yield Buffer.from("and half");
  };
  const writing = writeComplete(file, octets(), fine);
  await begun;
  expect(await readdir(folder)).toEqual(["one.backup", expect.stringMatching(/^one\.backup\.\d+\.partial$/)]);
  expect(await readFile(file, "utf8")).toBe("the one before");
  goOn();
  await writing;
  expect(await readdir(folder)).toEqual(["one.backup"]);
  expect(await readFile(file, "utf8")).toBe("half and half");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("given a written backup that fails its check, then there is no file, and the former one stays", async () => {
  const file = join(folder, "one.backup");
  await writeFile(file, "the one before");
  await expect(writeComplete(file, pieces("bad"), () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(await readdir(folder)).toEqual(["one.backup"]);
  expect(await readFile(file, "utf8")).toBe("the one before");
});

test("given a folder, when a backup goes there, then it is named by its kind and time; given a file, then by that", async () => {
  expect(await backupFile(folder, "everything", true, NOW)).toBe(
    join(folder, "satchel-everything-20261122T021500Z.backup.age"),
  );
  expect(await backupFile(`${folder}/new/`, "erasures", false, NOW)).toBe(
    join(folder, "new", "satchel-erasures-20261122T021500Z.backup"),
  );
  expect(await backupFile(join(folder, "x"), "everything", true, NOW)).toBe(join(folder, "x"));
});

test("given backups of many days, when the newest two are kept, then older ones of the kind and abandoned drafts go, and nothing else", async () => {
  const day = (n: number): string => `satchel-everything-2026112${n}T021500Z.backup.age`;
  const others = ["satchel-erasures-20261101T000000Z.backup", "notes.txt", "satchel-everything-old.backup"];
  const fresh = `${day(9)}.7.partial`;
  for (const name of [day(1), day(2), day(3), ...others, `${day(0)}.6.partial`, fresh])
    await writeFile(join(folder, name), "");
  await utimes(join(folder, `${day(0)}.6.partial`), 0, 0);
  await utimes(join(folder, fresh), NOW / 1000, NOW / 1000);

  expect(await rotate(join(folder, day(3)), 2, NOW)).toEqual([day(1)]);
  expect((await readdir(folder)).sort()).toEqual([day(2), day(3), fresh, ...others].sort());
});

test("given backups of a clock that was ahead, when another is taken, then it stays", async () => {
  const day = (n: number): string => `satchel-everything-2026112${n}T021500Z.backup`;
  for (const name of [day(1), day(8), day(9)]) await writeFile(join(folder, name), "");

  expect(await rotate(join(folder, day(1)), 2, NOW)).toEqual([day(8)]);
  expect((await readdir(folder)).sort()).toEqual([day(1), day(9)]);
});
