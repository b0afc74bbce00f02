import { randomUUID } from "node:crypto";
import type { ImportJob, Journal } from "@satchel/chassis";
import type { ImportId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { importDeps, layFile } from "../../test/imports.ts";
import { listAll, newUser, startSystem } from "../../test/system.ts";
import type { ImportStates } from "./ledger.ts";
import { BATCH } from "./limits.ts";
import { beginImport, type ImportDeps, importRunner } from "./run-import.ts";

/** More than are saved before the progress is stored. */
const LINKS = BATCH + 10;

const system = await startSystem();
const { journal } = system;
const deps = await importDeps(system);
const { kept } = deps;

/** Lays a file where the gateway does. @returns the job of its import */
async function jobOf(file: Buffer): Promise<ImportJob> {
  const key = { userId: newUser(), importId: randomUUID() as string as ImportId };
  await layFile(deps.files, key, file);
  return { ...key, name: "bookmarks", bytes: file.length, format: "html", startedAt: new Date().toISOString() };
}

const run = (job: ImportJob, withDeps: ImportDeps = deps): Promise<unknown> =>
  importRunner(withDeps)(job, 1, new AbortController().signal);

test("given a job that is delivered again while its worker is slow, when the other worker ends the import, then it stays ended", async () => {
  const links = Array.from({ length: LINKS }, (_, n) => `<DT><A HREF="https://twice.example/${n}">N ${n}</A>`);
  // The rest is longer than what is read ahead.
  const job = await jobOf(Buffer.from(`<DL>${links.join("\n")}<!--${"-\n".repeat(1_500_000)}--></DL>`));
  let other: Promise<unknown> | undefined;
  const slow: Journal = {
    ...journal,
    append: async (entry) => {
      if (entry.event.type === "LinkSaved") await (other ??= run(job));
      return journal.append(entry);
    },
  };

  // What becomes of it does not matter: its job is removed.
  await run(job, { ...deps, journal: slow }).catch(() => undefined);

  expect(await other).toBe(true);
  expect(await kept.get(job)).toMatchObject({ status: "done", progress: 1, saved: LINKS, error: null });
  expect(await listAll(system, job.userId, { size: 100 })).toHaveLength(LINKS);
});

test("given a command that is slow to record that an import began, when it was ended meanwhile, then it stays ended", async () => {
  const job = await jobOf(Buffer.from('<DL><DT><A HREF="https://soon.example/">Soon</A></DL>'));
  const slow: ImportStates = {
    ...kept,
    get: async (key) => {
      const found = await kept.get(key);
      await run(job);
      return found;
    },
  };

  await beginImport({ ...deps, kept: slow }, job);

  expect(await kept.get(job)).toMatchObject({ status: "done", saved: 1 });
});
