import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  ChangeFolder,
  ChangeLink,
  CreateFolder,
  DeleteLink,
  type FolderId,
  type LinkId,
  partitionOf,
  SaveLink,
  VisitLink,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolder, errorOf, listAll, newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import { countLinks, findLink } from "../queries/index.ts";
import { inProof } from "@satchel/testing/in-proof";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = "https://example.com/a?utm_source=mail";
const origin = { kind: "page" } as const;
const notFound = { code: "not-found", detail: "Link not found" };
const noFolder = { code: "not-found", detail: "Folder not found. It may have already been deleted." };

describe("given a link, when it is saved", () => {
  test("then it is in the list as it was sent, waiting to be described", async () => {
    const userId = newUser();
    const saved = { userId, url, origin, title: "Mine", tags: ["b", "a"] };
    const { linkId, created } = await system.send(SaveLink, saved);

    expect(created).toBe(true);
    expect(await listAll(system, userId)).toEqual([
      {
        id: linkId,
        url,
        title: "Mine",
        description: null,
        notes: null,
        preview_image_url: null,
        favicon_url: null,
        tags: ["b", "a"],
        is_favorite: false,
        folder_id: null,
        visit_count: 0,
        first_visited_at: null,
        last_visited_at: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        saved_at: expect.stringMatching(/^\d{4}-.*Z$/),
        saved_by: "page",
        enrichment: { state: "pending", reason: null, tried_at: null, attempts: 0, next_try_at: null },
        final_url: null,
        site_name: null,
        media_type: null,
        reading_minutes: null,
        health: { state: "unknown", checked_at: null, new_url: null },
      },
    ]);
  });

  test("with an international domain name, then it has the name in its own letters, unless that passes for another", async () => {
    const userId = newUser();
    await save(system, userId, "https://www.müller.example/");
    await save(system, userId, "https://аррӏе.example/");

    const [lookAlike, own] = await listAll(system, userId);
    expect(own).toMatchObject({ url: "https://www.xn--mller-kva.example/", unicode_host: "müller.example" });
    expect(lookAlike).not.toHaveProperty("unicode_host");
  });

  test("again, in another spelling, then it is the same link, on top, with its data", async () => {
    const userId = newUser();
    const first = await save(system, userId, url, { title: "Mine" });
    await system.send(ChangeLink, { userId, linkId: first, changes: { isFavorite: true } });
    await save(system, userId, "https://example.com/b");

    const { linkId, created } = await system.send(SaveLink, { userId, url: "https://EXAMPLE.com/a#top", origin });

    expect({ linkId, created }).toEqual({ linkId: first, created: false });
    const [top, ...rest] = await listAll(system, userId);
    expect(top).toMatchObject({ id: first, url, title: "Mine", is_favorite: true });
    expect(top && top.saved_at > top.created_at).toBe(true);
    expect(rest).toHaveLength(1);
    expect(await countLinks(system.db, userId, {})).toBe(2);
  });

  test("after it was deleted, then it is on top again, with its data", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url, { title: "Mine" });
    await system.send(VisitLink, { userId, linkId });
    await save(system, userId, "https://example.com/b");
    await system.send(DeleteLink, { userId, linkId });
    expect(await urls(system, userId)).toEqual(["https://example.com/b"]);

    expect(await save(system, userId, url)).toBe(linkId);

    expect(await urls(system, userId)).toEqual([url, "https://example.com/b"]);
    expect(await findLink(system.db, userId, linkId)).toMatchObject({ title: "Mine", visit_count: 1 });
    expect(await countLinks(system.db, userId, {})).toBe(2);
    expect(await countLinks(system.db, userId, { unvisited_only: true })).toBe(1);
  });

  test.each(["javascript:alert(1)", "example.com", " "])("and %j is no address, then it says so", async (bad) => {
    const text = "Please enter a valid web address.";
    const errors = [{ path: "/url", message: text }];
    expect(await errorOf(save(system, newUser(), bad))).toEqual({ code: "invalid", detail: text, errors });
  });

  test("with characters that Postgres can't store, then it is saved without them", async () => {
    const userId = newUser();
    await save(system, userId, "https://example.com/\0\ud800", {
      title: "a\0b\ud800",
      tags: ["\0", "a\0b", "\ud800"],
    });
    expect(await listAll(system, userId)).toMatchObject([
      { url: "https://example.com/%00%EF%BF%BD", title: "a b\ufffd", tags: ["a b", "\ufffd"] },
    ]);
  });
});

describe("given a link, when it is changed, visited, deleted", () => {
  test("then the answer is given only when the list shows it", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url);
    const folderId = await createFolder(system, userId, "Reading");
    const target = { userId, linkId };
    const found = () => findLink(system.db, userId, linkId);

    await system.send(ChangeLink, { ...target, changes: { isFavorite: true, folderId, title: "T", tags: ["x"] } });
    expect(await found()).toMatchObject({ is_favorite: true, folder_id: folderId, title: "T", tags: ["x"] });
    await system.send(ChangeLink, { ...target, changes: { title: "", folderId: null } });
    expect(await found()).toMatchObject({ is_favorite: true, folder_id: null, title: null, tags: ["x"] });

    await system.send(VisitLink, target);
    const first = await found();
    expect(first?.visit_count).toBe(1);
    expect(first?.first_visited_at).toBe(first?.last_visited_at);
    await system.send(VisitLink, target);
    const second = await found();
    expect(second).toMatchObject({ visit_count: 2, first_visited_at: first?.first_visited_at });
    expect(second && first && String(second.last_visited_at) > String(first.last_visited_at)).toBe(true);

    await system.send(DeleteLink, target);
    expect(await found()).toBeUndefined();
    expect(await countLinks(system.db, userId, {})).toBe(0);
  });

  test("to the values that it has, then nothing is written", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url, { title: "T" });
    const before = (await system.journal.info()).state.last_seq;
    await system.send(ChangeLink, { userId, linkId, changes: { title: "T ", isFavorite: false } });
    expect((await system.journal.info()).state.last_seq).toBe(before);
  });

  test("by a command that is sent twice, then it happens once", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url);
    const commandId = "0b7e6f60-53a5-4f6e-8f57-0c4f2f7d9d11";
    for (let n = 0; n < 2; n++) {
      await system.shows((await system.client.send(VisitLink, { userId, linkId }, commandId)).position);
    }
    expect(await findLink(system.db, userId, linkId)).toMatchObject({ visit_count: 1 });
  });
});

describe("given a folder that was renamed a moment ago", () => {
  test("when a link is moved into one that never was, then that is not found", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, url);
    const folderId = await createFolder(system, userId, "Hers");
    const { position } = await system.client.send(ChangeFolder, { userId, folderId, name: "Ours" });
    const partition = partitionOf(userId);
    await system.shows({ projection: "links", partition, sequence: position?.sequence ?? 0 });

    const moving = system.send(ChangeLink, { userId, linkId, changes: { folderId: (folderId + 1) as FolderId } });
    expect(await errorOf(moving)).toEqual(noFolder);
  });
});

describe("given somebody else's link and folder", () => {
  test("they are not found, by any command or query, and stay as they are", async () => {
    const [ada, eve] = [newUser(), newUser()];
    const linkId = await save(system, ada, url);
    const folderId = await createFolder(system, ada, "Hers");
    const before = await listAll(system, ada);
    const own = await save(system, eve, "https://example.com/own");
    const target = { userId: eve, linkId };

    expect(await errorOf(system.send(VisitLink, target))).toEqual(notFound);
    expect(await errorOf(system.send(DeleteLink, target))).toEqual(notFound);
    expect(await errorOf(system.send(ChangeLink, { ...target, changes: { isFavorite: true } }))).toEqual(notFound);
    const moving = system.send(ChangeLink, { userId: eve, linkId: own, changes: { folderId } });
    expect(await errorOf(moving)).toEqual(noFolder);
    expect(await errorOf(save(system, eve, "https://example.com/new", { folderId }))).toEqual(noFolder);
    expect(await findLink(system.db, eve, linkId)).toBeUndefined();
    expect(await urls(system, eve)).toEqual(["https://example.com/own"]);
    expect(await urls(system, eve, { folder_id: folderId })).toEqual([]);
    expect(await countLinks(system.db, eve, { folder_id: folderId })).toBe(0);
    expect(await listAll(system, ada)).toEqual(before);
  });

  test.each([["9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01"], ["00000000-0000-0000-0000-000000000000"]])(
    "a link that never existed is not found either (%s)",
    async (id) => {
      expect(await errorOf(system.send(VisitLink, { userId: newUser(), linkId: id as LinkId }))).toEqual(notFound);
    },
  );

  test("and an id that would address another subject of the journal is refused", async () => {
    for (const id of ["*", ">", "a.b", "8B4571BD-F45A-580C-8BFE-60E1632DBF9A"]) {
      const error = await errorOf(system.send(VisitLink, { userId: newUser(), linkId: id as LinkId }));
      expect(error.code).toBe("invalid");
    }
  });
});

test("given a folder made a moment ago, when a link is put into it at once, then it is known", async () => {
  const userId = newUser();
  for (let n = 0; n < 20; n++) {
    const create = { userId, name: `Folder ${n}`, parentFolderId: null };
    // The answer comes before any table shows the folder.
    const { result } = await system.client.send(CreateFolder, create);
    await system.client.send(SaveLink, { userId, url: `https://example.com/${n}`, origin, folderId: result.folderId });
  }
  await save(system, userId, "https://example.com/last");
  expect((await listAll(system, userId)).map(({ folder_id }) => folder_id)).toEqual([
    null,
    ...Array.from({ length: 20 }, (_, n) => 20 - n),
  ]);
});

inProof(
  "given tables that lag behind, when a link is put into a new folder, then the error does not say that there is no such folder",
  async () => {
    const userId = newUser();
    const writer = await system.pool.connect();
    await writer.query("begin");
    // Otherwise PostgreSQL ends it after a while, and a save that takes that long is carried out.
    await writer.query("set local idle_in_transaction_session_timeout = 0");
    await writer.query("lock table links.known_folders in share mode");
    const { result } = await system.client.send(CreateFolder, { userId, name: "New", parentFolderId: null });
    const link = { userId, url, origin, folderId: result.folderId };

    expect(await errorOf(system.client.send(SaveLink, link))).toMatchObject({ code: "unavailable", retryAfter: 1 });

    await writer.query("rollback");
    writer.release();
    await system.send(SaveLink, link);
    expect(await urls(system, userId, { folder_id: result.folderId })).toEqual([url]);
  },
);

test("given a user is erased, then no table has a row of theirs, and others keep theirs", async () => {
  const [ada, bob] = [newUser(), newUser()];
  for (const userId of [ada, bob]) {
    const folderId = await createFolder(system, userId, "Reading");
    await save(system, userId, url, { folderId });
    await save(system, userId, "https://example.com/b");
  }
  const { sequence } = await system.journal.append({
    subject: aggregateSubject(ada, "identity"),
    event: { id: randomUUID(), type: "UserErased", data: {} },
    expected: 0,
  });
  for (const projection of ["links", "folders"]) {
    await system.shows({ projection, partition: partitionOf(ada), sequence });
  }
  for (const table of ["links.links", "links.counts", "links.known_folders", "folders.folders", "folders.trees"]) {
    const { rows } = await system.pool.query(`select user_id from ${table} where user_id = any($1)`, [[ada, bob]]);
    expect(new Set(rows.map(({ user_id }) => user_id)), table).toEqual(new Set([bob]));
  }
  expect(await countLinks(system.db, bob, {})).toBe(2);
});
