import { randomUUID } from "node:crypto";
import { queriesOver } from "@satchel/chassis";
import {
  aggregateSubject,
  type BulkId,
  type Folder,
  type Import,
  IMPORTED_DELETION_MS,
  type LinkId,
  MergeLinks,
  PAGE_JOBS,
  RestoreLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { listFolders } from "@satchel/folders/queries";
import { describe, expect, test } from "vitest";
import { OtherAccount } from "../../../test/account-export.ts";
import { enriched, settled } from "../../../test/events.ts";
import { importFile } from "../../../test/imports.ts";
import { createFolder, forTests, listAll, newUser, save, startSystem } from "../../../test/system.ts";
import { linkCommands } from "../../commands/links.ts";
import { FOLDERS_REFUSED } from "../limits.ts";
import { purgeDeletedLinks } from "../../policies/purge-deleted-links.ts";
import type { LinksTables } from "../../projection/tables.ts";

const system = await startSystem();
const DAY_MS = 24 * 3600 * 1000;

const foldersOf = async (userId: UserId): Promise<Folder[]> => listFolders(system.db as never, userId);
const linkOf = (userId: UserId, url: string): LinkId => forTests.linkIds(userId, url);
const typesOf = async (userId: UserId, url: string): Promise<string[]> =>
  (await system.journal.readAggregate(aggregateSubject(userId, "links", linkOf(userId, url)))).map(({ type }) => type);

async function imported(userId: UserId, file: string): Promise<Import> {
  const done = await importFile(system, userId, file);
  await settled(system, userId);
  return done;
}

describe("given the export of another account", () => {
  test("when links were merged there, then the visits of each count once here too", async () => {
    const other = new OtherAccount();
    const [keep, merged] = [other.save("https://one.example/"), other.save("https://www.one.example/")];
    other.link(merged, "LinkVisited", { visitCount: 1 });
    const time = "2026-01-01T00:00:00.000Z";
    const past = (count: number, linkId?: string) => ({
      createdAt: time,
      savedAt: time,
      visits: { count, ofOthers: linkId === undefined ? [] : [{ linkId, visits: count }] },
    });
    const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
    other.link(keep, "LinkChanged", { past: past(1, merged), merged: 1, bulk: { bulkId, before: { past: past(0) } } });
    other.link(keep, "LinkChanged", { past: past(1, randomUUID()) });
    other.link(keep, "LinkChanged", { past: past(1, merged) });
    const { visits } = past(1, merged);
    const never = { count: 0, ofOthers: [] };
    other.link(keep, "LinkChanged", { visits: never, bulk: { bulkId, before: { visits } } });
    other.link(keep, "LinkChanged", { visits });
    const userId = newUser();
    expect(await imported(userId, other.file())).toMatchObject({ status: "done", skipped: 0 });

    const [keepId, otherId] = ["https://one.example/", "https://www.one.example/"].map((url) => linkOf(userId, url));
    await system.send(MergeLinks, { userId, keepId: keepId as LinkId, otherIds: [otherId as LinkId] });
    expect(await listAll(system, userId)).toMatchObject([{ id: keepId, visit_count: 1 }]);
  });

  test("when links and folders have histories there, then they have the same here, with their times", async () => {
    const other = new OtherAccount();
    other.folder("FolderCreated", { folderId: 7, name: "Reading", parentFolderId: null, orderIndex: 0 });
    other.folder("FolderCreated", { folderId: 9, name: "Later", parentFolderId: 7, orderIndex: 0, color: "#a1b2c3" });
    const one = other.save("https://one.example/", { folderId: 9, tags: ["a"] });
    other.folder("FolderChanged", { folderId: 7, name: "Read" });
    other.link(one, "LinkVisited", { visitCount: 1 });
    other.link(one, "LinkVisited", { visitCount: 2 });
    other.folder("FolderDeleted", { folderId: 7, removed: [7, 9], placed: [] });
    other.folder("FolderRestored", { folderId: 7, restored: [7, 9], placed: [] });
    const userId = newUser();

    expect(await imported(userId, other.file())).toMatchObject({ status: "done", read: 8, saved: 1, skipped: 0 });

    const [read] = await foldersOf(userId);
    expect(read).toMatchObject({ name: "Read", children: [{ name: "Later", color: "#a1b2c3" }] });
    expect(await listAll(system, userId)).toMatchObject([
      {
        url: "https://one.example/",
        folder_id: read?.children[0]?.id,
        tags: ["a"],
        visit_count: 2,
        saved_at: "2024-03-01T12:00:03.000Z",
        first_visited_at: "2024-03-01T12:00:05.000Z",
        last_visited_at: "2024-03-01T12:00:06.000Z",
      },
    ]);
    const events = await system.journal.readAggregate(aggregateSubject(userId, "folders"));
    expect(events.map(({ type, time }) => [type, time.toISOString()])).toEqual(
      other.events.filter(({ context }) => context === "folders").map(({ type, time }) => [type, time]),
    );
  });

  test("when it has mails, then each is left out and counted once, with the reason, and the links are imported", async () => {
    const other = new OtherAccount();
    const origin = { kind: "letter", mailId: randomUUID(), addressId: randomUUID(), sender: "n@news.example" };
    const mails = ["1", "2"].map((name) => other.save(`mid:${name}@news.example`, { origin }));
    const web = other.save("https://one.example/");
    for (const id of [...mails, web]) other.link(id, "LinkVisited", { visitCount: 1 });
    const userId = newUser();

    const done = await imported(userId, other.file());
    const reason = "This is a mail: its text is not in this file.";
    expect(done).toMatchObject({ status: "done", saved: 1, skipped: 2 });
    expect(done.faults.map((fault) => fault.reason)).toEqual([reason, reason]);
    expect(await listAll(system, userId)).toMatchObject([{ url: "https://one.example/", visit_count: 1 }]);
  });

  test("when the page of a link was not described there, then it is described by the queue for which nobody waits", async () => {
    const other = new OtherAccount();
    other.save("https://undescribed.example/");
    other.link(other.save("https://deleted.example/"), "LinkDeleted");
    const userId = newUser();
    await imported(userId, other.file());
    const filter = { subjects_filter: `pages.*.${userId}.*` };
    const { state } = await system.journal.jsm.streams.info(PAGE_JOBS, filter);
    expect(Object.keys(state.subjects ?? {})).toEqual([
      `pages.describe.${userId}.${linkOf(userId, "https://undescribed.example/")}`,
    ]);
  });

  test("when smart folders have histories there, then they have the same here, and no link is in one", async () => {
    const other = new OtherAccount();
    other.folder("FolderCreated", {
      folderId: 7,
      name: "Food",
      parentFolderId: null,
      orderIndex: 0,
      search: "tag:food",
    });
    other.folder("FolderChanged", { folderId: 7, search: "tag:food is:unvisited" });
    other.folder("FolderCreated", { folderId: 8, name: "Below", parentFolderId: 7, orderIndex: 0 });
    other.folder("FolderCreated", {
      folderId: 9,
      name: "Bad",
      parentFolderId: null,
      orderIndex: 1,
      search: "is:nothing",
    });
    other.save("https://smart.example/", { folderId: 7 });
    const userId = newUser();

    expect(await imported(userId, other.file())).toMatchObject({ status: "done", saved: 1, skipped: 1 });

    expect((await foldersOf(userId)).map(({ name, search, children }) => [name, search, children])).toEqual([
      ["Food", "tag:food is:unvisited", []],
      ["Below", null, []],
    ]);
    expect(await listAll(system, userId)).toMatchObject([{ url: "https://smart.example/", folder_id: null }]);
  });

  test("when folders are changed without end, then what is beyond the limit is reported", async () => {
    const other = new OtherAccount();
    // Refused ones are stopped early: each costs as much as one that is done.
    for (let n = 1; n <= FOLDERS_REFUSED + 20; n++) {
      other.folder("FolderCreated", { folderId: n, name: " ", parentFolderId: null, orderIndex: 0 });
    }
    const done = await imported(newUser(), other.file());
    expect(done).toMatchObject({ status: "done", skipped: FOLDERS_REFUSED + 20 });
    expect(done.faults.filter(({ reason }) => reason === "There are too many changes of folders.")).toHaveLength(20);
  });

  test("when it is imported into an account that has some of it, then that stays as it is, and folders of the same name serve", async () => {
    const userId = newUser();
    const reading = await createFolder(system, userId, "Reading");
    await save(system, userId, "https://own.example/", { title: "Own" });
    const other = new OtherAccount();
    other.folder("FolderCreated", { folderId: 1, name: "Reading", parentFolderId: null, orderIndex: 0 });
    other.folder("FolderCreated", { folderId: 2, name: "New", parentFolderId: null, orderIndex: 1 });
    const own = other.save("https://own.example/", { title: "Theirs", folderId: 2 });
    other.link(own, "LinkVisited", { visitCount: 1 });
    other.save("https://theirs.example/", { folderId: 1 });
    // Done to their folder: this account's is another one.
    other.folder("FolderChanged", { folderId: 1, name: "Renamed" });
    other.folder("FolderDeleted", { folderId: 1, removed: [1], placed: [] });

    expect(await imported(userId, other.file())).toMatchObject({ status: "done", saved: 1, known: 1, skipped: 0 });

    expect((await foldersOf(userId)).map(({ name }) => name)).toEqual(["Reading", "New"]);
    expect(await typesOf(userId, "https://own.example/")).toEqual(["LinkSaved"]);
    const links = await listAll(system, userId);
    expect(links.find(({ url }) => url === "https://own.example/")).toMatchObject({ title: "Own", visit_count: 0 });
    expect(links.find(({ url }) => url === "https://theirs.example/")).toMatchObject({ folder_id: reading });
  });

  test("when the file was cut off and comes once more as a whole, then what was missing is added, also to links that have begun", async () => {
    const other = new OtherAccount();
    const one = other.save("https://cut.example/1");
    const two = other.save("https://cut.example/2");
    other.link(one, "LinkVisited", { visitCount: 1 });
    const part = other.file().slice(0, -2);
    other.link(two, "LinkVisited", { visitCount: 1 });
    other.link(one, "LinkChanged", { notes: "N" });
    other.save("https://cut.example/3");
    const userId = newUser();
    expect(await imported(userId, part)).toMatchObject({ status: "failed", saved: 2 });
    await system.send(VisitLink, { userId, linkId: linkOf(userId, "https://cut.example/2") });

    expect(await imported(userId, other.file())).toMatchObject({ status: "done", saved: 1, known: 2, skipped: 0 });

    expect(await typesOf(userId, "https://cut.example/1")).toEqual(["LinkSaved", "LinkVisited", "LinkChanged"]);
    // Its owner was there meanwhile.
    expect(await typesOf(userId, "https://cut.example/2")).toEqual(["LinkSaved", "LinkVisited"]);
    expect((await listAll(system, userId)).map(({ url, notes }) => [url, notes])).toEqual([
      ["https://cut.example/3", null],
      ["https://cut.example/2", null],
      ["https://cut.example/1", "N"],
    ]);
  });

  test("when it was forged, then each impossible event is reported, the others are kept, and the tables of all users continue", async () => {
    const other = new OtherAccount();
    const stranger = newUser();
    const theirs = await save(system, stranger, "https://victim.example/");
    const fine = other.save("https://fine.example/", { folderId: 77 });
    other.save("javascript:alert(1)");
    other.link(fine, "LinkVisited", { visitCount: 2 ** 53 });
    other.link(fine, "LinkChanged", { notes: "\u0000" });
    other.link(fine, "LinkSavedAgain", { url: "https://other.example/", origin: { kind: "page" } });
    other.link(theirs, "LinkChanged", { notes: "Mine" });
    other.link(fine, "LinkChanged", { tags: ["x", "X", "x "] });
    other.folder("FolderCreated", { folderId: 1, name: "x".repeat(100), parentFolderId: 1, orderIndex: 9 });
    other.folder("FolderCreated", { folderId: 2, name: "Below", parentFolderId: 1, orderIndex: 0 });
    other.folder("FolderCreated", { folderId: 3, name: "Too deep", parentFolderId: 2, orderIndex: 0 });
    other.folder("FolderMoved", {
      folderId: 1,
      placed: [{ folderId: 1, parentFolderId: 2, orderIndex: 0 }],
    });
    other.folder("FolderDeleted", { folderId: 99, removed: [99], placed: [] });
    const userId = newUser();

    const done = await imported(userId, other.file());

    expect(done).toMatchObject({ status: "done", read: 12, saved: 1, known: 0, skipped: 7 });
    expect(done.faults.map(({ entry, text }) => [entry, text])).toEqual([
      [2, "LinkSaved"],
      [3, "LinkVisited"],
      [4, "LinkChanged"],
      [5, "LinkSavedAgain"],
      [6, "LinkChanged"],
      [10, "FolderCreated"],
      [11, "FolderMoved"],
    ]);
    expect(await listAll(system, userId)).toMatchObject([
      { url: "https://fine.example/", folder_id: null, tags: ["x"] },
    ]);
    expect((await foldersOf(userId)).map(({ children }) => children.map(({ name }) => name))).toEqual([["Below"]]);
    expect((await listAll(system, stranger)).map(({ id }) => id)).toEqual([theirs]);
  });

  test("when one was imported before with a size that no table holds, then the tables of all users continue", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, "https://huge.example/");
    const url = "https://huge.example/";
    const page = { title: "Huge", tags: [], fileBytes: 1e19 };
    await enriched(system, userId, linkId, "PageDescribed", { url, finalUrl: url, attempts: 1, page });

    expect(await listAll(system, userId)).toMatchObject([{ title: "Huge" }]);
  });

  test("when a link was deleted there, then it can be restored for as long as it could be there; what is over stays for a day, and goes then", async () => {
    const other = new OtherAccount();
    const old = other.save("https://old.example/");
    other.link(old, "LinkDeleted");
    // What stays of links that were given up for good.
    other.link(randomUUID(), "LinkDeleted");
    other.link(randomUUID(), "LinkPurged");
    const back = other.save("https://back.example/");
    other.link(back, "LinkDeleted");
    other.wait(1);
    other.link(back, "LinkRestored");
    other.goTo(Date.now() - 29 * DAY_MS);
    const late = other.save("https://late.example/");
    other.link(late, "LinkDeleted");
    const again = other.save("https://again.example/");
    other.link(again, "LinkDeleted");
    const userId = newUser();
    expect(await imported(userId, other.file())).toMatchObject({ saved: 4, skipped: 0 });

    const restore = (url: string) => system.send(RestoreLink, { userId, linkId: linkOf(userId, url) });
    await restore("https://late.example/");
    await expect(restore("https://old.example/")).rejects.toMatchObject({ code: "not-found" });
    expect((await listAll(system, userId)).map(({ url }) => url)).toEqual([
      "https://late.example/",
      "https://back.example/",
    ]);

    const purgeIn = (later: number) => {
      const now = () => Date.now() + later;
      const { journal, pool } = system;
      const db = queriesOver<LinksTables>(pool);
      const progress = { reached: async () => true, shows: async () => true } as never;
      return purgeDeletedLinks({
        journal,
        db,
        commands: linkCommands({ journal, progress, db, now, ...forTests }),
        logger: { info: () => undefined } as never,
        now,
      });
    };
    await purgeIn(0);
    expect(await typesOf(userId, "https://old.example/")).toEqual(["LinkSaved", "LinkDeleted"]);
    await purgeIn(IMPORTED_DELETION_MS + 1000);
    await settled(system, userId);
    expect(await typesOf(userId, "https://old.example/")).toEqual(["LinkDeleted", "LinkPurged"]);
    expect(await typesOf(userId, "https://again.example/")).toEqual(["LinkSaved", "LinkDeleted"]);

    // What was given up for good begins a new life where a file brings it.
    const another = new OtherAccount();
    another.save("https://old.example/");
    another.save("https://late.example/");
    expect(await imported(userId, another.file())).toMatchObject({ saved: 1, known: 1 });
    expect(await typesOf(userId, "https://old.example/")).toEqual(["LinkDeleted", "LinkPurged", "LinkSaved"]);
  });
});
