import type { LinkId } from "@satchel/contracts";
import { queriesOver } from "@satchel/chassis";
import { beforeAll, describe, expect, test } from "vitest";
import {
  applyEvents,
  type LinkColumns,
  givenLinks,
  type LinkEvent,
  openTables,
  type Tables,
  titled,
} from "../../test/tables.ts";
import { sweepVocabularies } from "../policies/sweep-vocabularies.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

const given = (links: readonly LinkColumns[]) => givenLinks(tables, links);

describe("parts of compounds", () => {
  test.each([
    ["haus", "Das Krankenhaus am Stadtrand"],
    ["häuser", "Zwei Krankenhäuser"],
    ["versicherung", "Die Lebensversicherungspolice"],
    ["kranken", "Das Krankenhaus am Stadtrand"],
  ])("given that no link has %s as a word, then %s is found by it", async (q, title) => {
    const { titles } = await given(titled("Etwas anderes", title));
    expect(await titles(q)).toEqual([title]);
  });

  test("given a link with the word itself, then compounds are not shown", async () => {
    const { titles } = await given(titled("Das Haus", "Das Krankenhaus"));
    expect(await titles("haus ")).toEqual(["Das Haus"]);
  });

  test("given a known word in no link with the other one, then its compounds with that are found", async () => {
    const { titles } = await given(titled("Das Haus", "Krankenhaus in Bremen"));
    expect(await titles("haus bremen")).toEqual(["Krankenhaus in Bremen"]);
  });

  test("given a short word, then it is not looked for within others", async () => {
    const { titles } = await given(titled("party"));
    expect(await titles("art ")).toEqual([]);
  });
});

test("given a beginning that more words have than are looked up, then all of them are found, alone and beside others", async () => {
  const { count, titles } = await given(
    Array.from({ length: 700 }, (_, n) => ({ own_title: `pre${n} ${n % 350 === 3 ? "rare" : "other"}` })),
  );
  expect(await count("pre")).toEqual({ count: 100, at_least: true });
  expect(await titles("rare pre")).toEqual(["pre353 rare", "pre3 rare"]);
  expect(await titles("pre35")).toHaveLength(11);
});

test("given a typing error before a word that is still being typed, then words that begin so are found beside it", async () => {
  const { titles } = await given(titled("Bremen Krankenhaus", "Ein Kranz", "Bremen Hafen"));
  expect(await titles("bremne krank")).toEqual(["Bremen Krankenhaus"]);
});

describe("the sweep of vocabularies", () => {
  const wordsOf = async (userId: string): Promise<string[]> => {
    const { rows } = await tables.pool.query<{ word: string }>(
      "select word from search.vocabulary where user_id = $1 and word !~ '^[0-9]+$' order by word",
      [userId],
    );
    return rows.map(({ word }) => word);
  };
  const sweep = (): Promise<void> => sweepVocabularies(queriesOver(tables.pool));

  test("given a purged and a changed link, then words without a link are removed, and the others stay", async () => {
    const { userId, linkIds } = await given(titled("secret shared", "former shared", "kept shared"));
    const [purged, changed] = linkIds as LinkId[];
    await applyEvents(tables, userId, [
      { linkId: purged, type: "LinkPurged", data: {} } as LinkEvent,
      { linkId: changed, type: "LinkChanged", data: { title: "renamed shared" } } as LinkEvent,
    ]);
    expect(await wordsOf(userId)).toEqual(["com", "example", "former", "kept", "renamed", "secret", "shared"]);
    await sweep();
    expect(await wordsOf(userId)).toEqual(["com", "example", "kept", "renamed", "shared"]);
    const { rowCount } = await tables.pool.query("select from search.sweeps where user_id = $1", [userId]);
    expect(rowCount).toBe(0);
  });

  test("given more words than are looked up at once, and statistics from before there were any, then all are looked up", async () => {
    await given(titled("an account with few words"));
    await tables.pool.query("analyze");
    const many = Array.from({ length: 1200 }, (_, n) => `w${String(n).padStart(4, "0")}x`);
    const { userId, linkIds } = await given([{ own_title: "kept", notes: many.join(" ") }]);
    const [linkId = ""] = linkIds;
    await applyEvents(tables, userId, [
      { linkId, type: "LinkChanged", data: { notes: many.at(-1) ?? "" } } as LinkEvent,
    ]);
    await sweep();
    expect(await wordsOf(userId)).toEqual(["com", "example", "kept", many.at(-1)]);
  });
});
