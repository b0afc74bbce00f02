import { randomUUID } from "node:crypto";
import {
  type CopyTexts,
  createLogger,
  openCopyTexts,
  openPool,
  queriesOver,
  readConfig,
  rebuild,
  type RunningService,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type AnyEvent,
  type CopyId,
  DeleteLink,
  EraseLink,
  highlightsSubject,
  type Link,
  type LinkId,
  type LinkListQuery,
  partitionOf,
  type UserId,
} from "@satchel/contracts";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { newUser, ready, save, startSystem, type System } from "@satchel/links/test/system.ts";
import { atEnd, eventually, spawnProgram } from "@satchel/testing";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { SearchConfig, searchProjection, startSearch } from "../index.ts";
import { type Archive, countFound, findNewest, searchLinks, type SearchTables } from "./index.ts";

let system: System;
let running: RunningService;
let texts: CopyTexts;
let db: Kysely<LinksTables & SearchTables>;
const logger = createLogger("test", "silent");

const start = async (): Promise<void> => {
  running = await startSearch(readConfig(SearchConfig, system.env), logger);
  await ready(running);
};

beforeAll(async () => {
  system = await startSystem(["links"]);
  await start();
  texts = await openCopyTexts(system.bus);
  const reader = openPool({
    url: system.env.DATABASE_URL ?? "",
    logger,
    name: "reader",
    connections: 2,
    readOnly: true,
  });
  db = queriesOver<LinksTables & SearchTables>(reader);
  atEnd(async () => {
    await running.stop();
    await reader.end();
  });
});

const archiveOf = (userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async () => [],
});

const search = async (userId: UserId, q: string, query: LinkListQuery = {}): Promise<Link[]> =>
  (await searchLinks(archiveOf(userId), userId, { size: 100, ...query, q })).links;

const titles = async (userId: UserId, q: string, query: LinkListQuery = {}): Promise<(string | null)[]> =>
  (await search(userId, q, query)).map(({ title }) => title);

const append = async (subject: string, event: AnyEvent): Promise<number> => {
  const last = await system.journal.last(subject);
  const expected = last?.sequence ?? 0;
  return (await system.journal.append({ subject, event: { id: randomUUID(), ...event }, expected })).sequence;
};

/** The last event about each user's copies. */
const told = new Map<UserId, number>();

async function tell(userId: UserId, linkId: LinkId, event: AnyEvent): Promise<void> {
  const sequence = await append(aggregateSubject(userId, "archive", linkId), event);
  if (event.type !== "ReadingMoved") told.set(userId, sequence);
}

const aboutHighlights = (userId: UserId, linkId: LinkId, event: AnyEvent): Promise<number> =>
  append(highlightsSubject(userId, linkId), event);

/** Keeps a version of a link's page with this text, as the archive does. */
async function keep(userId: UserId, linkId: LinkId, text: string, language = "en"): Promise<CopyId> {
  const version = randomUUID() as CopyId;
  await texts.put({ userId, linkId, version }, text);
  const data = {
    linkId,
    version,
    source: "fetch",
    type: "text/html",
    sha256: "0".repeat(64),
    bytes: 1,
    leftOut: 0,
    language,
  };
  await tell(userId, linkId, { type: "PageKept", data } as AnyEvent);
  return version;
}

/** The sequence of the last event that a user's passages were filed from, and whether another is known. */
const filings = async (userId: UserId): Promise<{ filed: number; sequence: number }[]> =>
  (await system.pool.query("select filed, sequence from search.filings where user_id = $1", [userId])).rows;

/** Waits until all is filed up to the last event about a user's copies. */
const filed = (userId: UserId): Promise<unknown> =>
  eventually(async () => {
    const rows = await filings(userId);
    const last = Math.max(...rows.map(({ sequence }) => Number(sequence)));
    return last >= (told.get(userId) ?? 0) && rows.every((row) => Number(row.filed) === Number(row.sequence));
  });

let sites = 0;
const saveTitled = (userId: UserId, title: string): Promise<LinkId> =>
  save(system, userId, `https://example.com/${++sites}`, { title });

/** A user with one link whose page is kept. */
async function givenCopy(text: string, title = "Kept"): Promise<{ userId: UserId; linkId: LinkId; version: CopyId }> {
  const userId = newUser();
  const linkId = await saveTitled(userId, title);
  const version = await keep(userId, linkId, text);
  await filed(userId);
  return { userId, linkId, version };
}

const passagesOf = async (userId: UserId): Promise<unknown[]> =>
  (await system.pool.query("select * from search.passages where user_id = $1 order by id, part", [userId])).rows;

describe("given a link whose page is kept", () => {
  test.each([
    ["a word", "chlorophyll"],
    ["another form", "harvests"],
    ["a phrase", '"the green pigment"'],
    ["the beginning of a word", "chlorop"],
    ["words of text and title", "kept chlorophyll"],
    ["its field", "text:chlorophyll"],
    ["its field in brackets", "(text:chlorophyll or is:fav)"],
    ["one or the other", "chlorophyll or nothingelse"],
    ["with a filter", "chlorophyll is:unvisited site:example.com"],
    ["without a word", "chlorophyll -bread"],
    ["title and text by their fields", "title:kept text:pigment"],
  ])("when its text is searched for %s, then it is found", async (_, q) => {
    const { userId } = await givenCopy("Plants have chlorophyll, the green pigment that harvests light.");
    expect(await titles(userId, q)).toEqual(["Kept"]);
    expect(await titles(newUser(), q)).toEqual([]);
  });

  test.each([
    ["a word that it has is left out", "kept -chlorophyll"],
    ["the word is looked for in titles", "title:chlorophyll"],
    ["the word is looked for in highlights", "highlight:chlorophyll"],
    ["a word of the title is looked for in the text", "text:kept"],
    ["a phrase has other words between", '"green that"'],
    ["the group that it has is left out", "kept -(text:chlorophyll)"],
  ])("when %s, then it is not found", async (_, q) => {
    const { userId } = await givenCopy("Plants have chlorophyll, the green pigment that harvests light.");
    expect(await titles(userId, q)).toEqual([]);
  });

  test("when others have the words in their titles, then these come first, on pages and in counts too", async () => {
    const { userId, linkId } = await givenCopy("All about bread, bread and bread.", "In its text");
    await saveTitled(userId, "Bread one");
    await saveTitled(userId, "Bread two");
    expect(await titles(userId, "bread")).toEqual(["Bread two", "Bread one", "In its text"]);
    for (const size of [1, 2]) {
      const all: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const query = { q: "bread", size, ...(cursor === undefined ? {} : { cursor }) };
        const page = await searchLinks(archiveOf(userId), userId, query);
        all.push(...page.links.map(({ title }) => title));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(all).toEqual(["Bread two", "Bread one", "In its text"]);
    }
    expect(await countFound(archiveOf(userId), userId, { q: "bread" })).toEqual({ count: 3 });
    expect(await findNewest(archiveOf(userId), userId, { q: "bread" }, 10)).toHaveLength(3);
    expect(await titles(userId, "bread", { sort: "newest" })).toEqual(["Bread two", "Bread one", "In its text"]);
    expect((await search(userId, "text:bread"))[0]?.id).toBe(linkId);
  });

  test("when it is found by a word of a long text, then an excerpt around it shows it marked", async () => {
    const { userId } = await givenCopy(
      `${"filler words ".repeat(9000)}the Needle is here ${"more filler ".repeat(9000)}`,
    );
    const [link] = await search(userId, "needle");
    const { in: where, pieces = [] } = link?.match?.passage ?? {};
    expect(where).toBe("text");
    expect(pieces.filter(({ found }) => found)).toEqual([{ text: "Needle", found: true }]);
    expect(pieces.map(({ text }) => text).join("")).toContain("the Needle is here");
    expect(pieces.map(({ text }) => text).join("").length).toBeLessThan(300);
  });

  test("when another version is kept, deleted, and restored, then the newest one's words are found", async () => {
    const { userId, linkId } = await givenCopy("firstversion");
    const version = await keep(userId, linkId, "secondversion");
    await filed(userId);
    expect([await titles(userId, "firstversion"), await titles(userId, "secondversion")]).toEqual([[], ["Kept"]]);
    await tell(userId, linkId, { type: "CopyDeleted", data: { linkId, version } });
    await eventually(async () => expect(await titles(userId, "firstversion")).toEqual(["Kept"]));
    expect(await titles(userId, "secondversion")).toEqual([]);
    await tell(userId, linkId, { type: "CopyRestored", data: { linkId, version } });
    await eventually(async () => expect(await titles(userId, "secondversion")).toEqual(["Kept"]));
  });

  test("when its only version is deleted for good, then nothing of its text is left", async () => {
    const { userId, linkId, version } = await givenCopy("unmentionable");
    await tell(userId, linkId, { type: "CopyDeleted", data: { linkId, version } });
    await tell(userId, linkId, { type: "CopyPurged", data: { linkId, version } });
    await eventually(async () => expect(await passagesOf(userId)).toEqual([]));
  });

  test("when it is deleted and erased, or its owner is, then nothing of its text is left", async () => {
    const one = await givenCopy("unmentionable");
    await system.send(DeleteLink, one);
    expect(await titles(one.userId, "unmentionable")).toEqual([]);
    await system.send(EraseLink, one);
    await eventually(async () => expect(await passagesOf(one.userId)).toEqual([]));
    const other = await givenCopy("unmentionable");
    await append(`journal.${partitionOf(other.userId)}.${other.userId}.identity`, { type: "UserErased", data: {} });
    await eventually(async () => expect(await passagesOf(other.userId)).toEqual([]));
  });

  test.each([
    ["characters that can't be stored", "a\0b \ud800 needle \u{1f600}"],
    ["a very long word", `${"x".repeat(300_000)} needle`],
    ["very many words", `${Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(" ")} needle`],
    ["signs of the query language", "' & | ! :* \\ <-> ') or needle"],
  ])("when its text has %s, then it is filed", async (_, text) => {
    const { userId } = await givenCopy(text);
    expect(await titles(userId, "needle")).toEqual(["Kept"]);
  });

  test("when the tables are rebuilt, then the same passages are in them", async () => {
    const { userId, linkId } = await givenCopy("former");
    await keep(userId, linkId, Array.from({ length: 9000 }, (_, n) => `word${n % 100}`).join(" "));
    await filed(userId);
    const before = await passagesOf(userId);
    expect(before).toHaveLength(2);
    const { pool, bus, journal, env } = system;
    const options = { projection: searchProjection, databaseUrl: env.DATABASE_URL ?? "", pool, bus, journal, logger };
    await rebuild(options, "current", new AbortController().signal);
    await filed(userId);
    expect(JSON.stringify(await passagesOf(userId)) === JSON.stringify(before)).toBe(true);
  });

  test("when the service is killed between the event and the filing, then the next one files the text", async () => {
    await running.stop();
    const client = await system.pool.connect();
    await client.query("begin; lock table search.passages in exclusive mode");
    const program = await spawnProgram(new URL("../main.ts", import.meta.url), {
      env: { ...system.env, OPERATIONS_PORT: "0" },
    });
    const userId = newUser();
    const linkId = await saveTitled(userId, "Kept");
    await keep(userId, linkId, "interrupted");
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%search.passages%'
      and datname = current_database()`;
    await eventually(async () => expect((await system.pool.query(waiting)).rowCount).toBeGreaterThan(0));
    await program.kill("SIGKILL");
    await client.query("rollback");
    client.release();
    expect((await filings(userId)).map((row) => Number(row.filed))).toEqual([0]);
    await start();
    await filed(userId);
    expect(await titles(userId, "interrupted")).toEqual(["Kept"]);
  });
});

describe("given highlights", () => {
  const quote = { exact: "An unforgettable sentence", prefix: "", suffix: "" };

  test("when their words are searched, then their links are found, with an excerpt, until they are deleted", async () => {
    const userId = newUser();
    const linkId = await saveTitled(userId, "Marked");
    const highlightId = randomUUID();
    const made = { linkId, highlightId, quote, color: "yellow", note: "my thoughts" };
    await aboutHighlights(userId, linkId, { type: "HighlightMade", data: made } as AnyEvent);
    await eventually(async () => expect(await titles(userId, "unforgettable")).toEqual(["Marked"]));
    for (const q of ["highlight:unforgettable", "highlight:thoughts", "thoughts", "unforgettable title:marked"])
      expect(await titles(userId, q)).toEqual(["Marked"]);
    expect(await titles(userId, "text:unforgettable")).toEqual([]);
    expect((await search(userId, "thoughts"))[0]?.match?.passage).toEqual({
      in: "note",
      pieces: [
        { text: "my ", found: false },
        { text: "thoughts", found: true },
      ],
    });
    const target = { linkId, highlightId };
    await aboutHighlights(userId, linkId, { type: "HighlightChanged", data: { ...target, note: "other" } } as AnyEvent);
    await eventually(async () => expect(await titles(userId, "thoughts")).toEqual([]));
    await aboutHighlights(userId, linkId, { type: "HighlightDeleted", data: target } as AnyEvent);
    await eventually(async () => expect(await titles(userId, "unforgettable")).toEqual([]));
    await aboutHighlights(userId, linkId, { type: "HighlightRestored", data: target } as AnyEvent);
    await eventually(async () => expect(await titles(userId, "unforgettable")).toEqual(["Marked"]));
    await aboutHighlights(userId, linkId, { type: "HighlightDeleted", data: target } as AnyEvent);
    await aboutHighlights(userId, linkId, { type: "HighlightPurged", data: target } as AnyEvent);
    await eventually(async () => expect(await passagesOf(userId)).toEqual([]));
  });
});

describe("given links with copies, in languages and read to some part", () => {
  test("when they are filtered, then those are found", async () => {
    const userId = newUser();
    const ids: LinkId[] = [];
    for (const title of ["none", "german", "english", "swiss"]) ids.push(await saveTitled(userId, title));
    const [, german, english, swiss] = ids as [LinkId, LinkId, LinkId, LinkId];
    await keep(userId, german, "text", "de");
    await keep(userId, swiss, "text", "de-CH");
    await tell(userId, german, { type: "ReadingMoved", data: { linkId: german, part: 1000 } });
    await tell(userId, swiss, { type: "ReadingMoved", data: { linkId: swiss, part: 500 } });
    await keep(userId, english, "text", "en");
    await filed(userId);
    await eventually(async () => expect(await titles(userId, "-read:no")).toHaveLength(2));
    for (const [q, found] of [
      ["kept:yes", ["swiss", "english", "german"]],
      ["kept:no", ["none"]],
      ["-kept:no", ["swiss", "english", "german"]],
      ["lang:de", ["swiss", "german"]],
      ["-lang:de", ["english", "none"]],
      ["lang:de-ch", ["swiss"]],
      ["read:yes", ["german"]],
      ["read:part", ["swiss"]],
      ["read:no", ["english", "none"]],
      ["-read:no", ["swiss", "german"]],
      ["(lang:en or read:yes)", ["english", "german"]],
      ["text:text lang:en", ["english"]],
    ] as const)
      expect([q, await titles(userId, q)]).toEqual([q, found]);
  });
});
