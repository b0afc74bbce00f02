import { randomUUID } from "node:crypto";
import { queriesOver } from "@satchel/chassis";
import { type AnyEvent, ChangeLink, type UserId } from "@satchel/contracts";
import { newUser } from "@satchel/links/test/system.ts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Kept, startKept } from "../../test/kept.ts";
import { sweepVocabularies } from "../policies/sweep-vocabularies.ts";
import { countFound, findNewest, searchLinks } from "./index.ts";

let kept: Kept;
beforeAll(async () => {
  kept = await startKept();
});

describe("given a link whose page is kept, with words that only its text has", () => {
  test.each([
    ["a letter is missing", "clorophyll"],
    ["two letters are exchanged", "chlorohpyll"],
    ["another word is right", "green chlorphyll"],
    ["a word of its title is right", "kept chlorphyll"],
    ["it is looked for in texts", "text:chlorphyll"],
    ["it is a part of a compound", "hafen"],
    ["it begins a compound and may be incomplete", "stad"],
    ["it begins a compound, and another word follows", "stadt pigment"],
  ])("when %s, then it is found", async (_, q) => {
    const { userId } = await kept.givenCopy("Plants have chlorophyll, the green pigment. Der Stadthafen in Bremen.");
    expect(await kept.titles(userId, q)).toEqual(["Kept"]);
    expect(await kept.titles(userId, q, { sort: "newest" })).toEqual(["Kept"]);
    expect(await kept.titles(newUser(), q)).toEqual([]);
  });

  test.each([
    ["the word is looked for in titles", "title:chlorphyll"],
    ["another word is nowhere", "chlorphyll nothingelse"],
  ])("when %s, then it is not found", async (_, q) => {
    const { userId } = await kept.givenCopy("Plants have chlorophyll, the green pigment. Der Stadthafen in Bremen.");
    expect(await kept.titles(userId, q)).toEqual([]);
  });

  test("when a typing error is a word of another link, then it is found by its other word, and that word alone finds the other link", async () => {
    const { userId } = await kept.givenCopy("Insert a coin.", "The machine");
    await kept.saveTitled(userId, "Inert gases");
    await kept.filed(userId);
    expect(await kept.titles(userId, "inert coin")).toEqual(["The machine"]);
    expect(await kept.titles(userId, "inert")).toEqual(["Inert gases"]);
    expect(await kept.titles(userId, "inert is:fav")).toEqual([]);
    expect(await kept.titles(userId, "gases coin")).toEqual([]);
  });

  test("when several have a similar word, in titles and in texts, then all are found, page by page, titles first", async () => {
    const { userId } = await kept.givenCopy("All about chlorophyll.", "In its text");
    const second = await kept.saveTitled(userId, "In its text, too");
    await kept.keep(userId, second, "More chlorophyll.");
    await kept.saveTitled(userId, "Chlorophyll");
    await kept.filed(userId);
    const all: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const query = { q: "chlorphyll", size: 1, ...(cursor === undefined ? {} : { cursor }) };
      const page = await searchLinks(kept.archiveOf(userId), userId, query);
      all.push(...page.links.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(all).toEqual(["Chlorophyll", "In its text, too", "In its text"]);
    expect(await countFound(kept.archiveOf(userId), userId, { q: "chlorphyll" })).toEqual({ count: 3 });
    expect(await findNewest(kept.archiveOf(userId), userId, { q: "chlorphyll" }, 10)).toHaveLength(3);
  });

  test("when it is found, then the similar word is marked", async () => {
    const { userId } = await kept.givenCopy("Plants have chlorophyll in them.");
    const [link] = await kept.search(userId, "chlorphyll");
    expect(link?.match?.passage?.pieces.filter(({ found }) => found)).toEqual([{ text: "chlorophyll", found: true }]);
  });
});

describe("the words of texts and highlights", () => {
  const wordsOf = async (userId: UserId): Promise<string[]> => {
    const query = "select word from search.vocabulary where in_text and user_id = $1 order by word";
    return (await kept.system.pool.query<{ word: string }>(query, [userId])).rows.map(({ word }) => word);
  };
  const sweep = (): Promise<void> => sweepVocabularies(queriesOver(kept.system.pool));

  test("when a newer version and a highlight replace them, then a sweep removes those that nothing has", async () => {
    const { userId, linkId } = await kept.givenCopy("former shared ab x1 4711");
    expect(await wordsOf(userId)).toEqual(["former", "shared"]);
    const highlightId = randomUUID();
    const quote = { exact: "quoted", prefix: "", suffix: "" };
    const made = { linkId, highlightId, quote, color: "yellow", note: "thought" };
    await kept.aboutHighlights(userId, linkId, { type: "HighlightMade", data: made } as AnyEvent);
    await kept.keep(userId, linkId, "newer shared");
    await kept.filed(userId);
    await eventually(async () =>
      expect(await wordsOf(userId)).toEqual(["former", "newer", "quoted", "shared", "thought"]),
    );
    await sweep();
    expect(await wordsOf(userId)).toEqual(["newer", "quoted", "shared", "thought"]);
    const gone = { linkId, highlightId };
    const last = await kept.aboutHighlights(userId, linkId, { type: "HighlightDeleted", data: gone } as AnyEvent);
    const purged = await kept.aboutHighlights(userId, linkId, { type: "HighlightPurged", data: gone } as AnyEvent);
    expect(purged).toBeGreaterThan(last);
    await eventually(async () => expect(await kept.passagesOf(userId)).toHaveLength(1));
    await sweep();
    expect(await wordsOf(userId)).toEqual(["newer", "shared"]);
  });

  test("when the title of a link changes, then its text is filed again with it, and a sweep keeps its words", async () => {
    const { userId, linkId } = await kept.givenCopy("unchanged");
    await kept.system.send(ChangeLink, { userId, linkId, changes: { title: "Renamed" } });
    await eventually(async () => expect(await kept.titles(userId, "renamed unchanged")).toEqual(["Renamed"]));
    await sweep();
    expect(await wordsOf(userId)).toEqual(["unchanged"]);
  });
});
