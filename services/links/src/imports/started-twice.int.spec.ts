import { randomUUID } from "node:crypto";
import {
  type CommandContext,
  type ImportFiles,
  type ImportJobs,
  type ImportKey,
  openImportJobs,
} from "@satchel/chassis";
import { type ImportId, IMPORTS_PER_USER, type UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { importDeps, layFile } from "../../test/imports.ts";
import { newUser, startSystem } from "../../test/system.ts";
import { importCommands } from "./commands.ts";
import { newImport } from "./ledger.ts";

const FILE = Buffer.from("url,title\nhttps://twice.example/,Twice");

const system = await startSystem();
const deps = await importDeps(system);
const { files, kept } = deps;

/** Whether the command was sent before. */
const sent = (retry: boolean): CommandContext => ({ commandId: randomUUID(), retry });

/** No worker gets what is submitted. */
const none: ImportJobs = { ...(await openImportJobs(system.bus)), submit: async () => undefined };

const jobOf = (key: ImportKey) => ({ ...key, name: "bookmarks", bytes: FILE.length });

/** Begins so many imports of a user. */
async function fill(userId: UserId, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const key = { userId, importId: randomUUID() as string as ImportId };
    await kept.put(key, newImport({ ...jobOf(key), format: "csv", startedAt: new Date().toISOString() }));
  }
}

test.each([false, true])(
  "given the last import that a user may have, when it is asked for twice at one time, then both are answered, and its file stays (the slower one is the second: %s)",
  async (isSecond) => {
    const key = { userId: newUser(), importId: randomUUID() as string as ImportId };
    await fill(key.userId, IMPORTS_PER_USER - 1);
    await layFile(files, key, FILE);
    const quick = importCommands(deps, none);
    const slowFiles: ImportFiles = {
      ...files,
      open: async (which) => {
        await quick.start({ ...jobOf(key), format: "csv" }, sent(!isSecond));
        return files.open(which);
      },
    };
    const slow = importCommands({ ...deps, files: slowFiles }, none);

    const { result } = await slow.start(jobOf(key), sent(isSecond));

    expect(result).toMatchObject({ id: key.importId, status: "running" });
    expect(await files.open(key)).toBeDefined();
  },
);

test("given an import whose command was killed before it was begun, when it is asked for again and another one has the last place, then its file stays for the job that waits", async () => {
  const key = { userId: newUser(), importId: randomUUID() as string as ImportId };
  await fill(key.userId, IMPORTS_PER_USER);
  await layFile(files, key, FILE);

  const again = importCommands(deps, none).start({ ...jobOf(key), format: "csv" }, sent(true));

  await expect(again).rejects.toMatchObject({ data: { code: "limited" } });
  expect(await files.open(key)).toBeDefined();
});
