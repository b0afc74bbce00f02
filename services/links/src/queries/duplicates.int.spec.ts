import { randomUUID } from "node:crypto";
import { DUPLICATE_LINKS, DUPLICATE_PAGES, isSatchelError, MERGE_LINKS, type UserId } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { addLinks, givenLinks, openTables, type Tables } from "../../test/tables.ts";
import { listDuplicates } from "./duplicates.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

/** All parts: the titles of the links of each page. */
async function parts(userId: UserId) {
  const found: { pages: string[][]; numbers: number[]; total: number }[] = [];
  let cursor: string | undefined;
  do {
    const part = await listDuplicates(tables.db, userId, cursor);
    found.push({
      pages: part.pages.map(({ links }) => links.map(({ title }) => title ?? "")),
      numbers: part.pages.map(({ number }) => number),
      total: part.total,
    });
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  return found;
}

describe("pages that several links lead to", () => {
  test("come with the last saved first, and their links with the oldest first", async () => {
    const [one, two, deleted] = [randomUUID(), randomUUID(), randomUUID()];
    const { userId } = await givenLinks(tables, [
      { own_title: "one a", page_id: one, created_at: "2026-01-01T00:00:00Z" },
      { own_title: "two b", page_id: two, created_at: "2026-01-02T00:00:00Z" },
      { own_title: "two a", page_id: two, created_at: "2026-01-01T00:00:00Z" },
      { own_title: "alone" },
      { own_title: "left", page_id: deleted },
      { own_title: "deleted", page_id: deleted, deleted_at: "2026-01-01T00:00:00Z" },
      { own_title: "one b", page_id: one, created_at: "2026-01-02T00:00:00Z" },
    ]);
    await givenLinks(tables, [{ own_title: "theirs", page_id: one }]);
    expect(await parts(userId)).toEqual([
      {
        pages: [
          ["one a", "one b"],
          ["two a", "two b"],
        ],
        numbers: [2, 2],
        total: 2,
      },
    ]);
  });

  test("are listed part by part, each once, whichever of them are merged on the way", async () => {
    const { userId } = await givenLinks(tables, []);
    const pages = Array.from({ length: 2 * DUPLICATE_PAGES + 1 }, () => randomUUID());
    await addLinks(
      tables,
      userId,
      pages.flatMap((page_id, n) => [1, 2].map(() => ({ own_title: `page ${n}`, page_id }))),
    );
    const found = await parts(userId);
    expect(found.map((part) => part.pages.length)).toEqual([DUPLICATE_PAGES, DUPLICATE_PAGES, 1]);
    expect(found.every(({ total }) => total === pages.length)).toBe(true);
    const titles = found.flatMap((part) => part.pages.map(([title]) => title));
    expect(titles).toEqual(pages.map((_, n) => `page ${n}`).reverse());

    const first = await listDuplicates(tables.db, userId, undefined);
    await tables.pool.query("update links.links set deleted_at = now() where user_id = $1 and page_id = any($2)", [
      userId,
      first.pages.map(({ pageId }) => pageId),
    ]);
    const second = await listDuplicates(tables.db, userId, first.nextCursor);
    expect(second.pages[0]?.links[0]?.title).toBe(titles[DUPLICATE_PAGES]);
  });

  test("of which one has a thousand links come with its oldest ones, and no answer has many more links than it may", async () => {
    const { userId } = await givenLinks(tables, []);
    const [crowd, ...crowds] = Array.from({ length: 5 }, () => randomUUID());
    await addLinks(
      tables,
      userId,
      Array.from({ length: 1000 }, (_, n) => ({
        own_title: `${n}`,
        page_id: crowd,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      })),
    );
    await addLinks(
      tables,
      userId,
      crowds.flatMap((page_id) => Array.from({ length: MERGE_LINKS + 1 }, () => ({ page_id }))),
    );
    const found = await parts(userId);
    for (const { pages } of found) expect(pages.flat().length).toBeLessThanOrEqual(DUPLICATE_LINKS);
    expect(found.flatMap(({ numbers }) => numbers)).toEqual([...crowds.map(() => MERGE_LINKS + 1), 1000]);
    expect(found.at(-1)?.pages.at(-1)).toEqual(Array.from({ length: MERGE_LINKS }, (_, n) => `${n}`));
  });

  test("are found among many links by an index", async () => {
    const { userId } = await givenLinks(
      tables,
      Array.from({ length: 5000 }, () => ({})),
    );
    const page_id = randomUUID();
    await addLinks(tables, userId, [{ page_id }, { page_id }]);
    await tables.pool.query("analyze links.links");
    const { rows } = await tables.pool.query<{ "QUERY PLAN": string }>(
      `explain select * from links.links where user_id = '${userId}' and page_id = any('{${page_id}}') and deleted_at is null`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index.*page_id/);
    expect((await parts(userId))[0]?.numbers).toEqual([2]);
  });

  test.each([
    "",
    "x",
    "zzzzzzzzzz.8b4571bd-f45a-580c-8bfe-60e1632dbf9a",
    "1.8b4571bd",
    "' or 1=1",
    "-1.8b4571bd-f45a-580c-8bfe-60e1632dbf9a",
  ])("have no part at the cursor %j", async (cursor) => {
    const { userId } = await givenLinks(tables, []);
    const error: unknown = await listDuplicates(tables.db, userId, cursor).catch((reason: unknown) => reason);
    expect(isSatchelError(error) && error.code).toBe("invalid");
  });
});
