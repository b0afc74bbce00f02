import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  aggregateSubject,
  ChangeFolder,
  CreateFolder,
  DeleteFolder,
  type Folder,
  IMPORTED_DELETION_MS,
  isSatchelError,
  MoveFolder,
  RestoreFolder,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newUser, startSystem, type System } from "../../test/system.ts";
import { foldName } from "../domain/names.ts";
import { listFolders } from "../queries/index.ts";

let system: System;
let later = 0;
const clock = { now: () => Date.now() + later, purgeEveryMs: 50 };
beforeAll(async () => {
  system = await startSystem();
  await system.stop();
  // Two replicas that look for old deletions all the time.
  await Promise.all([system.start(clock), system.start(clock)]);
});

/** Files below the bus' store that hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(system.nats.storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, at) => found[at]);
}

const rowsOf = async (userId: string): Promise<unknown[]> => {
  const { rows } = await system.pool.query(
    `select to_jsonb(f) || to_jsonb(t) as row from folders.trees t left join folders.folders f using (user_id)
     where t.user_id = $1 order by f.id`,
    [userId],
  );
  return rows;
};

test("given folders were deleted 30 days ago, then their names are nowhere, their ids are not used again, and a rebuild gives the same", async () => {
  const userId = newUser();
  const send = { userId };
  const kept = await system.create(userId, "Kept-alive");
  const parent = await system.create(userId, "Secret-parent", { color: "#a1b2c3", emoji: "🍳" });
  const child = await system.create(userId, "Secret-child", { parentFolderId: parent });
  const rising = await system.create(userId, "Rising", { parentFolderId: parent });
  await system.send(ChangeFolder, { ...send, folderId: child, name: "Secret-renamed" });
  await system.send(DeleteFolder, { ...send, folderId: child, recursive: false });
  await system.send(RestoreFolder, { ...send, folderId: child });
  await system.send(DeleteFolder, { ...send, folderId: child, recursive: false });
  await system.send(DeleteFolder, { ...send, folderId: parent, recursive: false });
  await system.send(MoveFolder, { ...send, folderId: rising, parentFolderId: kept, orderIndex: 0 });
  const before = await listFolders(system.db, userId);
  expect(await filesWith("Secret-")).not.toEqual([]);

  later = UNDO_SECONDS * 1000 + 1000;

  const secrets = async () =>
    (await system.journal.readAggregate(aggregateSubject(userId, "folders"))).filter(({ data }) =>
      JSON.stringify(data).includes("Secret-"),
    );
  await eventually(async () => (await secrets()).length === 0);
  await eventually(async () => (await filesWith("Secret-")).length === 0);
  later = 0;
  const log = await system.journal.readAggregate(aggregateSubject(userId, "folders"));
  expect(log.filter(({ type }) => type === "FoldersPurged").map(({ data }) => data)).toEqual([
    { purged: [parent, child], lastId: rising },
  ]);
  expect(await listFolders(system.db, userId)).toEqual(before);
  const rows = await rowsOf(userId);

  await system.stop();
  await system.pool.query("drop schema folders cascade");
  await Promise.all([system.start(clock), system.start(clock)]);

  expect(await rowsOf(userId)).toEqual(rows);
  expect(await system.create(userId, "Next")).toBe(rising + 1);
});

// Few ids and names, so that clients get into each other's way.
const id = fc.integer({ min: 1, max: 8 });
const name = fc.constantFrom("A", "B", "a", "B (2)", "C");
const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), name, parentFolderId: fc.option(id) }),
  fc.record({ kind: fc.constant("change" as const), folderId: id, name }),
  fc.record({
    kind: fc.constant("move" as const),
    folderId: id,
    parentFolderId: fc.option(id),
    orderIndex: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant("delete" as const), folderId: id, recursive: fc.boolean() }),
  fc.record({ kind: fc.constant("restore" as const), folderId: id }),
);

/** What holds of every tree: two levels, no gaps, names of their own among siblings. */
function check(siblings: readonly Folder[], parent: number | null): void {
  expect(siblings.map((one) => one.order_index)).toEqual(siblings.map((_, at) => at));
  expect(new Set(siblings.map((one) => foldName(one.name))).size).toBe(siblings.length);
  for (const one of siblings) {
    expect(one.parent_folder_id).toBe(parent);
    if (parent === null) check(one.children, one.id);
    else expect(one.children).toEqual([]);
  }
}

test("given several clients with random commands at once, then the tree keeps its rules, and a rebuild gives the same", async () => {
  const users = [newUser(), newUser()];
  const scripts = fc.sample(fc.array(step, { minLength: 40, maxLength: 40, size: "max" }), { numRuns: 8, seed: 11 });
  const codes = new Set<string>();

  await Promise.all(
    scripts.map(async (script, at) => {
      const userId = users[at % users.length] ?? newUser();
      for (const { kind, ...payload } of script) {
        const sent =
          kind === "create"
            ? system.send(CreateFolder, { userId, ...payload } as never)
            : system.send(
                { change: ChangeFolder, move: MoveFolder, delete: DeleteFolder, restore: RestoreFolder }[kind],
                { userId, ...payload } as never,
              );
        await sent.catch((error: unknown) => {
          if (!isSatchelError(error)) throw error;
          codes.add(error.code);
        });
      }
    }),
  );

  expect([...codes].filter((code) => !["rejected", "not-found", "conflict"].includes(code))).toEqual([]);
  for (const userId of users) {
    const tree = await listFolders(system.db, userId);
    expect(tree).not.toEqual([]);
    check(tree, null);
  }
  const before = await Promise.all(users.map(rowsOf));
  await system.stop();
  await system.pool.query("drop schema folders cascade");
  await system.start(clock);
  expect(await Promise.all(users.map(rowsOf))).toEqual(before);
});

test("given an imported history with a deletion that was undone, then the folder is there; an imported deletion is not final before a day has passed", async () => {
  const userId = newUser();
  const at = (day: number): string => new Date(Date.now() + later - (100 - day) * 24 * 3600 * 1000).toISOString();
  const send = { userId };
  const back = await system.create(userId, "Back", { past: at(0) });
  const gone = await system.create(userId, "Gone", { past: at(0) });
  await system.send(DeleteFolder, { ...send, folderId: back, recursive: false, past: at(1) });
  await system.send(DeleteFolder, { ...send, folderId: gone, recursive: false, past: at(1) });
  await system.send(RestoreFolder, { ...send, folderId: back, past: at(20) });
  expect((await listFolders(system.db, userId)).map(({ name }) => name)).toEqual(["Back"]);
  // 39 days after the deletion.
  await expect(system.send(RestoreFolder, { ...send, folderId: gone, past: at(40) })).rejects.toMatchObject({
    code: "not-found",
  });
  const events = () => system.journal.readAggregate(aggregateSubject(userId, "folders"));
  expect((await events()).map(({ time }) => time.toISOString().slice(0, 10))).toEqual(
    [0, 0, 1, 1, 20].map((day) => at(day).slice(0, 10)),
  );

  later += IMPORTED_DELETION_MS - 60_000;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await events()).map(({ type }) => type)).not.toContain("FoldersPurged");
  later += 120_000;
  await eventually(async () => (await events()).some(({ type }) => type === "FoldersPurged"));
});
