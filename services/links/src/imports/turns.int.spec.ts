import { expect, test } from "vitest";
import { importFile, importOf, startImport } from "../../test/imports.ts";
import { newUser, startSystem } from "../../test/system.ts";
import { LARGE_BYTES } from "./limits.ts";

const system = await startSystem();

/** Highlights of titles that are not there: each is looked for by itself, which takes longest of all entries. */
const HEAD =
  "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags";
const rows = Array.from(
  { length: 50_000 },
  (_, n) => `some words ${n},Title ${n},A,,,yellow,,order,1,2024-01-01 10:00:00+00:00,`,
);
const LARGE = [HEAD, ...rows].join("\n");

test("given large files of one account and of another, when a third imports a small file, then it does not wait for them", async () => {
  expect(LARGE.length).toBeGreaterThan(LARGE_BYTES);
  const [one, other] = [newUser(), newUser()];
  const large = [
    { userId: one, importId: await startImport(system, one, LARGE) },
    { userId: one, importId: await startImport(system, one, LARGE) },
    { userId: other, importId: await startImport(system, other, LARGE) },
  ];

  expect(await importFile(system, newUser(), "url,title\nhttps://small.example/,Small\n")).toMatchObject({ saved: 1 });

  for (const { userId, importId } of large) {
    expect(await importOf(system, userId, importId)).toMatchObject({ status: "running" });
  }
});
