import { beforeAll, expect, test } from "vitest";
import { givenLinks, openTables, type Tables } from "../../test/tables.ts";

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

const links = [
  { own_title: "a", own_tags: ["Two Words", "c++"], host: "example.com", is_favorite: true, visit_count: 1 },
  { own_title: "b", own_tags: ["c"], host: "www.example.com:8080", folder_id: 1 },
  { own_title: "c", page_tags: ["two words"], host: "notexample.com", folder_id: 2, visit_count: 3 },
  { own_title: "d", host: "192.0.2.1", saved_at: "2020-05-05T12:00:00Z", is_favorite: true },
  { own_title: "e", host: "xn--mller-kva.example", saved_at: "2020-05-06T00:00:00Z", own_tags: ["Überblick"] },
];
test.each<[string, string[]]>([
  ['tag:"two words"', ["c", "a"]],
  ["tag:C++", ["a"]],
  ["tag:c", ["b"]],
  ["tag:überblick", ["e"]],
  ["-tag:c -tag:c++", ["c", "e", "d"]],
  ["site:example.com", ["b", "a"]],
  ["site:www.example.com", ["b"]],
  ["site:192.0.2.1", ["d"]],
  ["site:müller.example", ["e"]],
  ["site:*.Example.COM", ["b", "a"]],
  ["site:https://www.example.com/a?b", ["b"]],
  ["-site:example.com is:fav", ["d"]],
  ["is:fav", ["d", "a"].toReversed()],
  ["-is:fav", ["c", "b", "e"]],
  ["is:visited", ["c", "a"]],
  ["is:unvisited", ["b", "e", "d"]],
  ["in:Top", ["c", "b"]],
  ["in:sub", ["c"]],
  ["-in:Top", ["a", "e", "d"]],
  ["in:nowhere", []],
  ["before:2021", ["e", "d"]],
  ["before:2020-05-06", ["d"]],
  ["after:2020-05-06 before:2020-06", ["e"]],
  ["after:2026", ["c", "b", "a"]],
  ["site:example.com tag:c", ["b"]],
  ["site:example.com after:2021 is:visited", ["a"]],
  ["is:visited is:unvisited", []],
  ["is:Starred -is:unread", ["a"]],
  ["saved:2020-05-05..2020-05-06", ["e", "d"]],
  ["saved:2020-05-06", ["e"]],
  ["-saved:2020", ["c", "b", "a"]],
  ["saved:2021..9999", ["c", "b", "a"]],
  ["-saved:2020-05-06..9999-12-31", ["d"]],
  ["after:2020 before:2020-05-06 before:2021", ["d"]],
  ["-before:2020-05-06", ["c", "b", "a", "e"]],
  ["is:fav or in:sub", ["c", "a", "d"]],
  ["(is:fav is:visited) or tag:c", ["b", "a"]],
  ["(tag:c or is:visited) site:example.com", ["b", "a"]],
  ["-(is:fav or in:Top)", ["e"]],
  ["in:nowhere or is:fav", ["a", "d"]],
  ["(is:visited is:unvisited) or tag:c", ["b"]],
  ["saved:2020-05-06 or is:visited", ["c", "a", "e"]],
  ["(tag:c or -(is:fav or (in:sub or before:2020-05-07)))", ["b"]],
  ["---", []],
])("%s gives %j, the newest saved first", async (q, expected) => {
  const { titles, count } = await givenLinks(tables, links, { Top: [1, 2], sub: [2] });
  expect(await titles(q)).toEqual(expected);
  expect(await count(q)).toEqual({ count: expected.length });
});

test("given a time zone, then years, months and days are those of that zone", async () => {
  const { titles } = await givenLinks(tables, [
    { own_title: "evening", saved_at: "2020-03-29T21:59:00Z" },
    { own_title: "midnight", saved_at: "2020-03-29T22:00:00Z" },
  ]);
  const [berlin, hawaii] = [{ zone: "Europe/Berlin" }, { zone: "Pacific/Honolulu" }];
  // The clocks of Berlin were set to summer time in that night, and so the day ended at 22:00 in UTC.
  expect(await titles("saved:2020-03-29", berlin)).toEqual(["evening"]);
  expect(await titles("after:2020-03-30", berlin)).toEqual(["midnight"]);
  expect(await titles("(before:2020-03-30 or is:fav)", berlin)).toEqual(["evening"]);
  for (const [q, filters] of [
    ["saved:2020-03-29", hawaii],
    ["saved:2020-03-29", {}],
    ["saved:2020-03-29", { zone: "Nowhere" }],
    ["saved:..9999", berlin],
  ] as const) {
    expect(await titles(q, filters)).toEqual(["midnight", "evening"]);
  }
});

test("a list's own filters apply too, and a contradicting filter finds nothing", async () => {
  const { titles } = await givenLinks(tables, links);
  expect(await titles("site:example.com", { favorites_only: true })).toEqual(["a"]);
  expect(await titles("site:example.com", { unvisited_only: true })).toEqual(["b"]);
  expect(await titles("site:example.com", { folder_id: 0 })).toEqual(["a"]);
  expect(await titles("is:visited", { unvisited_only: true })).toEqual([]);
  expect(await titles("-is:fav", { favorites_only: true })).toEqual([]);
});
