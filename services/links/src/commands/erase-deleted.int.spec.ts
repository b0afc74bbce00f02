import { randomUUID } from "node:crypto";
import { createLogger, queriesOver } from "@satchel/chassis";
import {
  aggregateSubject,
  DeleteLink,
  EraseDeletedLinks,
  EraseLink,
  type LinkId,
  ReadLinkHistory,
  RestoreLink,
  SaveLink,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { deletedLink, filesWith } from "../../test/deleted-link.ts";
import { settled } from "../../test/events.ts";
import { rowsOf } from "../../test/rows.ts";
import { errorOf, forTests, listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { purgeDeletedLinks } from "../policies/purge-deleted-links.ts";
import type { LinksTables } from "../projection/tables.ts";
import { countDeletedLinks, listDeletedLinks } from "../queries/index.ts";
import { eraseCommands } from "./erase-deleted.ts";
import { linkCommands } from "./links.ts";

const notFound = { code: "not-found", detail: "Link not found" };
const origin = { kind: "page" } as const;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const deletedUrls = async (userId: UserId, query: Parameters<typeof listDeletedLinks>[2] = {}): Promise<string[]> =>
  (await listDeletedLinks(system.db, userId, { size: 100, ...query }, new Date())).links.map(({ url }) => url);

async function deleteMany(userId: UserId, names: readonly string[]): Promise<LinkId[]> {
  const ids: LinkId[] = [];
  for (const name of names) {
    const linkId = await save(system, userId, `https://${name}.example/`, { title: `About ${name}` });
    await system.send(DeleteLink, { userId, linkId });
    ids.push(linkId);
  }
  return ids;
}

describe("the list of deleted links", () => {
  test("given deleted links, then the last deleted is first, with its remaining days, and pages have no gap", async () => {
    const userId = newUser();
    await save(system, userId, "https://stays.example/");
    await deleteMany(userId, ["a", "b", "c", "d", "e"]);

    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listDeletedLinks(system.db, userId, { size: 2, ...(cursor && { cursor }) }, new Date());
      seen.push(...page.links.map(({ title }) => title ?? ""));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(["e", "d", "c", "b", "a"].map((name) => `About ${name}`));
    const [{ deleted_at, erased_at } = { deleted_at: "", erased_at: "" }] = (
      await listDeletedLinks(system.db, userId, {}, new Date())
    ).links;
    expect(Date.parse(erased_at) - Date.parse(deleted_at)).toBe(30 * 24 * 3600 * 1000);
  });

  test("given words, then links that have all of them in title, address or notes are shown, whatever their case", async () => {
    const userId = newUser();
    await deleteMany(userId, ["bread", "butter"]);
    const linkId = await save(system, userId, "https://other.example/", { title: "100% Über_Brot" });
    await system.send(DeleteLink, { userId, linkId });

    expect(await deletedUrls(userId, { q: "ABOUT butter" })).toEqual(["https://butter.example/"]);
    expect(await deletedUrls(userId, { q: "about" })).toHaveLength(2);
    expect(await deletedUrls(userId, { q: "100% über_" })).toEqual(["https://other.example/"]);
    expect(await deletedUrls(userId, { q: "%" })).toHaveLength(1);
    expect(await deletedUrls(userId, { q: "nothing" })).toEqual([]);
  });

  test("given other users, restored links, or links deleted 30 days ago, then none of them is shown", async () => {
    const userId = newUser();
    const [restored] = (await deleteMany(userId, ["a"])) as [LinkId];
    await system.send(RestoreLink, { userId, linkId: restored });
    await deleteMany(newUser(), ["b"]);
    await deleteMany(userId, ["c"]);

    expect(await deletedUrls(userId)).toEqual(["https://c.example/"]);
    expect(await countDeletedLinks(system.db, userId, new Date())).toBe(1);
    const later = new Date(Date.now() + 30 * 24 * 3600 * 1000 + 1000);
    expect((await listDeletedLinks(system.db, userId, {}, later)).links).toEqual([]);
    expect(await countDeletedLinks(system.db, userId, later)).toBe(0);
  });

  test.each([
    "x",
    "",
    "zz.8b4571bd",
    "zzzzzzzzzz.8b4571bd-f45a-580c-8bfe-60e1632dbf9a",
    "zzzzzzzzzzzz.8b4571bd-f45a-580c-8bfe-60e1632dbf9a",
    "1.' or true --",
  ])("given the cursor %j, then it is refused", async (cursor) => {
    await expect(listDeletedLinks(system.db, newUser(), { cursor }, new Date())).rejects.toMatchObject({
      data: { code: "invalid" },
    });
  });
});

describe("erasing a deleted link", () => {
  test("then nothing of its content is in the journal's files or in the tables, and it can't be restored", async () => {
    const { userId, linkId, secret, url } = await deletedLink(system);
    expect(await filesWith(system.nats.storeDir, secret)).not.toEqual([]);

    await system.send(EraseLink, { userId, linkId });

    expect(await errorOf(system.send(RestoreLink, { userId, linkId }))).toEqual(notFound);
    expect(await errorOf(system.send(EraseLink, { userId, linkId }))).toEqual(notFound);
    expect(await errorOf(system.client.send(ReadLinkHistory, { userId, linkId }))).toEqual(notFound);
    expect(await deletedUrls(userId)).toEqual([]);
    await settled(system, userId);
    expect(JSON.stringify(await rowsOf(system, userId))).not.toContain(secret);
    await eventually(async () => expect(await filesWith(system.nats.storeDir, secret)).toEqual([]));

    expect(await system.send(SaveLink, { userId, url, origin })).toMatchObject({ linkId, created: true });
    const link = (await listAll(system, userId)).find(({ id }) => id === linkId);
    expect(link).toMatchObject({ title: null, notes: null, tags: [], visit_count: 0, folder_id: null });
  });

  test("given a link that is not deleted, never existed, or is another user's, then it is refused and nothing is lost", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, "https://there.example/");
    const [others] = (await deleteMany(newUser(), ["others"])) as [LinkId];

    for (const id of [linkId, others, randomUUID() as LinkId]) {
      expect(await errorOf(system.send(EraseLink, { userId, linkId: id }))).toEqual(notFound);
    }
    expect((await listAll(system, userId)).map(({ id }) => id)).toEqual([linkId]);
  });

  test("given the process dies once the deletion is final, then nobody restores the link, and the purge erases it", async () => {
    const { userId, linkId, secret } = await deletedLink(system);
    const db = queriesOver<LinksTables>(system.pool);
    const deps = { journal: system.journal, db, progress: system.progress, now: Date.now, ...forTests };
    const commands = linkCommands(deps);
    const dies = async (): Promise<never> => {
      throw new Error("killed");
    };
    const journal = { ...system.journal, erase: dies };
    const erase = eraseCommands({ ...deps, journal, commands });

    await expect(erase.one({ userId, linkId }, { commandId: randomUUID(), retry: false })).rejects.toThrow("killed");
    await settled(system, userId);
    expect(await errorOf(system.send(RestoreLink, { userId, linkId }))).toEqual(notFound);
    expect(await deletedUrls(userId)).toEqual([]);

    await purgeDeletedLinks({ ...deps, commands, logger: createLogger("test", "silent") });
    await settled(system, userId);
    expect(JSON.stringify(await rowsOf(system, userId))).not.toContain(secret);
    await eventually(async () => expect(await filesWith(system.nats.storeDir, secret)).toEqual([]));
  });

  test("given a restore at the same time, then the link is either complete or erased", async () => {
    for (let round = 0; round < 10; round++) {
      const userId = newUser();
      const [linkId] = (await deleteMany(userId, ["a"])) as [LinkId];
      await Promise.allSettled([
        system.send(EraseLink, { userId, linkId }),
        system.send(RestoreLink, { userId, linkId }),
      ]);
      await settled(system, userId);
      const events = await system.journal.readAggregate(aggregateSubject(userId, "links", linkId));
      const types = events.map(({ type }) => type);
      const [link] = await listAll(system, userId);
      if (link === undefined) expect(types).toEqual(["LinkDeleted", "LinkPurged"]);
      else {
        expect(link.title).toBe("About a");
        expect(types).toEqual(["LinkSaved", "LinkDeleted", "LinkRestored"]);
      }
    }
  });
});

test("given many deleted links, when all are erased, then calls go on until none is left, and other links stay", async () => {
  const userId = newUser();
  const stays = await save(system, userId, "https://stays.example/");
  const other = newUser();
  await deleteMany(other, ["others"]);
  await deleteMany(userId, ["a", "b", "c", "d", "e", "f"]);

  let erased = 0;
  for (let left = 1; left > 0; ) {
    const result = await system.send(EraseDeletedLinks, { userId });
    erased += result.erased;
    left = result.left;
  }
  expect(erased).toBe(6);
  expect(await deletedUrls(userId)).toEqual([]);
  expect((await listAll(system, userId)).map(({ id }) => id)).toEqual([stays]);
  expect(await deletedUrls(other)).toEqual(["https://others.example/"]);
});
