import { createLogger, openPool, queriesOver } from "@satchel/chassis";
import { ChangeLink, type LinkFilters, VisitLink } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { atEnd } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolder, errorOf, listAll, newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import {
  countLinks,
  countLists,
  findFaviconKey,
  findLink,
  findPreviewKey,
  findTag,
  type LinksTables,
  listLinks,
} from "./index.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = (n: number): string => `https://example.com/${n}`;
/** The addresses with the numbers from `high` down to `low`. */
const down = (high: number, low: number): string[] => Array.from({ length: high - low + 1 }, (_, n) => url(high - n));

async function saveMany(userId: ReturnType<typeof newUser>, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) await save(system, userId, url(n));
}

describe("given 25 links, when they are listed", () => {
  const userId = newUser();
  beforeAll(() => saveMany(userId, 1, 25));

  test("then the newest saved come first, ten to a page unless more or fewer are asked for", async () => {
    const first = await listLinks(system.db, userId, {});
    expect(first.links.map((link) => link.url)).toEqual(down(25, 16));
    expect((await listLinks(system.db, userId, { size: 3 })).links.map((link) => link.url)).toEqual(down(25, 23));
    expect((await listLinks(system.db, userId, { size: 100 })).links).toHaveLength(25);
  });

  test("then there is a cursor while there is more, and none at the end", async () => {
    const last = await listLinks(system.db, userId, { page: 3 });
    expect(last.links.map((link) => link.url)).toEqual(down(5, 1));
    expect(last.nextCursor).toBeUndefined();
    expect((await listLinks(system.db, userId, { size: 25 })).nextCursor).toBeUndefined();
    expect((await listLinks(system.db, userId, { size: 24 })).nextCursor).toBeDefined();
    expect(await listLinks(system.db, userId, { page: 4 })).toEqual({ links: [], nextCursor: undefined });
  });

  test("then pages by number are the same as pages by cursor", async () => {
    const byNumber = await Promise.all(
      [1, 2, 3, 4].map(async (page) => (await listLinks(system.db, userId, { page, size: 7 })).links),
    );
    expect(byNumber.flat()).toEqual(await listAll(system, userId, { size: 7 }));
  });

  test.each(["", "-1", "1e3", "x", "1;drop", "9".repeat(16), " 1", "aaaaaaaa.zzzzzzzzzz.0"])(
    "then the cursor %j is refused",
    async (cursor) => {
      const listing = listLinks(system.db, userId, { cursor });
      expect(await errorOf(listing)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
    },
  );

  test("then a cursor of another list or user is refused", async () => {
    const { nextCursor = "" } = await listLinks(system.db, userId, {});
    for (const [who, filters] of [
      [userId, { favorites_only: true }],
      [userId, { folder_id: 0 }],
      [newUser(), {}],
    ] as const) {
      const listing = listLinks(system.db, who, { ...filters, cursor: nextCursor });
      expect(await errorOf(listing)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
    }
  });

  test("then a page more than a thousand links away is refused, and the cursor is named instead", async () => {
    const listing = listLinks(system.db, userId, { page: 102, size: 10 });
    expect(await errorOf(listing)).toMatchObject({ code: "rejected" });
    expect(await listLinks(system.db, userId, { page: 101, size: 10 })).toMatchObject({ links: [] });
  });

  test("then one of them that is saved again is on top", async () => {
    await save(system, userId, url(13));
    expect((await urls(system, userId)).slice(0, 2)).toEqual([url(13), url(25)]);
  });
});

test("given links that are added while pages are read by cursor, then each earlier link is on one page", async () => {
  const userId = newUser();
  await saveMany(userId, 1, 23);
  const seen: string[] = [];
  let cursor: string | undefined;
  let added = 23;
  do {
    const page = await listLinks(system.db, userId, { size: 4, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.links.map((link) => link.url));
    cursor = page.nextCursor;
    await saveMany(userId, added + 1, added + 3);
    added += 3;
  } while (cursor !== undefined);
  expect(seen).toEqual(down(23, 1));
});

describe("given links of all kinds, when they are listed and counted by any filters", () => {
  const userId = newUser();
  interface Kind {
    favorite: boolean;
    visited: boolean;
    folder: number | null;
  }
  const kinds: Kind[] = [null, 1, 2].flatMap((folder) =>
    [true, false].flatMap((favorite) =>
      [true, false].flatMap((visited) => Array.from({ length: 2 }, () => ({ folder, favorite, visited }))),
    ),
  );
  beforeAll(async () => {
    for (const name of ["One", "Two"]) await createFolder(system, userId, name);
    for (const [n, { folder, favorite, visited }] of kinds.entries()) {
      const linkId = await save(system, userId, url(n), { folderId: folder });
      if (favorite) await system.send(ChangeLink, { userId, linkId, changes: { isFavorite: true } });
      if (visited) await system.send(VisitLink, { userId, linkId });
    }
  });

  const choices = [undefined, false, true];
  const combinations: LinkFilters[] = [undefined, 0, 1, 2, 99].flatMap((folder_id) =>
    choices.flatMap((favorites_only) =>
      choices.map((unvisited_only) => ({
        ...compact({ folder_id, favorites_only, unvisited_only }),
      })),
    ),
  );

  test.each(combinations.map((filters) => [JSON.stringify(filters), filters] as const))("%s", async (_, filters) => {
    const expected = kinds
      .map((kind, n) => ({ ...kind, url: url(n) }))
      .filter(({ favorite }) => !filters.favorites_only || favorite)
      .filter(({ visited }) => !filters.unvisited_only || !visited)
      .filter(({ folder }) => filters.folder_id === undefined || (folder ?? 0) === filters.folder_id)
      .map((kind) => kind.url)
      .reverse();
    expect(await urls(system, userId, { ...filters, size: 5 })).toEqual(expected);
    expect(await countLinks(system.db, userId, filters)).toBe(expected.length);
  });

  test("all lists at once, without those of others, and without a folder that was emptied", async () => {
    const other = newUser();
    await createFolder(system, other, "One");
    const linkId = await save(system, other, url(0), { folderId: 1 });
    await system.send(ChangeLink, { userId: other, linkId, changes: { folderId: null } });

    expect(await countLists(system.db, userId)).toEqual({
      all: 24,
      favorites: 12,
      unvisited: 12,
      folders: { 1: 8, 2: 8 },
    });
    expect(await countLists(system.db, other)).toEqual({ all: 1, favorites: 0, unvisited: 1, folders: {} });
    expect(await countLists(system.db, newUser())).toEqual({ all: 0, favorites: 0, unvisited: 0, folders: {} });
  });
});

describe("given a described page, when its pictures are asked for", () => {
  const key = (letter: string): string => letter.repeat(64);
  const describe_ = (userId: ReturnType<typeof newUser>, id: string, previewKey: string | null, faviconKey: string) =>
    system.pool.query("update links.links set preview_key = $3, favicon_key = $4 where user_id = $1 and id = $2", [
      userId,
      id,
      previewKey,
      faviconKey,
    ]);

  test("then they are those of the user's own links, the icon by the newest link of the host", async () => {
    const [userId, other] = [newUser(), newUser()];
    const older = await save(system, userId, "https://a.example:8443/1");
    const newer = await save(system, userId, "https://a.example:8443/2");
    await describe_(userId, older, key("a"), key("b"));
    await describe_(userId, newer, null, key("c"));

    expect(await findPreviewKey(system.db, userId, older)).toBe(key("a"));
    expect(await findPreviewKey(system.db, userId, newer)).toBeUndefined();
    expect(await findFaviconKey(system.db, userId, "a.example:8443")).toBe(key("c"));
    expect(await findFaviconKey(system.db, userId, "a.example")).toBeUndefined();
    expect(await findPreviewKey(system.db, other, older)).toBeUndefined();
    expect(await findFaviconKey(system.db, other, "a.example:8443")).toBeUndefined();
    expect(await findLink(system.db, userId, older)).toMatchObject({
      preview_image_url: `/api/links/${older}/preview?v=aaaaaaaa`,
      favicon_url: "/api/links/favicon/a.example%3A8443?v=bbbbbbbb",
    });
  });
});

test("given no database, when a tag is searched, then the query fails, and no unhandled error ends the process", async () => {
  const pool = openPool({
    url: "postgres://none@127.0.0.1:1/none",
    logger: createLogger("test", "silent"),
    name: "away",
    connections: 4,
  });
  atEnd(() => pool.end());
  const unheard: unknown[] = [];
  const hear = (reason: unknown): unknown => unheard.push(reason);
  process.on("unhandledRejection", hear);

  await expect(findTag(queriesOver<LinksTables>(pool), newUser(), "tag")).rejects.toThrow("ECONNREFUSED");
  await new Promise((resolve) => setTimeout(resolve, 50));

  process.off("unhandledRejection", hear);
  expect(unheard).toEqual([]);
});
