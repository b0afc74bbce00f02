import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type LinkColumns, givenLinks, openTables, type Tables, titled } from "../../test/tables.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

const given = (links: readonly LinkColumns[], folders: Record<string, number[]> = {}) =>
  givenLinks(tables, links, folders);

describe("words", () => {
  test.each<[string, string, boolean]>([
    ["house", "Two houses", true],
    ["running", "How to run", true],
    ["Haus", "Zwei Häuser", true],
    ["Häuser", "Ein Haus", true],
    ["gelesen", "Lesen", false],
    ["Müller", "Mueller", true],
    ["Mueller", "Müller", true],
    ["muller", "Müller", true],
    ["Muller", "Mueller", true],
    ["strasse", "Straße", true],
    ["STRASSE", "straße", true],
    ["cafe", "Café", true],
    ["café", "Cafe\u0301", true],
    ["Łódź", "Lodz", true],
    ["script", "TypeScript", true],
    ["typescript", "TypeScript", true],
    ["TypeScript", "type script", true],
    ["email", "An e-mail", true],
    ["e-mail", "An email", true],
    ["mail", "An e-mail", true],
    ["dont", "Don’t", true],
    ["東京", "東京都庁", true],
    ["京都", "東京都庁", true],
    ["東都", "東京都庁", false],
    ["한국", "대한민국 한국어", true],
    ["приве", "Привет", true],
    ["пРивет", "ПРИВЕТ", true],
    ["typesc", "TypeScript", true],
    ["typesc x", "TypeScript x", true],
    ["x typesc", "TypeScript x", true],
    ["the", "The Who", true],
    ["c++ rust", "Rust and C++", true],
    ["rust c++", "Rust and C++", true],
    ["c++", "C and C#", false],
    ["c#", "C# 12", true],
    ["c# ", "C++", false],
    ["c ", "C++20", true],
    ['"c++ templates"', "Modern C++ templates", true],
    ["c++20", "What C++20 brings", true],
    ["objective-c++", "Objective-C++", true],
    ["node.js", "NodeJS", true],
    ["nodejs streams", "Node.js streams", true],
    ["vuejs", "vue.js", true],
    ["node", "Node.js", true],
    ["js", "Node.js", true],
    ['"node js"', "Node.js", true],
    [".net", ".NET 9", true],
    ["poet", "Poet", true],
    ["queue", "Queues", true],
    ["v2", "Version v2.1", true],
    ["1e5", "1e5 things", true],
  ])("%s finds %s: %s", async (q, title, finds) => {
    const { titles } = await given(titled("Something else", title));
    expect(await titles(q)).toEqual(finds ? [title] : []);
  });

  test("all must match, in any fields; excluded ones must not", async () => {
    const { titles } = await given([
      { own_title: "a", page_description: "walnut" },
      { own_title: "walnut b", notes: "maple" },
      { own_title: "c", own_tags: ["walnut", "oak"], notes: "maple" },
      { own_title: "d", url: "https://walnut.example/maple?oak=1" },
    ]);
    expect(new Set(await titles("walnut maple"))).toEqual(new Set(["c", "d", "walnut b"]));
    expect(new Set(await titles("walnut maple -oak"))).toEqual(new Set(["walnut b"]));
    expect(await titles("walnut -maple")).toEqual(["a"]);
    expect(new Set(await titles("-maple"))).toEqual(new Set(["a"]));
  });

  test("one of several joined by or is enough, and brackets group them", async () => {
    const { titles } = await given([
      { own_title: "walnut", notes: "oak" },
      { own_title: "maple", page_description: "oak" },
      { own_title: "birch", own_tags: ["maple"] },
      { own_title: "cherry", is_favorite: true },
    ]);
    const found = async (q: string) => (await titles(q)).map(String).sort((a, b) => a.localeCompare(b));
    expect(await found("walnut or birch ")).toEqual(["birch", "walnut"]);
    expect(await found("oak (walnut or birch)")).toEqual(["walnut"]);
    expect(await found("-(walnut or birch)")).toEqual(["cherry", "maple"]);
    expect(await found("walnut or is:fav")).toEqual(["cherry", "walnut"]);
    expect(await found("oak -(maple or is:fav)")).toEqual(["walnut"]);
    expect(await found("cher or walnut")).toEqual(["walnut"]);
    expect(await found("walnut or cher")).toEqual(["cherry", "walnut"]);
    expect(await found("walnut or -oak")).toEqual(["birch", "cherry", "walnut"]);
    expect(await found("nowhere or nothing")).toEqual([]);
  });

  test("a word of the title or of the notes is found there alone", async () => {
    const { titles } = await given([
      { own_title: "maple", notes: "walnut" },
      { own_title: "walnut", page_description: "maple", own_tags: ["oak"] },
    ]);
    expect(await titles("note:walnut")).toEqual(["maple"]);
    expect(await titles("note:walnuts -title:oak")).toEqual(["maple"]);
    expect(await titles("title:walnut")).toEqual(["walnut"]);
    expect(await titles("title:wal")).toEqual(["walnut"]);
    expect(await titles("-note:walnut")).toEqual(["walnut"]);
    expect(await titles("title:oak or note:maple")).toEqual([]);
  });

  test("a phrase is found in a row, and not across fields", async () => {
    const { titles } = await given([
      { own_title: "green tea shop" },
      { own_title: "tea, green" },
      { own_title: "green", page_description: "tea" },
      { own_title: "on green", own_tags: ["tea"] },
    ]);
    expect(await titles('"green tea"')).toEqual(["green tea shop"]);
    expect(await titles('"greens tea"')).toEqual(["green tea shop"]);
    expect(new Set(await titles('green -"green tea"'))).toEqual(new Set(["green", "on green", "tea, green"]));
  });

  test("words of an address are found, its escapes undone", async () => {
    const { titles } = await given([
      { own_title: "umlaut", url: "https://de.example/wiki/M%C3%BCller_(Koch)" },
      { own_title: "broken", url: "https://de.example/wiki/%FF%00/Schmidt" },
    ]);
    expect(await titles("müller koch")).toEqual(["umlaut"]);
    expect(await titles("schmidt")).toEqual(["broken"]);
  });

  test("an address that is pasted finds its link, with or without its scheme", async () => {
    const { titles } = await given([
      { own_title: "page", url: "https://www.xn--mller-kva.example/wiki/M%C3%BCller?id=7" },
      { own_title: "other", url: "https://example.com/wiki", notes: "see https://www.sea.example/tides" },
    ]);
    for (const pasted of [
      "https://www.xn--mller-kva.example/wiki/M%C3%BCller?id=7",
      "http://müller.example/wiki/Müller",
      '"https://www.müller.example/wiki"',
      "www.xn--mller-kva.example",
      "https://www.xn--mller-k",
    ]) {
      expect(await titles(pasted), pasted).toEqual(["page"]);
    }
    expect(await titles("https://sea.example/tides")).toEqual(["other"]);
    expect(await titles("wiki -https://example.com/wiki")).toEqual(["page"]);
  });
});

test("given a word in different fields and forms, then titles come first, then tags, descriptions and notes, as written before inflected", async () => {
  const { titles } = await given([
    { own_title: "1 garden" },
    { own_title: "2 gardens" },
    { own_title: "3 gardening-tools", page_description: "" },
    { own_title: "4", own_tags: ["garden"] },
    { own_title: "5", page_description: "a garden" },
    { own_title: "6", notes: "a garden" },
    { own_title: "7", page_description: "gardens" },
    { own_title: "8 nothing" },
  ]);
  const found = await titles("garden");
  expect(found[0]).toBe("1 garden");
  expect(found.filter((title) => title !== null && /^[4567]$/.test(title))).toEqual(["4", "5", "7", "6"]);
  expect(found.indexOf("2 gardens")).toBeLessThan(found.indexOf("5"));
  expect(found).not.toContain("8 nothing");
});

test("given equal ranks, then the newer links come first", async () => {
  const { titles } = await given(titled("a plum", "b plum", "c plum"));
  expect(await titles("plum")).toEqual(["c plum", "b plum", "a plum"]);
});

describe("slips", () => {
  test.each(["javscript", "javascirpt", "javasscript", "javaskript", "jevascript"])(
    "given no match for %s, then words at an edit distance of one are found",
    async (q) => {
      const { titles, count } = await given(titled("JavaScript", "Java"));
      expect(await titles(q)).toEqual(["JavaScript"]);
      expect(await count(q)).toEqual({ count: 1 });
    },
  );

  test("given a match, then similar words are not searched", async () => {
    const { titles } = await given(titled("A form", "A farm"));
    expect(await titles("form")).toEqual(["A form"]);
  });

  test("given one right word and a wrong one, then both count", async () => {
    const { titles } = await given(titled("green apples", "green pears", "red apples"));
    expect(await titles("green aples")).toEqual(["green apples"]);
  });

  test("given a short word, or an empty account, then nothing is guessed", async () => {
    expect(await (await given(titled("cat"))).titles("cot ")).toEqual([]);
    expect(await (await given([])).titles("anything")).toEqual([]);
  });

  test("given matches of similar words, then further pages have these too", async () => {
    const { page } = await given(titled(...Array.from({ length: 5 }, (_, n) => `orchard ${n}`)));
    const first = await page("orchrad", { size: 3 });
    const second = await page("orchrad", { size: 3, cursor: first.nextCursor ?? "" });
    expect([...first.links, ...second.links].map(({ title }) => title)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `orchard ${n}`),
    );
    expect(second.nextCursor).toBeUndefined();
  });
});

describe("marks", () => {
  const marked = (pieces: { text: string; found: boolean }[]) =>
    pieces.map((p) => (p.found ? `[${p.text}]` : p.text)).join("");

  test.each<[string, Record<string, unknown>, string, string]>([
    ["house", { own_title: "Two houses", page_description: "housing" }, "Two [house]s", "[housing]"],
    ["house ", { own_title: "Two houses" }, "Two [houses]", "https://example.com/"],
    ["Haus", { own_title: "Häuser" }, "[Häus]er", "https://example.com/"],
    ["rust we", { own_title: "Rust for web", notes: "weather" }, "[Rust] for [we]b", "[we]ather"],
    ["script", { own_title: "TypeScript <b>" }, "Type[Script] <b>", "https://example.com/"],
    ["fox", { own_title: "x", page_description: `${"word ".repeat(100)}fox` }, "x", "[fox]"],
    ["tag:x", { own_title: "x", own_tags: ["x"] }, "x", "https://example.com/"],
    ["c++ ", { own_title: "C, C++ and Objective-C++" }, "C, [C++] and Objective-[C++]", "https://example.com/"],
    ["c ", { own_title: "C, C++ and C#" }, "[C], [C++] and [C#]", "https://example.com/"],
    ["nodejs", { own_title: "Node.js" }, "[Node.js]", "https://example.com/"],
    ["node.js", { own_title: "NodeJS, Node.js" }, "[NodeJS], [Node.js]", "https://example.com/"],
    ["example", { own_title: "x" }, "x", "https://[example].com/"],
    [
      '"wax the threads"',
      { own_title: "The one waxes the thread" },
      "The one [waxes the thread]",
      "https://example.com/",
    ],
    [
      'the "wax the"',
      { own_title: "The one waxes the thread" },
      "[The] one [waxes the] thread",
      "https://example.com/",
    ],
  ])("given a search for %s, then what was found is marked", async (q, link, title, snippet) => {
    const { page } = await given([link]);
    const [found] = (await page(q)).links;
    expect(marked(found?.match?.title ?? [])).toBe(title);
    expect(marked(found?.match?.snippet ?? [])).toContain(snippet);
  });

  test("given any surrounding text, then the match is marked, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 100 }), async (text) => {
        const around = text.replaceAll("\0", "").toWellFormed();
        const { page } = await given([{ own_title: `${around} needle 東京 ${around}` }]);
        const [found] = (await page("needles ")).links;
        expect(found?.match?.title.filter((piece) => piece.found)).toEqual([{ text: "needle", found: true }]);
      }),
      { numRuns: 60 },
    );
  });
});

test("given two users with the same words, then each finds only their own links", async () => {
  const anna = await given(titled("shared secret anna"));
  const bert = await given(titled("shared secret bert"));
  for (const q of ["shared", "secret", "sharde", '"shared secret"', "site:example.com", "-nothing", "after:2000"]) {
    expect(await anna.titles(q)).toEqual(["shared secret anna"]);
    expect(await bert.titles(q)).toEqual(["shared secret bert"]);
  }
});
