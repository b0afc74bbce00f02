import { randomUUID } from "node:crypto";
import { openCopyTexts, queriesOver, rebuild } from "@satchel/chassis";
import { type AnyEvent, DeleteLink, EraseLink, type LinkId, partitionOf } from "@satchel/contracts";
import { newUser } from "@satchel/links/test/system.ts";
import { eventually, spawnProgram } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { logger, type Kept, startKept } from "../../test/kept.ts";
import { fileTexts, searchProjection } from "../index.ts";
import { countFound, findNewest, searchLinks } from "./index.ts";

let kept: Kept;
beforeAll(async () => {
  kept = await startKept();
});

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
    const { userId } = await kept.givenCopy("Plants have chlorophyll, the green pigment that harvests light.");
    expect(await kept.titles(userId, q)).toEqual(["Kept"]);
    expect(await kept.titles(newUser(), q)).toEqual([]);
  });

  test.each([
    ["a word that it has is left out", "kept -chlorophyll"],
    ["the word is looked for in titles", "title:chlorophyll"],
    ["the word is looked for in highlights", "highlight:chlorophyll"],
    ["a word of the title is looked for in the text", "text:kept"],
    ["a phrase has other words between", '"green that"'],
    ["the group that it has is left out", "kept -(text:chlorophyll)"],
  ])("when %s, then it is not found", async (_, q) => {
    const { userId } = await kept.givenCopy("Plants have chlorophyll, the green pigment that harvests light.");
    expect(await kept.titles(userId, q)).toEqual([]);
  });

  test("when others have the words in their titles, then these come first, on pages and in counts too", async () => {
    const { userId, linkId } = await kept.givenCopy("All about bread, bread and bread.", "In its text");
    await kept.saveTitled(userId, "Bread one");
    await kept.saveTitled(userId, "Bread two");
    // What is filed says nothing of links that have no copy.
    await eventually(async () =>
      expect(await kept.titles(userId, "bread")).toEqual(["Bread two", "Bread one", "In its text"]),
    );
    for (const size of [1, 2]) {
      const all: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const query = { q: "bread", size, ...(cursor === undefined ? {} : { cursor }) };
        const page = await searchLinks(kept.archiveOf(userId), userId, query);
        all.push(...page.links.map(({ title }) => title));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(all).toEqual(["Bread two", "Bread one", "In its text"]);
    }
    expect(await countFound(kept.archiveOf(userId), userId, { q: "bread" })).toEqual({ count: 3 });
    expect(await findNewest(kept.archiveOf(userId), userId, { q: "bread" }, 10)).toHaveLength(3);
    expect(await kept.titles(userId, "bread", { sort: "newest" })).toEqual(["Bread two", "Bread one", "In its text"]);
    expect((await kept.search(userId, "text:bread"))[0]?.id).toBe(linkId);
  });

  test("when it is found by a word of a long text, then an excerpt around it shows it marked", async () => {
    const { userId } = await kept.givenCopy(
      `${"filler words ".repeat(9000)}the Needle is here ${"more filler ".repeat(9000)}`,
    );
    const [link] = await kept.search(userId, "needle");
    const { in: where, pieces = [] } = link?.match?.passage ?? {};
    expect(where).toBe("text");
    expect(pieces.filter(({ found }) => found)).toEqual([{ text: "Needle", found: true }]);
    expect(pieces.map(({ text }) => text).join("")).toContain("the Needle is here");
    expect(pieces.map(({ text }) => text).join("").length).toBeLessThan(300);
  });

  test.each([
    ["as it stands there", '"waxes the thread"'],
    ["in other forms", '"wax the threads"'],
  ])("when it is found by a phrase %s, then an excerpt around it has that alone marked", async (_, q) => {
    const { userId } = await kept.givenCopy(
      `The threads the maker ${"of the bag ".repeat(200)}waxes the thread twice.`,
    );
    const [link] = await kept.search(userId, q);
    const found = link?.match?.passage?.pieces.filter((piece) => piece.found);
    expect(found).toEqual([{ text: "waxes the thread", found: true }]);
  });

  test("when it is found by a word with signs, then an excerpt around it has it marked", async () => {
    const { userId } = await kept.givenCopy(`A plan for C. ${"filler words ".repeat(200)}Written in C++ since.`);
    const [link] = await kept.search(userId, "c++");
    const found = link?.match?.passage?.pieces.filter((piece) => piece.found);
    expect(found).toEqual([{ text: "C++", found: true }]);
  });

  describe("with a text in several parts", () => {
    const long = `An aardvark begins. ${"filler words ".repeat(9000)} A zebra ends.`;

    test.each([
      ["words of different parts", "aardvark zebra"],
      ["forms of them", "aardvarks zebras"],
      ["in its field", "text:aardvark text:zebra"],
      ["with a word of the title", "kept aardvark zebra"],
      ["a part of each in brackets", "(aardvark or nothing) (zebra or nothing)"],
    ])("when it is searched for %s, then it is found with an excerpt", async (_, q) => {
      const { userId } = await kept.givenCopy(long);
      const found = await kept.search(userId, q);
      expect(found.map(({ title }) => title)).toEqual(["Kept"]);
      const marked = found[0]?.match?.passage?.pieces.filter((piece) => piece.found).map(({ text }) => text);
      expect(marked).toHaveLength(1);
      expect(["aardvark", "zebra"]).toContain(marked?.[0]);
      expect(await countFound(kept.archiveOf(userId), userId, { q })).toEqual({ count: 1 });
    });

    test.each([
      ["a phrase across them", '"begins ends"'],
      ["a word that is not in it", "aardvark bread"],
      ["without a word of another part", "aardvark -zebra"],
      ["a title and the text as a phrase", '"kept zebra"'],
    ])("when it is searched for %s, then it is not found", async (_, q) => {
      const { userId } = await kept.givenCopy(long);
      expect(await kept.titles(userId, q)).toEqual([]);
    });

    test("when a list in its order has it by its title alone, then no excerpt is shown", async () => {
      const { userId } = await kept.givenCopy("Plants have chlorophyll.", "Bread");
      const [found] = await kept.search(userId, "bread", { sort: "newest" });
      expect(found?.match?.title).toEqual([{ text: "Bread", found: true }]);
      expect(found?.match?.passage).toBeUndefined();
    });

    test("when its link alone has a word that begins so, then no excerpt with the others is shown", async () => {
      const { userId } = await kept.givenCopy(long, "Bread and zebra");
      const [found] = await kept.search(userId, "zebra bre", { sort: "newest" });
      expect(found?.title).toBe("Bread and zebra");
      expect(found?.match?.passage).toBeUndefined();
    });

    test("when a shorter version is kept, then words of the long one are not found", async () => {
      const { userId, linkId } = await kept.givenCopy(long);
      await kept.keep(userId, linkId, "A short zebra");
      await kept.filed(userId);
      expect(await kept.titles(userId, "aardvark zebra")).toEqual([]);
      expect(await kept.passagesOf(userId)).toHaveLength(1);
    });
  });

  test("when another version is kept, deleted, and restored, then the newest one's words are found", async () => {
    const { userId, linkId } = await kept.givenCopy("firstversion");
    const version = await kept.keep(userId, linkId, "secondversion");
    await kept.filed(userId);
    expect([await kept.titles(userId, "firstversion"), await kept.titles(userId, "secondversion")]).toEqual([
      [],
      ["Kept"],
    ]);
    await kept.tell(userId, linkId, { type: "CopyDeleted", data: { linkId, version } });
    await eventually(async () => expect(await kept.titles(userId, "firstversion")).toEqual(["Kept"]));
    expect(await kept.titles(userId, "secondversion")).toEqual([]);
    await kept.tell(userId, linkId, { type: "CopyRestored", data: { linkId, version } });
    await eventually(async () => expect(await kept.titles(userId, "secondversion")).toEqual(["Kept"]));
  });

  test("when its only version is deleted for good, then nothing of its text is left", async () => {
    const { userId, linkId, version } = await kept.givenCopy("unmentionable");
    await kept.tell(userId, linkId, { type: "CopyDeleted", data: { linkId, version } });
    await kept.tell(userId, linkId, { type: "CopyPurged", data: { linkId, version } });
    await eventually(async () => expect(await kept.passagesOf(userId)).toEqual([]));
  });

  test("when it is deleted and erased, or its owner is, then nothing of its text is left", async () => {
    const one = await kept.givenCopy("unmentionable");
    await kept.system.send(DeleteLink, one);
    expect(await kept.titles(one.userId, "unmentionable")).toEqual([]);
    await kept.system.send(EraseLink, one);
    await eventually(async () => expect(await kept.passagesOf(one.userId)).toEqual([]));
    const other = await kept.givenCopy("unmentionable");
    await kept.append(`journal.${partitionOf(other.userId)}.${other.userId}.identity`, {
      type: "UserErased",
      data: {},
    });
    await eventually(async () => expect(await kept.passagesOf(other.userId)).toEqual([]));
  });

  test.each([
    ["characters that can't be stored", "a\0b \ud800 needle \u{1f600}"],
    ["a very long word", `${"x".repeat(300_000)} needle`],
    ["very many words", `${Array.from({ length: 60_000 }, (_, n) => `w${n}`).join(" ")} needle`],
    ["signs of the query language", "' & | ! :* \\ <-> ') or needle"],
  ])("when its text has %s, then it is filed", async (_, text) => {
    const { userId } = await kept.givenCopy(text);
    expect(await kept.titles(userId, "needle")).toEqual(["Kept"]);
  });

  test("when the tables are rebuilt, then the same passages are in them", async () => {
    const { userId, linkId } = await kept.givenCopy("former");
    await kept.keep(userId, linkId, Array.from({ length: 9000 }, (_, n) => `word${n % 100}`).join(" "));
    await kept.filed(userId);
    const before = await kept.passagesOf(userId);
    // Two parts, and the row with the words of both.
    expect(before).toHaveLength(3);
    const { pool, bus, journal, env } = kept.system;
    const options = { projection: searchProjection, databaseUrl: env.DATABASE_URL ?? "", pool, bus, journal, logger };
    await rebuild(options, "current", new AbortController().signal);
    await kept.filed(userId);
    expect(JSON.stringify(await kept.passagesOf(userId)) === JSON.stringify(before)).toBe(true);
  });

  test("when the service is killed between the event and the filing, then the next one files the text", async () => {
    await kept.stop();
    const client = await kept.system.pool.connect();
    await client.query("begin; lock table search.passages in exclusive mode");
    const program = await spawnProgram(new URL("../main.ts", import.meta.url), {
      env: { ...kept.system.env, OPERATIONS_PORT: "0" },
    });
    const userId = newUser();
    const linkId = await kept.saveTitled(userId, "Kept");
    await kept.keep(userId, linkId, "interrupted");
    const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query like '%search.passages%'
      and datname = current_database()`;
    await eventually(async () =>
      expect((await kept.system.pool.query(`select ${waiting}`)).rowCount).toBeGreaterThan(0),
    );
    await program.kill("SIGKILL");
    // The server would end what it was told to do.
    await kept.system.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await client.query("rollback");
    client.release();
    expect((await kept.filings(userId)).map((row) => Number(row.filed))).toEqual([0]);
    await kept.start();
    await kept.filed(userId);
    expect(await kept.titles(userId, "interrupted")).toEqual(["Kept"]);
  });

  test("when it is filed, then none of its words waits to be put into the index", async () => {
    const { system } = kept;
    const { userId } = await kept.givenCopy(Array.from({ length: 500 }, () => randomUUID()).join(" "));
    await kept.stop();
    await system.pool.query("update search.filings set filed = 0 where user_id = $1", [userId]);
    await fileTexts(queriesOver(system.pool), await openCopyTexts(system.bus), new AbortController().signal);
    const { rows } = await system.pool.query("select gin_clean_pending_list('search.passages_words')::int as pages");
    expect(rows).toEqual([{ pages: 0 }]);
    await kept.start();
  });
});

describe("given highlights", () => {
  const quote = { exact: "An unforgettable sentence", prefix: "", suffix: "" };

  test("when their words are searched, then their links are found, with an excerpt, until they are deleted", async () => {
    const userId = newUser();
    const linkId = await kept.saveTitled(userId, "Marked");
    const highlightId = randomUUID();
    const made = { linkId, highlightId, quote, color: "yellow", note: "my thoughts" };
    await kept.aboutHighlights(userId, linkId, { type: "HighlightMade", data: made } as AnyEvent);
    await eventually(async () => expect(await kept.titles(userId, "unforgettable")).toEqual(["Marked"]));
    for (const q of ["highlight:unforgettable", "highlight:thoughts", "thoughts", "unforgettable title:marked"])
      expect(await kept.titles(userId, q)).toEqual(["Marked"]);
    expect(await kept.titles(userId, "text:unforgettable")).toEqual([]);
    expect((await kept.search(userId, "thoughts"))[0]?.match?.passage).toEqual({
      in: "note",
      pieces: [
        { text: "my ", found: false },
        { text: "thoughts", found: true },
      ],
    });
    const target = { linkId, highlightId };
    await kept.aboutHighlights(userId, linkId, {
      type: "HighlightChanged",
      data: { ...target, note: "other" },
    } as AnyEvent);
    await eventually(async () => expect(await kept.titles(userId, "thoughts")).toEqual([]));
    await kept.aboutHighlights(userId, linkId, { type: "HighlightDeleted", data: target } as AnyEvent);
    await eventually(async () => expect(await kept.titles(userId, "unforgettable")).toEqual([]));
    await kept.aboutHighlights(userId, linkId, { type: "HighlightRestored", data: target } as AnyEvent);
    await eventually(async () => expect(await kept.titles(userId, "unforgettable")).toEqual(["Marked"]));
    await kept.aboutHighlights(userId, linkId, { type: "HighlightDeleted", data: target } as AnyEvent);
    await kept.aboutHighlights(userId, linkId, { type: "HighlightPurged", data: target } as AnyEvent);
    await eventually(async () => expect(await kept.passagesOf(userId)).toEqual([]));
  });
});

describe("given links with copies, in languages and read to some part", () => {
  test("when they are filtered, then those are found", async () => {
    const userId = newUser();
    const ids: LinkId[] = [];
    for (const title of ["none", "german", "english", "swiss"]) ids.push(await kept.saveTitled(userId, title));
    const [, german, english, swiss] = ids as [LinkId, LinkId, LinkId, LinkId];
    await kept.keep(userId, german, "text", "de");
    await kept.keep(userId, swiss, "text", "de-CH");
    await kept.tell(userId, german, { type: "ReadingMoved", data: { linkId: german, part: 1000 } });
    await kept.tell(userId, swiss, { type: "ReadingMoved", data: { linkId: swiss, part: 500 } });
    await kept.keep(userId, english, "text", "en");
    await kept.filed(userId);
    await eventually(async () => expect(await kept.titles(userId, "-read:no")).toHaveLength(2));
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
      expect([q, await kept.titles(userId, q)]).toEqual([q, found]);
  });
});
