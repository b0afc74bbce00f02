import {
  DESCRIPTION_CHARS,
  isSatchelError,
  NOTES_CHARS,
  TAG_CHARS,
  TAGS_PER_LINK,
  TITLE_CHARS,
  URL_CHARS,
} from "@satchel/contracts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { indexed } from "../domain/vectors.ts";
import {
  addLinks,
  givenLinks,
  type LinkColumns,
  newUser,
  openTables,
  searching,
  type Tables,
  titled,
} from "../../test/tables.ts";

// Words are written in the transaction of the projection: an error there stops it for everybody.

let tables: Tables;

beforeAll(async () => {
  tables = await openTables();
});

test("given more positions or words than PostgreSQL stores in a vector, then those up to its limits are indexed", async () => {
  const positionsIn = async (text: string, word: string): Promise<number[]> => {
    const { rows } = await tables.pool.query<{ positions: number[] }>(
      "select positions from unnest($1::tsvector) where lexeme = $2",
      [indexed([text], "D").vector, word],
    );
    return rows[0]?.positions ?? [];
  };
  expect(await positionsIn("x ".repeat(400), "x")).toHaveLength(256);
  const many = Array.from({ length: 17_000 }, (_, n) => `w${n}`).join(" ");
  expect(await positionsIn(many, "w16999")).toEqual([16_383]);
  // Two words with the same stem.
  expect(await positionsIn("houses house", "~hous")).toEqual([2, 3]);
});

const letters = (first: number, count: number): string =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(first + n)).join("");

const fieldsOf = (text: string): LinkColumns => ({
  own_title: text.slice(0, TITLE_CHARS),
  page_description: text.slice(0, DESCRIPTION_CHARS),
  notes: text.slice(0, NOTES_CHARS),
});

test.each<[string, LinkColumns]>([
  ["a word whose stem PostgreSQL just does not take", { notes: `ae${"x".repeat(2045)}` }],
  ["the same by a page, in letters of three octets", { page_description: `aeß${"क".repeat(681)}` }],
  ["the same in a title, whose letters become many", { own_title: `ae${"\ufdf2".repeat(TITLE_CHARS - 2)}` }],
  ["one word of all that notes hold", { notes: "x".repeat(NOTES_CHARS) }],
  ["letters that become eighteen each", fieldsOf("\ufdfa".repeat(NOTES_CHARS))],
  ["as many words as notes hold", { notes: letters(0x4e00, NOTES_CHARS) }],
  ["tags of control characters and signs of a query", { own_tags: ["\u0001", "a\u0001", "'", "\\", "':*"] }],
  [
    "everything as long as can be",
    {
      ...fieldsOf(letters(0x4e00, NOTES_CHARS)),
      own_tags: Array.from({ length: TAGS_PER_LINK }, (_, n) => letters(0xac00 + n * TAG_CHARS, TAG_CHARS)),
      url: `https://${"a.".repeat(1010)}b/`.slice(0, URL_CHARS),
      host: `${"a.".repeat(1010)}b`,
      final_url: `https://${"b.".repeat(1010)}b/`,
      final_host: `${"b.".repeat(1010)}b`,
    },
  ],
])("given %s, then the link is indexed, and found by another word", async (_, given) => {
  const user = newUser();

  await addLinks(tables, user, [{ suggested_title: "", ...given, site_name: null, author: null }]);
  await addLinks(tables, user, [{ own_title: "needle" }]);

  expect(await searching(tables, user).titles("needle")).toEqual(["needle"]);
  const { rows } = await tables.pool.query("select count(*)::int as n from search.texts where user_id = $1", [user]);
  expect(rows).toEqual([{ n: 2 }]);
});

test("given a word that is longer than a search, then its beginning finds it", async () => {
  const user = newUser();
  const word = "x".repeat(2047);

  await addLinks(tables, user, [{ own_title: "long", notes: word }]);

  expect(await searching(tables, user).titles(word.slice(0, 400))).toEqual(["long"]);
  expect(await searching(tables, user).titles(word.slice(0, 500))).toEqual(["long"]);
});

test("given a tag that looks like a site or another tag, then it is found by its own name only", async () => {
  const user = newUser();

  await addLinks(tables, user, [{ own_title: "mine", own_tags: ["@evil.example", "#planted"] }]);

  const { titles } = searching(tables, user);
  expect([await titles("site:evil.example"), await titles("tag:planted")]).toEqual([[], []]);
  expect(await titles('tag:"#planted"')).toEqual(["mine"]);
});

test("given any texts, then they are indexed", async () => {
  const text = (maxLength: number): fc.Arbitrary<string> =>
    fc
      .array(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 20 }),
          fc.constantFrom(
            "'",
            "\\",
            "ae",
            "ue",
            "~",
            "_",
            "\u0001",
            "a-b",
            "aB",
            "%00",
            "%27",
            "ﷺ",
            "東",
            "ies",
            "1.5e9",
          ),
          fc.nat({ max: 3000 }).map((length) => "x".repeat(length)),
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join("").toWellFormed().replaceAll("\0", "").slice(0, maxLength).toWellFormed());
  const row = fc.record({
    own_title: text(TITLE_CHARS),
    page_description: text(DESCRIPTION_CHARS),
    notes: text(NOTES_CHARS),
    own_tags: fc.array(text(TAG_CHARS), { maxLength: 4 }),
    host: text(URL_CHARS),
    url: text(URL_CHARS),
    final_url: text(URL_CHARS),
  });
  await fc.assert(
    fc.asyncProperty(row, async (given) => {
      await addLinks(tables, newUser(), [given]);
    }),
    { numRuns: 150 },
  );
});

test("given any input, then it is a search or refused with a reason, and never an error of the database", async () => {
  const user = await givenLinks(tables, titled("a b c", "tag:x 'quoted' \\ back"));
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom(
      ":*",
      "'",
      "''",
      "\\",
      "\\'",
      "|",
      "&",
      "!",
      "(",
      ")",
      "<->",
      "<2>",
      "-",
      '"',
      "tag:'",
      'tag:"\\',
      "site:'x",
      "*",
      "\u202e",
      "\ud800",
      "ﷺ",
      "½",
      "ŀ",
      "\u0001",
      "a:A",
      " or ",
      "-(",
      "is:fav",
      "note:",
      "%",
      "_",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const q = pieces.join("").replaceAll("\0", "").slice(0, 500);
      try {
        await user.page(q);
      } catch (error) {
        if (!isSatchelError(error)) throw error;
      }
    }),
    { numRuns: 150 },
  );
  for (const q of ["-", '"', "(", "-(", "(-", "(a or ", ":*", "a-", "a:* ", "'", "東", "aB"].map((unit) =>
    unit.repeat(500 / unit.length),
  )) {
    await user.page(q).catch((error: unknown) => {
      if (!isSatchelError(error)) throw error;
    });
  }
});
