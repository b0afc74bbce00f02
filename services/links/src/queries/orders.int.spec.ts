import { titleKey, TITLE_KEY_CHARS, TITLE_KEY_SKIPS } from "@satchel/contracts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { addLinks, givenLinks, openTables, type Tables } from "../../test/tables.ts";
import { errorOf, newUser } from "../../test/system.ts";
import { type LinkPage, listLinks } from "./index.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

type Query = Parameters<typeof listLinks>[2];

/** A cursor with another value of the list's order. */
function withPlace(cursor: string, by: unknown): string {
  const [digest, [, position]] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, unknown[]];
  return Buffer.from(JSON.stringify([digest, [by, position]])).toString("base64url");
}

/** All links of a list by its cursor, so many at a time; what `between` does is done before each further page. */
async function readAll(
  userId: ReturnType<typeof newUser>,
  query: Query,
  between: () => Promise<unknown> = async () => undefined,
): Promise<(string | null)[]> {
  const titles: (string | null)[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    if (!isFirst) await between();
    const page: LinkPage = await listLinks(tables.db, userId, {
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
    });
    titles.push(...page.links.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  return titles;
}

const byCharacter = (a: string | null, b: string | null): number =>
  Number((a ?? "") > (b ?? "")) - Number((a ?? "") < (b ?? ""));

const titled = (titles: readonly string[], more: object = {}) => titles.map((own_title) => ({ own_title, ...more }));

describe("the key of a title", () => {
  const keyOf = async (title: string | null, url: string): Promise<string> => {
    const { rows } = await tables.pool.query<{ key: string }>("select links.title_key($1, $2) as key", [title, url]);
    return rows[0]?.key ?? "";
  };

  test.each([
    ["The Sea", "https://a.example/", "the sea"],
    ["“Ölfarben” – ein Überblick", "https://a.example/", "olfarben” – ein uberblick"],
    ["  [Show] Straße", "https://a.example/", "show] strasse"],
    ["Łódź, ÆSIR, Ø", "https://a.example/", "lodz, aesir, o"],
    ["ΟΔΟΣ", "https://a.example/", "οδοσ"],
    ["İstanbul", "https://a.example/", "istanbul"],
    ["東京", "https://a.example/", "東京"],
    ["ﬁnding", "https://a.example/", "finding"],
    ["…", "https://a.example/", "..."],
    ["", "https://www.Sea.example/A", "sea.example/a"],
    [null, "http://sea.example/", "sea.example/"],
    ["🌊".repeat(200), "https://a.example/", "🌊".repeat(TITLE_KEY_CHARS)],
  ])("of %j at %s is %j, here and in the page", async (title, url, key) => {
    expect(titleKey(title, url)).toBe(key);
    expect(await keyOf(title, url)).toBe(key);
  });

  test("is the same in the page as in PostgreSQL, whatever stands in a title", async () => {
    const letter = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      fc.constantFrom(...Array.from("ÀßẞæÆŒøŁđΣςİıǅﬁ한가ｶﾞ①½ ‘’„”"), ...Array.from(TITLE_KEY_SKIPS)),
      fc.constantFrom("e\u0301", "\u0301", "👩‍👩‍👧", "\u200f", "ﷺ"),
    );
    const title = fc.array(letter, { maxLength: 160 }).map((letters) => letters.join("").replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(title, fc.webUrl(), async (of, url) => {
        expect(await keyOf(of, url)).toBe(titleKey(of, url));
      }),
      { numRuns: 300 },
    );
  });
});

describe("given links, when they are listed in an order", () => {
  const titles = ["Zebra", "apple", "Äpfel", "10 rules", "“Banana”", "apple"];

  test.each([
    ["newest", ["apple", "“Banana”", "10 rules", "Äpfel", "apple", "Zebra"]],
    ["oldest", ["Zebra", "apple", "Äpfel", "10 rules", "“Banana”", "apple"]],
    ["title", ["10 rules", "Äpfel", "apple", "apple", "“Banana”", "Zebra"]],
  ] as const)("then by %s, by whatever pages", async (sort, expected) => {
    const { userId } = await givenLinks(tables, titled(titles));
    for (const size of [1, 2, 4, 100]) expect(await readAll(userId, { sort, size })).toEqual(expected);
    const byNumber = [1, 2, 3].map((page) => listLinks(tables.db, userId, { sort, size: 2, page }));
    expect((await Promise.all(byNumber)).flatMap(({ links }) => links.map(({ title }) => title))).toEqual(expected);
  });

  test("then links saved in the same millisecond are in the order of their events, forwards or backwards", async () => {
    const { userId } = await givenLinks(tables, titled(["a", "b", "c"], { saved_at: "2020-01-01T00:00:00Z" }));
    expect(await readAll(userId, { sort: "newest", size: 1 })).toEqual(["c", "b", "a"]);
    expect(await readAll(userId, { sort: "oldest", size: 1 })).toEqual(["a", "b", "c"]);
  });

  test.each(["oldest", "title"] as const)(
    "then by %s each is on one page, also when links are added in between",
    async (sort) => {
      const names = Array.from({ length: 12 }, (_, n) => `m${String(n).padStart(2, "0")}`);
      const { userId } = await givenLinks(tables, titled(names));
      // Before what was read: nothing moves.
      const between = () => addLinks(tables, userId, titled(["a"], { saved_at: "2010-01-01T00:00:00Z" }));
      expect(await readAll(userId, { sort, size: 5 }, between)).toEqual(names);
    },
  );

  test("then a link is sorted by the shown title: the owner's, else the page's, else the address", async () => {
    const { userId } = await givenLinks(tables, [
      { own_title: "c", page_title: "a" },
      { page_title: "b" },
      { suggested_title: "d" },
      { url_title: "e" },
      { url: "https://www.bb.example/" },
    ]);
    expect(await readAll(userId, { sort: "title" })).toEqual(["b", null, "c", "d", "e"]);
  });

  test("then another title, or another page's, moves it", async () => {
    const { userId } = await givenLinks(tables, titled(["a", "b", "c"]));
    await tables.pool.query("update links.links set own_title = 'z' where user_id = $1 and own_title = 'a'", [userId]);
    expect(await readAll(userId, { sort: "title" })).toEqual(["b", "c", "z"]);
  });
});

describe("given parts of an archive, short and long, when they are listed by title", () => {
  const userId = newUser();
  const LONG = 2300;
  beforeAll(async () => {
    const shuffled = Array.from({ length: LONG }, (_, n) => String((n * 7) % LONG).padStart(4, "0"));
    await addLinks(tables, userId, titled(shuffled, { folder_id: 1 }));
    await addLinks(tables, userId, titled(["y", "x"], { folder_id: 2, is_favorite: true }));
    await addLinks(tables, userId, titled(["w", "v"], { folder_id: 2, visit_count: 1 }));
  });

  test.each<[Query, number, string[]]>([
    [{}, LONG + 4, ["0000", "0001", "0002"]],
    [{ folder_id: 1 }, LONG, ["0000", "0001", "0002"]],
    [{ folder_id: 2 }, 4, ["v", "w", "x", "y"]],
    [{ favorites_only: true }, 2, ["x", "y"]],
    [{ unvisited_only: true, folder_id: 2 }, 2, ["x", "y"]],
  ])("then %j has all its %d links in order", async (filters, count, first) => {
    const all = await readAll(userId, { ...filters, sort: "title", size: 100 });
    expect(all).toHaveLength(count);
    expect(all.slice(0, first.length)).toEqual(first);
    expect(all).toEqual(all.toSorted(byCharacter));
  });
});

describe("given a cursor", () => {
  test("when it is of a list in another order, then it is refused", async () => {
    const { userId } = await givenLinks(tables, titled(["a", "b", "c"]));
    const sorts = ["newest", "oldest", "title"] as const;
    for (const of of sorts) {
      const { nextCursor: cursor = "" } = await listLinks(tables.db, userId, { sort: of, size: 1 });
      expect(cursor).not.toBe("");
      for (const sort of sorts) {
        const listing = listLinks(tables.db, userId, { sort, cursor, size: 1 });
        if (sort === of) expect((await listing).links).toHaveLength(1);
        else expect(await errorOf(listing)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
      }
    }
  });

  test("when its title is no text, then it is refused", async () => {
    const { userId } = await givenLinks(tables, titled(["a", "b"]));
    const { nextCursor = "" } = await listLinks(tables.db, userId, { sort: "title", size: 1 });
    for (const key of ["a\0b", "x".repeat(250), 1, null, ["a"]]) {
      const cursor = withPlace(nextCursor, key);
      const listing = listLinks(tables.db, userId, { sort: "title", cursor });
      expect(await errorOf(listing)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
    }
  });

  test.each([1e15, -1e15, 0.5, "1", null])("when its time is %j, then it is refused", async (time) => {
    const { userId } = await givenLinks(tables, titled(["a", "b"]));
    for (const sort of ["newest", "oldest"] as const) {
      const { nextCursor = "" } = await listLinks(tables.db, userId, { sort, size: 1 });
      const listing = listLinks(tables.db, userId, { sort, cursor: withPlace(nextCursor, time) });
      expect(await errorOf(listing)).toMatchObject({ code: "invalid", detail: "Invalid cursor" });
    }
  });

  test("when it is of a time before 1970, then it is valid", async () => {
    const { userId } = await givenLinks(tables, titled(["a", "b"], { saved_at: "1969-07-20T20:17:40Z" }));
    for (const sort of ["newest", "oldest"] as const) {
      const { nextCursor = "" } = await listLinks(tables.db, userId, { sort, size: 1 });
      expect((await listLinks(tables.db, userId, { sort, size: 1, cursor: nextCursor })).links).toHaveLength(1);
    }
  });

  test("when it is of the longest title, then it still fits", async () => {
    const { userId } = await givenLinks(tables, titled(["🌊".repeat(100), "🌊".repeat(100)]));
    const { nextCursor = "" } = await listLinks(tables.db, userId, { sort: "title", size: 1 });
    expect(nextCursor.length).toBeGreaterThan(300);
    expect(nextCursor.length).toBeLessThan(400);
    expect((await listLinks(tables.db, userId, { sort: "title", size: 1, cursor: nextCursor })).links).toHaveLength(1);
  });
});
