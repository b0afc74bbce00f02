import { renameSchema, type StoredEvent } from "@satchel/chassis";
import { isSatchelError, type LinkListQuery } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import {
  addLinks,
  applyEvents,
  type LinkColumns,
  type LinkEvent,
  givenLinks,
  newUser,
  openTables,
  searching,
  type Tables,
  titled,
} from "../../test/tables.ts";
import { searchProjection } from "../projection/projection.ts";
import type { SearchPlace } from "./search-place.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

const given = (links: readonly LinkColumns[]) => givenLinks(tables, links);

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
    // By and by, and some between those that are there.
    for (let at = 2; at < links.length; at += 700) await addLinks(tables, many.userId, links.slice(at, at + 700));
  });

  test("given thousands of matches, when all pages are read, then each link is on one page", async () => {
    const seen = await turn(many.page, "pine", 90);
    expect(seen).toHaveLength(2000);
    expect(new Set(seen).size).toBe(2000);
    expect(seen.slice(0, 45).every((title) => title?.startsWith("pine"))).toBe(true);
  });

  test("given more matches than are ranked, then the others follow in the order of the list", async () => {
    const { rows } = await tables.pool.query<{ title: string; rank: number }>(
      `select coalesce(own_title, '') as title from links.links where user_id = $1 and (own_title like 'pine%' or page_description = 'pine')
       order by saved_at desc, position desc`,
      [many.userId],
    );
    const inList = rows.map(({ title }) => title);
    const seen = await turn(many.page, "pine", 70);
    expect(seen.slice(0, 100)).not.toEqual(inList.slice(0, 100));
    expect(new Set(seen.slice(0, 100))).toEqual(new Set(inList.slice(0, 100)));
    expect(seen.slice(100)).toEqual(inList.slice(100));
  });

  test("given links that are saved, dated back and deleted between two pages, then no other link is repeated or lost", async () => {
    const trees = (count: number, name: string, saved = {}): LinkColumns[] =>
      Array.from({ length: count }, (_, n) => ({
        ...(n % 4 === 0
          ? { own_title: `${name} ${n}`, page_description: "larch" }
          : { own_title: `larch ${name} ${n}` }),
        ...saved,
      }));
    const { userId, page } = await given(trees(240, "first"));
    const { rows: newest } = await tables.pool.query<{ at: Date }>(
      "select max(saved_at) as at from links.links where user_id = $1",
      [userId],
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    let round = 0;
    do {
      const { links, nextCursor } = await page("larch", { size: 20, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...links.flatMap(({ title }) => title ?? []));
      cursor = nextCursor;
      round++;
      const between = { saved_at: new Date(Number(newest[0]?.at) - round * 200_000).toISOString() };
      await addLinks(tables, userId, [...trees(8, `later${round}`), ...trees(8, `between${round}`, between)]);
      // One that was shown, and two of which some were not.
      const gone = [seen.at(-1), `first ${round * 16}`, `larch first ${239 - round * 4 - 2}`];
      await tables.pool.query("update links.links set deleted_at = now() where user_id = $1 and own_title = any($2)", [
        userId,
        gone,
      ]);
    } while (cursor !== undefined && round < 40);
    expect(new Set(seen).size).toBe(seen.length);
    const { rows } = await tables.pool.query<{ title: string }>(
      "select own_title as title from links.links where user_id = $1 and deleted_at is null and own_title like '%first%'",
      [userId],
    );
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.map(({ title }) => title).filter((title) => !seen.includes(title))).toEqual([]);
  });

  test("given filters only, when all pages are read, then the list's order is kept", async () => {
    const { rows } = await tables.pool.query<{ title: string }>(
      "select own_title as title from links.links where user_id = $1 and 'even' = any(own_tags) order by saved_at desc, position desc",
      [many.userId],
    );
    expect(await turn(many.page, "tag:even", 100)).toEqual(rows.map(({ title }) => title));
  });

  test("then the count has an upper limit, which is reported; the requested number of ids is returned", async () => {
    expect(await many.count("pine")).toEqual({ count: 100, at_least: true });
    expect(await many.count('"pine 2997"')).toEqual({ count: 1 });
    expect(await many.ids("pine", 1500)).toHaveLength(1500);
    expect(await many.ids("pine", 10_001)).toHaveLength(2000);
  });

  test("then page and size are allowed within the first window only", async () => {
    const byCursor = await turn(many.page, "tag:even pine", 50);
    expect(await many.titles("tag:even pine", { page: 3, size: 50 })).toEqual(byCursor.slice(100, 150));
    await expect(many.page("pine", { page: 50, size: 50 })).rejects.toMatchObject({ data: { code: "rejected" } });
  });

  test("given links of times before 1970, when all pages are read, then each link is on one page", async () => {
    const saved_at = "1969-07-20T20:17:40.000Z";
    const { page } = await given(["a", "b", "c"].map((name) => ({ own_title: `moon ${name}`, saved_at })));
    const seen = await turn(page, "moon", 1);
    expect(seen).toHaveLength(3);
    expect(new Set(seen)).toEqual(new Set(["moon a", "moon b", "moon c"]));
  });

  test("then a cursor is valid for its own search only", async () => {
    const { nextCursor = "" } = await many.page("pine");
    for (const [q, query] of [
      ["oak", {}],
      ["pine", { favorites_only: true }],
      ["pine ", {}],
    ] as const) {
      await expect(many.page(q, { ...query, cursor: nextCursor })).rejects.toMatchObject({ data: { code: "invalid" } });
    }
    const [digest, read] = JSON.parse(Buffer.from(nextCursor, "base64url").toString()) as [string, SearchPlace];
    const forged = [
      {},
      null,
      { ...read, stage: 2 },
      { ...read, last: { ...read.last, position: 0.5 } },
      { ...read, ranked: 1 },
    ];
    for (const at of ["x", -1e15, 1e300, null, [1]]) forged.push({ ...read, last: { ...read.last, at } });
    const written = forged.map((one) => Buffer.from(JSON.stringify([digest, one])).toString("base64url"));
    for (const cursor of ["", "x", nextCursor.slice(0, -2), `x${nextCursor}`, "bnVsbA", ...written]) {
      await expect(many.page("pine", { cursor })).rejects.toMatchObject({ data: { code: "invalid" } });
    }
  });
});

describe("what changes", () => {
  test("given a link that is changed, deleted, restored, saved again or purged, then searches show the new state", async () => {
    const { userId, linkIds, titles } = await given(titled("first quince", "second quince"));
    const [first = "", second = ""] = linkIds;
    const change = (set: string) =>
      tables.pool.query(`update links.links set ${set} where user_id = $1 and id = $2`, [userId, first]);
    const tell = (linkId: string, type: string, data: object) =>
      applyEvents(tables, userId, [{ linkId, type, data } as LinkEvent]);
    await tell(first, "LinkChanged", { notes: "medlar" });
    expect(await titles("medlar")).toEqual(["first quince"]);
    await tell(first, "LinkSavedAgain", { notes: "damson" });
    expect(await titles("medlar")).toEqual([]);
    expect(await titles("damson")).toEqual(["first quince"]);
    await change("deleted_at = now()");
    expect(await titles("quince")).toEqual(["second quince"]);
    await change("deleted_at = null");
    await change("saved_at = '2030-01-01'");
    expect(await titles("quince")).toEqual(["first quince", "second quince"]);
    await tell(second, "LinkPurged", {});
    expect(await titles("quince")).toEqual(["first quince"]);
    await applyEvents(tables, userId, [{ linkId: "", type: "UserErased", data: {} } as LinkEvent]);
    for (const table of ["texts", "vocabulary", "sweeps"]) {
      const { rowCount } = await tables.pool.query(`select from search.${table} where user_id = $1`, [userId]);
      expect(rowCount).toBe(0);
    }
  });

  test("given what the page says is replaced by the owner, then that is found, and the page's again when it is emptied", async () => {
    const { userId, linkIds, titles } = await given([{ page_title: "page title", page_tags: ["pagetag"] }]);
    const [linkId = ""] = linkIds;
    const change = (data: object) => applyEvents(tables, userId, [{ linkId, type: "LinkChanged", data } as LinkEvent]);
    await change({ title: "owned", tags: ["mine"] });
    expect([
      await titles("owned"),
      await titles("page"),
      await titles("tag:pagetag"),
      await titles("tag:mine"),
    ]).toEqual([["page title"], [], [], ["page title"]]);
    await change({ title: "", tagsOfPage: true });
    expect([
      await titles("owned"),
      await titles("page"),
      await titles("tag:pagetag"),
      await titles("tag:mine"),
    ]).toEqual([[], ["page title"], ["page title"], []]);
  });

  test("given a visit, a favourite or a folder, then no words are written", () => {
    const events = [
      ["LinkVisited", { visitCount: 2 }],
      ["LinkChanged", { isFavorite: true, folderId: 7 }],
      ["LinkDeleted", {}],
      ["PageHealthChanged", { url: "https://a.example/", health: "gone" }],
    ] as const;
    const at = { kind: "aggregate", partition: 0, userId: newUser(), context: "links", aggregateId: newUser() };
    for (const [type, data] of events) {
      expect(searchProjection.project({ type, data, at, sequence: 1 } as unknown as StoredEvent)).toEqual([]);
    }
  });

  test("given long lists of favourites, visited links and a folder, when links are added to them and removed, then searches in them find the current ones", async () => {
    const { userId, count } = await given(
      Array.from({ length: 2400 }, (_, n) => ({
        own_title: n % 400 > 0 ? "quince" : n % 800 > 0 ? "rare" : "rare too",
      })),
    );
    const change = (set: string, which = "true") =>
      tables.pool.query(`update links.links set ${set} where user_id = $1 and ${which}`, [userId]);
    await tables.pool.query("insert into links.known_folders values ($1, 7)", [userId]);
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
    await renameSchema(renamed.pool, "search", "search_next");
    await renameSchema(renamed.pool, "search_next", "search");
    const userId = newUser();
    await addLinks(renamed, userId, titled("Häuser"));
    expect(await searching(renamed, userId).titles("haus")).toEqual(["Häuser"]);
  });
});

describe("given a search with words", () => {
  const plums = () => givenLinks(tables, titled("plum", "about a plum", "the plums"));

  test("when it is sorted by newest, then the order is by time on all pages", async () => {
    const { titles, page } = await plums();
    expect(await titles("plum", { sort: "newest" })).toEqual(["the plums", "about a plum", "plum"]);
    expect(await titles("plum")).not.toEqual(["the plums", "about a plum", "plum"]);
    const first = await page("plum", { sort: "newest", size: 2 });
    const second = await page("plum", { sort: "newest", size: 2, cursor: first.nextCursor ?? "" });
    expect([...first.links, ...second.links].map(({ title }) => title)).toEqual(["the plums", "about a plum", "plum"]);
  });

  test("when another order, or a cursor of another order, is requested, then it is refused", async () => {
    const { page } = await plums();
    for (const sort of ["oldest", "title"] as const) {
      const detail = "What a search finds can be sorted by newest only";
      expect(await refusal(page("plum", { sort }))).toMatchObject({ code: "invalid", detail });
    }
    const { nextCursor: cursor = "" } = await page("plum", { size: 1 });
    expect(await refusal(page("plum", { sort: "newest", cursor }))).toMatchObject({ code: "invalid" });
  });
});

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (isSatchelError(error) ? error.data : error),
  );
