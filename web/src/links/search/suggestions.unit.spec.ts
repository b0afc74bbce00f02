import { expect, it, test } from "vitest";
import { datesBefore, hasWords, meant, suggestionsFor } from "./suggestions.ts";
import { itemAt } from "./syntax.ts";

const sources = {
  tags: [
    { name: "baking", count: 3 },
    { name: "Bäume", count: 9 },
    { name: "sourdough bread", count: 5 },
  ],
  folders: ["To read", "Travel", "Travel"],
  sites: ["example.com", "news.example.org"],
  recent: ["rye bread", "is:fav"],
  now: new Date(2026, 0, 2, 3, 4, 5),
};
const texts = (q: string) =>
  suggestionsFor(itemAt(q, q.length), { ...sources, recent: q === "" ? sources.recent : [] }).map(({ text }) => text);

test.each([
  [
    "recent searches, then filters, in an empty box",
    "",
    ["rye bread", "is:fav", "tag:", "site:", "in:", "is:", "title:", "note:"],
  ],
  ["the filters, after a space", "bread ", ["tag:", "site:", "in:", "is:", "title:", "note:", "text:", "saved:"]],
  ["nothing, while a word is typed", "bre", []],
  ["the tags most links have", "tag:", ["tag:Bäume", 'tag:"sourdough bread"', "tag:baking"]],
  ["tags that begin so before those that hold it", "tag:b", ["tag:Bäume", "tag:baking", 'tag:"sourdough bread"']],
  ["tags whatever their accents", "tag:BAU", ["tag:Bäume"]],
  ["a quoted tag that is not finished", 'tag:"sourdough b', ['tag:"sourdough bread"']],
  ["folders, each name once", "in:t", ['in:"To read"', "in:Travel"]],
  ["sites", "site:exa", ["site:example.com", "site:news.example.org"]],
  ["what links can be", "is:un", ["is:unvisited", "is:unfiled", "is:untagged"]],
  ["dates", "after:2025", ["after:2025-12", "after:2025"]],
  ["dates, for a span", "saved:2024", ["saved:2024"]],
  ["nothing, while a word of a note is typed", "note:te", []],
])("suggests %s", (_, q, suggested) => {
  expect(texts(q)).toEqual(suggested);
});

it("tells how many links a tag has", () => {
  expect(suggestionsFor(itemAt("tag:bak", 7), sources)).toEqual([
    { name: "tag", text: "tag:baking", value: "baking", count: 3 },
  ]);
});

it("the month before January is December", () => {
  expect(datesBefore(sources.now)).toEqual(["2026-01-02", "2026-01", "2025-12", "2026", "2025", "2024"]);
});

test.each([
  ["two letters are in each other's place", "sourduogh", "sourdough"],
  ["one of several words is wrong", "rye breda", "rye bread"],
  ["letters are missing, in a name with marks", "kuchn", "kuche"],
  ["nothing is similar", "violin", undefined],
  ["the word is known", "bread", undefined],
  ["the word is too short to tell", "bre", undefined],
  ["it is a filter", "tag:breed", undefined],
])("given %s, then what was meant is offered", (_, q, expected) => {
  expect(meant(q, ["sourdough bread", "Küche"])).toBe(expected);
});

test.each([
  ["bread", true],
  ["tag:x bread", true],
  ["tag:x is:fav", false],
  ["-bread", false],
  ["note:bread", true],
  ["tag:x or bread", true],
  ["&", false],
])("%s ranks its finds: %s", (q, ranked) => {
  expect(hasWords(q)).toBe(ranked);
});
