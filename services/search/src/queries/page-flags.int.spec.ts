import { randomUUID } from "node:crypto";
import { LONG_READ_MINUTES } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import {
  addLinks,
  applyEvents,
  type LinkColumns,
  type LinkEvent,
  newUser,
  openTables,
  searching,
  type Tables,
} from "../../test/tables.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

async function given(links: readonly LinkColumns[]) {
  const userId = newUser();
  // Each leads to a page of its own unless it says otherwise.
  const linkIds = await addLinks(
    tables,
    userId,
    links.map((link) => ({ page_id: randomUUID(), health_state: "fine", ...link })),
  );
  return { userId, linkIds, ...searching(tables, userId) };
}

describe("is:broken", () => {
  const links = [
    { own_title: "green pine" },
    { own_title: "gone pine", health_state: "gone" },
    { own_title: "gone oak", health_state: "gone" },
    { own_title: "moved", health_state: "moved" },
    { own_title: "unknown", health_state: "unknown" },
  ];

  test("given links of every health, then it finds those whose page is gone, alone and beside words", async () => {
    const { titles, count } = await given(links);
    expect(await titles("is:broken")).toEqual(["gone oak", "gone pine"]);
    expect(await count("is:broken")).toEqual({ count: 2 });
    expect(await titles("pine is:broken")).toEqual(["gone pine"]);
    expect(await titles("-is:broken")).toEqual(["unknown", "moved", "green pine"]);
    expect(await titles("pine -is:broken")).toEqual(["green pine"]);
    expect(await titles("is:broken -is:broken")).toEqual([]);
    expect(await titles("is:BROKEN is:unvisited")).toEqual(["gone oak", "gone pine"]);
  });

  test("given a page that is gone and then exists again, then a search with words shows each state", async () => {
    const { userId, titles, linkIds } = await given(links);
    const set = (state: string) =>
      tables.pool.query("update links.links set health_state = $3 where user_id = $1 and id = $2", [
        userId,
        linkIds[0],
        state,
      ]);
    await set("gone");
    expect(await titles("green is:broken")).toEqual(["green pine"]);
    await set("fine");
    expect(await titles("green is:broken")).toEqual([]);
  });

  test("given thousands of links, then those that are gone are found by an index", async () => {
    const { userId, titles } = await given(
      Array.from({ length: 3000 }, (_, n) => ({
        own_title: `pine ${n}`,
        health_state: n % 1000 === 0 ? "gone" : "fine",
      })),
    );
    expect(await titles("is:broken")).toEqual(["pine 2000", "pine 1000", "pine 0"]);
    expect(await titles("pine is:broken")).toHaveLength(3);
    await tables.pool.query("analyze links.links");
    const { rows } = await tables.pool.query<{ "QUERY PLAN": string }>(
      `explain select id from links.links l where l.user_id = '${userId}' and l.deleted_at is null
         and l.health_state = 'gone' order by l.saved_at desc, l.position desc limit 11`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Filter");
  });
});

test("given links of every origin, then is:imported finds those of imports, alone and beside words", async () => {
  const { titles, count } = await given([
    { own_title: "mailed pine", saved_by: "mail" },
    { own_title: "imported pine", saved_by: "import" },
    { own_title: "imported oak", saved_by: "import" },
  ]);
  expect(await titles("is:imported")).toEqual(["imported oak", "imported pine"]);
  expect(await count("is:imported")).toEqual({ count: 2 });
  expect(await titles("pine is:imported")).toEqual(["imported pine"]);
  expect(await titles("-is:imported")).toEqual(["mailed pine"]);
});

describe("is:duplicate", () => {
  const [one, two] = [randomUUID(), randomUUID()];
  const links = [
    { own_title: "article pine", page_id: one },
    { own_title: "short link", page_id: one },
    { own_title: "alone pine" },
    { own_title: "deleted copy of alone", page_id: two, deleted_at: "2026-01-01T00:00:00Z" },
    { own_title: "its original", page_id: two },
  ];

  test("given links that lead to one page, then it finds them, alone and beside words", async () => {
    const { titles, count } = await given(links);
    expect(await titles("is:duplicate")).toEqual(["short link", "article pine"]);
    expect(await count("is:duplicate")).toEqual({ count: 2 });
    expect(await titles("pine is:duplicate")).toEqual(["article pine"]);
    expect(await titles("-is:duplicate")).toEqual(["its original", "alone pine"]);
    expect(await titles("pine -is:duplicate")).toEqual(["alone pine"]);
  });

  test("given the same page in another account, then it is no duplicate", async () => {
    await given([{ own_title: "theirs", page_id: one }]);
    const { titles } = await given([{ own_title: "mine", page_id: one }]);
    expect(await titles("is:duplicate")).toEqual([]);
  });

  test("given thousands of links, then it finds a pair among them with a word that all have", async () => {
    const page_id = randomUUID();
    const { titles } = await given(
      Array.from({ length: 3000 }, (_, n) => ({ own_title: `pine ${n}`, ...(n % 1500 === 7 ? { page_id } : {}) })),
    );
    expect(await titles("is:duplicate")).toEqual(["pine 1507", "pine 7"]);
    expect(await titles("pine is:duplicate")).toEqual(["pine 1507", "pine 7"]);
  });
});

describe("is:duplicate, when links change", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const pair = async () => {
    const { userId, linkIds, titles } = await given([
      { own_title: "first", page_id: one },
      { own_title: "second", page_id: one },
      { own_title: "third", page_id: other },
    ]);
    const set = (n: number, column: "page_id" | "deleted_at", value: string | null) =>
      tables.pool.query(`update links.links set ${column} = $3 where user_id = $1 and id = $2`, [
        userId,
        linkIds[n],
        value,
      ]);
    return { userId, titles: () => titles("is:duplicate"), set };
  };

  test("given a pair, when one link is deleted and restored, then in between they are no pair", async () => {
    const { titles, set } = await pair();
    expect(await titles()).toEqual(["second", "first"]);
    await set(0, "deleted_at", "2026-01-01T00:00:00Z");
    expect(await titles()).toEqual([]);
    await set(0, "deleted_at", null);
    expect(await titles()).toEqual(["second", "first"]);
  });

  test("given a pair, when one link gets another final address, then it is a pair with the links to that page", async () => {
    const { titles, set } = await pair();
    await set(1, "page_id", other);
    expect(await titles()).toEqual(["third", "second"]);
  });

  test("given a pair, when all links of the user go at once, then nothing is left of it", async () => {
    const { userId, titles } = await pair();
    await tables.pool.query("delete from links.links where user_id = $1", [userId]);
    expect(await titles()).toEqual([]);
  });

  test("given more pairs than are looked up one by one, then the newest are found, and the others not", async () => {
    const pages = Array.from({ length: 2100 }, () => randomUUID());
    const { titles, count } = await given([
      ...pages.map((page_id, n) => ({ own_title: `copy ${n}`, page_id })),
      { own_title: "alone" },
      ...pages.map((page_id, n) => ({ own_title: `again ${n}`, page_id })),
    ]);
    expect((await titles("is:duplicate")).slice(0, 3)).toEqual(["again 2099", "again 2098", "again 2097"]);
    expect(await count("is:duplicate")).toEqual({ count: 100, at_least: true });
    expect(await titles("-is:duplicate")).toEqual(["alone"]);
  });
});

describe("is:long", () => {
  const links = [
    { own_title: "long pine", reading_minutes: LONG_READ_MINUTES + 1 },
    { own_title: "ten minutes", reading_minutes: LONG_READ_MINUTES },
    { own_title: "unknown pine", reading_minutes: null },
    { own_title: "long oak", reading_minutes: 90, visit_count: 1 },
  ];

  test("given pages of every length, then it finds the long ones, alone, beside words and in groups", async () => {
    const { titles, count } = await given(links);
    expect(await titles("is:long")).toEqual(["long oak", "long pine"]);
    expect(await count("is:long")).toEqual({ count: 2 });
    expect(await titles("pine is:long")).toEqual(["long pine"]);
    expect(await titles("is:unvisited is:long")).toEqual(["long pine"]);
    expect(await titles("-is:long")).toEqual(["unknown pine", "ten minutes"]);
    expect(await titles("(pine is:long) or ten")).toEqual(["ten minutes", "long pine"]);
    expect(await titles("is:long -is:long")).toEqual([]);
  });
});

describe("is:untagged", () => {
  const links = [
    { own_title: "tagged pine", own_tags: ["tree"] },
    { own_title: "described pine", page_tags: ["tree"] },
    { own_title: "cleared pine", page_tags: ["tree"], own_tags: [] },
    { own_title: "bare oak" },
  ];

  test("given links with tags of their own, of their pages, and none, then it finds those that show none", async () => {
    const { titles, count } = await given(links);
    expect(await titles("is:untagged")).toEqual(["bare oak", "cleared pine"]);
    expect(await count("is:untagged")).toEqual({ count: 2 });
    expect(await titles("pine is:untagged")).toEqual(["cleared pine"]);
    expect(await titles("-is:untagged")).toEqual(["described pine", "tagged pine"]);
    expect(await titles("(pine -is:untagged) or oak")).toEqual(["bare oak", "described pine", "tagged pine"]);
  });
});

describe("is:unfiled", () => {
  const links = [{ own_title: "filed pine", folder_id: 7 }, { own_title: "loose pine" }, { own_title: "loose oak" }];

  test("given links in and out of folders, then it finds those in none, alone, beside words and in groups", async () => {
    const { titles, count } = await given(links);
    expect(await titles("is:unfiled")).toEqual(["loose oak", "loose pine"]);
    expect(await count("is:unfiled")).toEqual({ count: 2 });
    expect(await titles("pine is:unfiled")).toEqual(["loose pine"]);
    expect(await titles("-is:unfiled")).toEqual(["filed pine"]);
    expect(await titles("pine -is:unfiled")).toEqual(["filed pine"]);
    expect(await titles("(pine -is:unfiled) or oak")).toEqual(["loose oak", "filed pine"]);
    expect(await titles("is:unfiled -is:unfiled")).toEqual([]);
  });
});

describe("where a link leads", () => {
  test("given a short link, then it is found by the site, the host and the words of the address that it leads to", async () => {
    const { titles } = await given([
      {
        own_title: "short",
        url: "https://t.example/AbC",
        host: "t.example",
        final_url: "https://www.news.example/2026/wonderful-bears",
        final_host: "www.news.example",
      },
      { own_title: "other" },
    ]);
    expect(await titles("site:news.example")).toEqual(["short"]);
    expect(await titles("site:t.example")).toEqual(["short"]);
    expect(await titles("bears")).toEqual(["short"]);
    expect(await titles("site:example.com")).toEqual(["other"]);
  });

  test("given a final address that is known later, then the link is found by it", async () => {
    const { userId, linkIds, titles } = await given([{ own_title: "short" }]);
    expect(await titles("bears")).toEqual([]);
    const data = {
      url: "https://example.com/1",
      finalUrl: "https://news.example/bears",
      attempts: 1,
      reason: "timeout",
    };
    await applyEvents(tables, userId, [{ linkId: linkIds[0] ?? "", type: "PageUnreachable", data } as LinkEvent]);
    expect(await titles("bears")).toEqual(["short"]);
    expect(await titles("site:news.example")).toEqual(["short"]);
  });
});
