import { readConfig } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeLink,
  ChangeLinks,
  type BulkId,
  DeleteFolder,
  DeleteLink,
  type FolderId,
  type LinkId,
  RestoreFolder,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { FoldersConfig, startFolders } from "@satchel/folders";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { settled } from "../../test/events.ts";
import { rowsOf } from "../../test/rows.ts";
import { createFolder, listAll, newUser, save, startSystem, type System } from "../../test/system.ts";

/** Starts folders with a clock that can be set, and one that looks for old deletions all the time. */
async function startFoldersWith(system: System, now: () => number): Promise<void> {
  const config = readConfig(FoldersConfig, system.env);
  await system.run(startFolders(config, system.logger, { now, purgeEveryMs: 50 }));
}

const url = (name: string): string => `https://${name}.example/`;

test("given purged folders that had links in them, when the links' tables are rebuilt, then they are the same", async () => {
  const system = await startSystem(["links"]);
  let later = 0;
  await startFoldersWith(system, () => Date.now() + later);
  const userId: UserId = newUser();
  const kept = await createFolder(system, userId, "Kept");
  const parent = await createFolder(system, userId, "Parent");
  const child = await createFolder(system, userId, "Child", parent);
  const single = await createFolder(system, userId, "Single");
  const purged = [parent, child, single];

  const put = (name: string, folderId: FolderId | null): Promise<LinkId> =>
    save(system, userId, url(name), { folderId, tags: [name] });
  const change = (linkId: LinkId, changes: { folderId?: FolderId | null; title?: string }) =>
    system.send(ChangeLink, { userId, linkId, changes });
  const deleteFolder = (folderId: FolderId) => system.send(DeleteFolder, { userId, folderId, recursive: true });

  await put("stays", kept);
  await put("in-parent", parent);
  await put("in-child", child);
  await put("in-single", single);
  const moved = await put("moved-away", single);
  const leftBefore = await put("left-before", single);
  const cameBack = await put("came-back", kept);
  const deleted = await put("deleted", child);
  const bulked = await Promise.all([put("bulk-1", kept), put("bulk-2", null)]);
  await change(leftBefore, { folderId: null });
  await system.send(DeleteLink, { userId, linkId: deleted });
  const bulkId = "5f0c8e0e-9f0a-4b39-a0d3-3d0c5d9d7f11" as BulkId;
  await system.send(ChangeLinks, { userId, bulkId, linkIds: bulked, action: { kind: "move", folderId: single } });

  // Taken out of the folder, put back, and taken out again; changes in between count too.
  await deleteFolder(parent);
  await deleteFolder(single);
  await change(moved, { folderId: kept });
  await change(cameBack, { title: "Changed while its folder was away" });
  await system.send(RestoreFolder, { userId, folderId: parent });
  await system.send(RestoreFolder, { userId, folderId: single });
  await settled(system, userId);
  await change(cameBack, { folderId: single });
  await put("in-child", child);
  await put("late", parent);
  await deleteFolder(parent);
  await deleteFolder(single);
  await settled(system, userId);
  const folders = new Map((await listAll(system, userId)).map((link) => [link.url, link.folder_id]));
  expect([...folders.values()].filter((id) => id !== null)).toEqual([kept, kept]);

  later = UNDO_SECONDS * 1000 + 1000;
  const subject = aggregateSubject(userId, "folders");
  await eventually(async () => {
    const made = (await system.journal.readAggregate(subject)).filter(({ type }) => type === "FolderCreated");
    expect(made.map(({ data }) => (data as { folderId: FolderId }).folderId)).toEqual([kept]);
  });
  later = 0;
  await settled(system, userId);
  const before = await rowsOf(system, userId);
  expect(before.flat().filter((row) => purged.some((id) => row.includes(`"freed_from":${id},`)))).not.toEqual([]);

  await system.stop();
  await system.pool.query("drop schema links cascade");
  await system.start("links");

  await settled(system, userId);
  expect(await rowsOf(system, userId)).toEqual(before);
});
