import { renameSchema } from "@satchel/chassis";
import type { LinkListQuery } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { addLinks, type Given, givenLinks, openTables, searching, type Shelf, titled } from "../../test/search.ts";
import { newUser } from "../../test/system.ts";

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openTables();
});

const given = (links: readonly Given[]) => givenLinks(shelf, links);

describe("pages", () => {
  async function turn(
    page: (
      q: string,
      query: LinkListQuery,
    ) => Promise<{ links: { title: string | null }[]; nextCursor: string | undefined }>,
    q: string,
    size: number,
  ): Promise<(string | null)[]> {
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const { links, nextCursor } = await page(q, { size, ...(cursor === undefined ? {} : { cursor }) });
      expect(links.length).toBeGreaterThan(0);
      seen.push(...links.map(({ title }) => title));
      cursor = nextCursor;
    } while (cursor !== undefined);
    return seen;
  }

  let many: Awaited<ReturnType<typeof given>>;
  beforeAll(async () => {
    const links = Array.from({ length: 3000 }, (_, n) => ({
      own_title: n % 3 === 0 ? `pine ${n}` : `${n}`,
      page_description: n % 3 === 1 ? "pine" : "",
      own_tags: n % 2 === 0 ? ["even"] : [],
      ...(n % 5 === 0 ? { saved_at: new Date(Date.UTC(2010, 0, 1) + ((n * 7919) % 3000) * 1000).toISOString() } : {}),
    }));
    many = await given(links.slice(0, 2));
    // By and by, so that shelves fill up, and are divided by what comes between.
    for (let at = 2; at < links.length; at += 700) await addLinks(shelf, many.userId, links.slice(at, at + 700));
  });

  test("given thousands of finds on several shelves, when pages are turned, then each is seen, and once", async () => {
    const seen = await turn(many.page, "pine", 90);
    expect(seen).toHaveLength(2000);
    expect(new Set(seen).size).toBe(2000);
    expect(seen.slice(0, 45).every((title) => title?.startsWith("pine"))).toBe(true);
  });

  test("given filters alone, when pages are turned, then the list's order is kept", async () => {
    const { rows } = await shelf.pool.query<{ title: string }>(
      "select own_title as title from links.links where user_id = $1 and 'even' = any(own_tags) order by saved_at desc, position desc",
      [many.userId],
    );
    expect(await turn(many.page, "tag:even", 100)).toEqual(rows.map(({ title }) => title));
  });

  test("then counting ends somewhere, and says so; ids come as many as asked for", async () => {
    expect(await many.count("pine")).toEqual({ count: 100, at_least: true });
    expect(await many.count('"pine 2997"')).toEqual({ count: 1 });
    expect(await many.ids("pine", 1500)).toHaveLength(1500);
    expect(await many.ids("pine", 10_001)).toHaveLength(2000);
  });

  test("then page and size reach into the first window alone", async () => {
    const byCursor = await turn(many.page, "tag:even pine", 50);
    expect(await many.titles("tag:even pine", { page: 3, size: 50 })).toEqual(byCursor.slice(100, 150));
    await expect(many.page("pine", { page: 50, size: 50 })).rejects.toMatchObject({ data: { code: "rejected" } });
  });

  test("then a cursor goes with its own search alone", async () => {
    const { nextCursor = "" } = await many.page("pine");
    for (const [q, query] of [
      ["oak", {}],
      ["pine", { favorites_only: true }],
      ["pine ", {}],
    ] as const) {
      await expect(many.page(q, { ...query, cursor: nextCursor })).rejects.toMatchObject({ data: { code: "invalid" } });
    }
    for (const cursor of [
      "",
      "x",
      nextCursor.replace(".", ".zzzzzzzzzzz"),
      nextCursor.slice(0, -2),
      `${nextCursor}.1`,
      // Places in years that PostgreSQL does not have, or ECMAScript writes in another way.
      ...["-1dnjpgkw5q8", "2dnjpgkw5q7"].map((at) => nextCursor.replace(/(?<=^[^.]+\.)[^.]+/, at)),
      ...["-1dnjpgkw5q8", "2dnjpgkw5q7"].map((at) => nextCursor.replace(/(?<=^([^.]+\.){3})[^.]+/, at)),
    ]) {
      await expect(many.page("pine", { cursor })).rejects.toMatchObject({ data: { code: "invalid" } });
    }
  });

  test("then no shelf holds more than it should, and every link is on the one for its place", async () => {
    const { rows } = await shelf.pool.query<{ most: number; strays: number }>(
      `select max(number)::int as most, sum(strays)::int as strays from (
         select count(*) as number, count(*) filter (where d.shelf <> (
           select s.shelf from links.shelves s where s.user_id = d.user_id and (s.from_at, s.from_position) <= (d.saved_at, d.position)
           order by s.from_at desc, s.from_position desc limit 1)) as strays
         from links.documents d where d.user_id = $1 group by d.shelf) as x`,
      [many.userId],
    );
    expect(rows[0]?.strays).toBe(0);
    expect(rows[0]?.most).toBeLessThanOrEqual(2048);
  });
});

describe("what changes", () => {
  test("given a link is changed, deleted, brought back, saved again or purged, then searches know", async () => {
    const { userId, titles } = await given(titled("first quince", "second quince"));
    const change = (set: string) =>
      shelf.pool.query(`update links.links set ${set} where user_id = $1 and own_title like 'first%'`, [userId]);
    await change("notes = 'medlar'");
    expect(await titles("medlar")).toEqual(["first quince"]);
    await change("deleted_at = now()");
    expect(await titles("quince")).toEqual(["second quince"]);
    await change("deleted_at = null");
    await change("saved_at = '2030-01-01'");
    expect(await titles("quince")).toEqual(["first quince", "second quince"]);
    await shelf.pool.query("delete from links.links where user_id = $1 and own_title like 'second%'", [userId]);
    expect(await titles("quince")).toEqual(["first quince"]);
  });

  test("given a further visit, then no words are written", async () => {
    const { userId } = await given(titled("still here"));
    await shelf.pool.query("update links.links set visit_count = 1 where user_id = $1", [userId]);
    const version = async () =>
      (await shelf.pool.query("select xmin::text, ctid::text from links.documents where user_id = $1", [userId]))
        .rows[0];
    const before = await version();
    await shelf.pool.query(
      "update links.links set visit_count = 2, last_visited_at = now(), revision = 9 where user_id = $1",
      [userId],
    );
    expect(await version()).toEqual(before);
  });

  test("given long lists of favourites, visited links and a folder, when links come to them and leave, then searches in them know", async () => {
    const { userId, count } = await given(
      Array.from({ length: 2400 }, (_, n) => ({
        own_title: n % 400 > 0 ? "quince" : n % 800 > 0 ? "rare" : "rare too",
      })),
    );
    const change = (set: string, which = "true") =>
      shelf.pool.query(`update links.links set ${set} where user_id = $1 and ${which}`, [userId]);
    await shelf.pool.query("insert into links.known_folders values ($1, 7)", [userId]);
    await change("is_favorite = true, visit_count = 3, folder_id = 7", "own_title <> 'rare'");
    for (const q of ["is:fav", "-is:fav", "is:visited", "is:unvisited", "in:seven", "-in:seven"]) {
      expect(await count(`rare ${q}`, { seven: [7] })).toEqual({ count: 3 });
    }
    await change("is_favorite = true, visit_count = 1, folder_id = 7");
    expect(await count("rare is:fav")).toEqual({ count: 6 });
    expect(await count("rare is:unvisited")).toEqual({ count: 0 });
    expect(await count("rare in:seven", { seven: [7] })).toEqual({ count: 6 });
    await change("is_favorite = false, folder_id = null", "own_title like 'rare%'");
    expect(await count("rare is:fav")).toEqual({ count: 0 });
    expect(await count("rare in:seven", { seven: [7] })).toEqual({ count: 0 });
    expect(await count("rare")).toEqual({ count: 6 });
  });

  test("given the schema takes another name, as after a rebuild, then words are still written and found", async () => {
    const renamed = await openTables();
    await renameSchema(renamed.pool, "links", "links_next");
    await renameSchema(renamed.pool, "links_next", "links");
    const userId = newUser();
    await addLinks(renamed, userId, titled("Häuser"));
    expect(await searching(renamed, userId).titles("haus")).toEqual(["Häuser"]);
  });
});
