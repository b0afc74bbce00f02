import { openImportProgress } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { OtherAccount } from "../../../test/account-export.ts";
import { ended, startImport } from "../../../test/imports.ts";
import { newUser, startSystem } from "../../../test/system.ts";
import type { ImportState } from "../ledger.ts";

test("given the service of folders is away while a history is imported, then that counts for no try, and the import ends when it is back", async () => {
  const system = await startSystem(["links"]);
  const userId = newUser();
  const other = new OtherAccount();
  other.folder("FolderCreated", { folderId: 1, name: "Reading", parentFolderId: null, orderIndex: 0 });
  other.save("https://away.example/", { folderId: 1 });
  const importId = await startImport(system, userId, other.file());
  const kept = await openImportProgress<ImportState>(system.bus);
  const tries = async () => (await kept.get({ userId, importId }))?.tries;
  await eventually(async () => (await tries()) === 1);
  // A worker that began and gave up for now.
  await eventually(async () => (await tries()) === 0);

  await system.start("folders");

  expect(await ended(system, userId, importId)).toMatchObject({ status: "done", saved: 1, skipped: 0 });
});
