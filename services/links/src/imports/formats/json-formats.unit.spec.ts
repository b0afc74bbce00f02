import { importTexts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { entriesOf } from "../../../test/bookmark-files.ts";
import { parseKarakeep } from "./karakeep.ts";
import { parseLinkding } from "./linkding.ts";
import { parseLinkwarden } from "./linkwarden.ts";
import { parseOmnivore } from "./omnivore.ts";
import { parsePinboard, parsePinboardXml } from "./pinboard.ts";
import { parseReadability } from "./readability.ts";
import { parseSatchelJson } from "./satchel-json.ts";
import { parseWallabag } from "./wallabag.ts";

const json = (value: unknown): string => JSON.stringify(value, null, 1);

test("Pinboard: description is the title, extended the text, tags are words; what is not to be read was read", async () => {
  const file = json([
    {
      href: "https://a.example/",
      description: "A",
      extended: "Words",
      meta: "0f",
      hash: "aa",
      time: "2019-03-04T05:06:07Z",
      shared: "no",
      toread: "yes",
      tags: "one two",
    },
    {
      href: "https://b.example/",
      description: "B",
      extended: "",
      time: "2019-03-04T05:06:08Z",
      toread: "no",
      tags: "",
    },
  ]);

  expect(await entriesOf(parsePinboard, file, 9)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "A",
      description: "Words",
      tags: ["one", "two"],
      savedAt: new Date("2019-03-04T05:06:07Z"),
    },
    {
      kind: "bookmark",
      url: "https://b.example/",
      title: "B",
      savedAt: new Date("2019-03-04T05:06:08Z"),
      visits: { count: 1 },
    },
  ]);
});

test("Pinboard's XML: the same, with what is to be read marked alone", async () => {
  const file = `<?xml version="1.0" encoding="UTF-8"?>
<posts user="ada">
<post href="https://a.example/?b=1&amp;c=2" time="2019-03-04T05:06:07Z" description="A &quot;B&quot;" extended="One&#10;two" tag="one two" hash="aa" meta="0f" toread="yes" shared="no" />
<post href="https://b.example/" time="2019-03-04T05:06:08Z" description="B" extended="" tag="" hash="ab" meta="0f"   shared="yes" />
</posts>`;

  expect(await entriesOf(parsePinboardXml, file, 9)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/?b=1&c=2",
      title: 'A "B"',
      description: "One\ntwo",
      tags: ["one", "two"],
      savedAt: new Date("2019-03-04T05:06:07Z"),
    },
    {
      kind: "bookmark",
      url: "https://b.example/",
      title: "B",
      savedAt: new Date("2019-03-04T05:06:08Z"),
      visits: { count: 1 },
    },
  ]);
});

test("Readability: fields of the article, what is archived was read", async () => {
  const file = json({
    bookmarks: [
      {
        article__excerpt: "How to",
        favorite: true,
        date_archived: "2013-05-06 07:08:09",
        article__url: "https://a.example/",
        date_added: "2013-05-05 07:08:09",
        article__title: "Bread",
        archive: true,
      },
      { article__url: "https://b.example/", article__title: null, favorite: false, archive: false },
    ],
    recommendations: [],
  });

  expect(await entriesOf(parseReadability, file, 5)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread",
      description: "How to",
      isFavorite: true,
      savedAt: new Date("2013-05-05T07:08:09Z"),
      visits: { count: 1 },
    },
    { kind: "bookmark", url: "https://b.example/" },
  ]);
});

test("wallabag 1: its older names for read and favourite", async () => {
  const file = json([
    { 0: "1", id: "1", title: "A", url: "https://a.example/", is_read: "1", is_fav: "1", content: "<p>" },
    { id: "2", title: "B", url: "https://b.example/", is_read: "0", is_fav: "0" },
  ]);

  expect(await entriesOf(parseWallabag, file, 5)).toEqual([
    { kind: "bookmark", url: "https://a.example/", title: "A", isFavorite: true, visits: { count: 1 } },
    { kind: "bookmark", url: "https://b.example/", title: "B" },
  ]);
});

test("linkding: the answer of its API, or its results alone; the page's title serves where there is none", async () => {
  const results = [
    {
      id: 1,
      url: "https://a.example/",
      title: "",
      description: "",
      notes: "N",
      website_title: "Page",
      website_description: "Says",
      is_archived: false,
      unread: true,
      shared: false,
      tag_names: ["x"],
      date_added: "2020-09-26T09:46:23.006313Z",
      date_modified: "2020-09-26T16:01:14.275335Z",
    },
  ];
  const expected = [
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Page",
      description: "Says",
      notes: "N",
      tags: ["x"],
      createdAt: new Date("2020-09-26T09:46:23.006Z"),
      savedAt: new Date("2020-09-26T09:46:23.006Z"),
    },
  ];

  expect(await entriesOf(parseLinkding, json({ count: 1, next: null, previous: null, results }))).toEqual(expected);
  expect(await entriesOf(parseLinkding, json(results))).toEqual(expected);
});

test("Karakeep: lists after the bookmarks are their folders, with their emoji, and smart lists and notes are reported", async () => {
  const file = json({
    bookmarks: [
      {
        id: "b1",
        createdAt: 1_700_000_000,
        title: "A",
        tags: ["t"],
        lists: ["smart", "child", "other", "top"],
        content: { type: "link", url: "https://a.example/", description: "Says" },
        note: "N",
        archived: true,
        favourited: true,
      },
      { createdAt: 1_700_000_001, title: null, tags: [], content: { type: "text", text: "Milk" }, note: null },
      { createdAt: 1_700_000_002, title: null, tags: [], content: null, note: null },
    ],
    lists: [
      { id: "child", name: "Child", icon: "🍞", type: "manual", query: null, parentId: "top" },
      { id: "top", name: "Top", icon: "🚀", type: "manual", query: null, parentId: null },
      { id: "other", name: "Other", icon: "🐟", type: "manual", query: null, parentId: null },
      { id: "smart", name: "Smart", type: "smart", query: "is:fav", parentId: null },
    ],
  });

  expect(await entriesOf(parseKarakeep, file, 13)).toEqual([
    { kind: "folder", folders: ["Top"], emoji: "🚀" },
    { kind: "folder", folders: ["Other"], emoji: "🐟" },
    { kind: "folder", folders: ["Top", "Child"], emoji: "🍞" },
    { kind: "fault", text: "Smart", reason: "This list is a search of Karakeep. A smart folder can take its place." },
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "A",
      description: "Says",
      notes: "N",
      // The folder has one of its lists, and what that lies in; the other is a tag.
      tags: ["t", "Other"],
      folders: ["Top", "Child"],
      isFavorite: true,
      savedAt: new Date(1_700_000_000_000),
      visits: { count: 1 },
    },
    { kind: "fault", text: "Milk", reason: importTexts.noLink },
    { kind: "fault", reason: importTexts.noLink },
  ]);
});

test("Linkwarden: collections are folders wherever their parents stand, with their colours, pinned links are favourites", async () => {
  const link = (id: number, url: string) => ({
    id,
    name: `Link ${id}`,
    type: "url",
    description: "d",
    url,
    textContent: "…",
    importDate: null,
    createdAt: "2023-11-01T10:00:00.000Z",
    tags: [{ id: 1, name: "t" }],
  });
  const file = json({
    id: 1,
    name: "Ada",
    collections: [
      {
        id: 11,
        name: "Child",
        description: "",
        color: "#0EA5E9",
        parentId: 12,
        links: [link(1, "https://a.example/")],
      },
      {
        id: 12,
        name: "Top",
        description: "",
        parentId: null,
        links: [link(2, "https://b.example/"), { id: 9, name: "scan.pdf", type: "pdf", url: null, tags: [] }],
      },
      { id: 13, name: "Unorganized", description: "", parentId: null, links: [link(3, "https://c.example/")] },
    ],
    pinnedLinks: [{ id: 2, name: "Link 2" }],
    whitelistedUsers: [],
  });

  const found = await entriesOf(parseLinkwarden, file, 17);

  expect(found).toMatchObject([
    { kind: "folder", folders: ["Top"] },
    { kind: "folder", folders: ["Top", "Child"], color: "#0ea5e9" },
    { url: "https://a.example/", folders: ["Top", "Child"], tags: ["t"], savedAt: new Date("2023-11-01T10:00:00Z") },
    { url: "https://b.example/", folders: ["Top"], isFavorite: true },
    { kind: "fault", text: "scan.pdf", reason: importTexts.noLink },
    { url: "https://c.example/", title: "Link 3", description: "d" },
  ]);
  expect(found[5]).not.toHaveProperty("folders");
});

test("Omnivore: labels are tags, what was read into was visited", async () => {
  const article = {
    id: "1",
    slug: "a",
    title: "A",
    description: "d",
    author: null,
    url: "https://a.example/",
    state: "Active",
    readingProgress: 0,
    thumbnail: "",
    labels: ["x"],
    savedAt: "2024-10-30T12:39:28.023Z",
    updatedAt: "2024-10-30T12:39:28.023Z",
    publishedAt: null,
  };
  const found = await entriesOf(parseOmnivore, json([article, { ...article, state: "Archived" }]));

  expect(found[0]).toEqual({
    kind: "bookmark",
    url: "https://a.example/",
    title: "A",
    description: "d",
    tags: ["x"],
    savedAt: new Date("2024-10-30T12:39:28.023Z"),
  });
  expect(found[1]).toMatchObject({ visits: { count: 1 } });
});

test("wallabag: the address that was given, starred ones are favourites, content is left out", async () => {
  const file = json([
    {
      is_archived: 1,
      is_starred: 1,
      tags: ["t"],
      id: 1,
      title: "A",
      url: "https://a.example/final",
      given_url: "https://a.example/",
      content: "<p>…</p>",
      created_at: "2022-01-02T03:04:05+01:00",
      archived_at: "2022-01-03T03:04:05+01:00",
    },
  ]);

  expect(await entriesOf(parseWallabag, file)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "A",
      tags: ["t"],
      isFavorite: true,
      savedAt: new Date("2022-01-02T02:04:05Z"),
      visits: { count: 1, lastAt: new Date("2022-01-03T02:04:05Z") },
    },
  ]);
});

test("our own: folders with their looks first, then the links", async () => {
  const file = json({
    satchel: 1,
    exported_at: "2026-01-01T00:00:00.000Z",
    folders: [
      { id: 3, name: "Top", parent_folder_id: null, color: "#aabbcc", emoji: "🍞" },
      { id: 1, name: "Sub", parent_folder_id: 3, color: null, emoji: null },
    ],
    links: [
      {
        url: "https://a.example/",
        title: "A",
        description: null,
        notes: "n",
        tags: ["a,b"],
        is_favorite: true,
        folder_id: 1,
        visit_count: 2,
        first_visited_at: "2024-01-01T00:00:00.000Z",
        last_visited_at: "2024-01-02T00:00:00.000Z",
        created_at: "2023-01-01T00:00:00.000Z",
        saved_at: "2023-02-01T00:00:00.000Z",
      },
    ],
  });

  expect(await entriesOf(parseSatchelJson, file, 8)).toEqual([
    { kind: "folder", folders: ["Top"], color: "#aabbcc", emoji: "🍞" },
    { kind: "folder", folders: ["Top", "Sub"] },
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "A",
      notes: "n",
      tags: ["a,b"],
      folders: ["Top", "Sub"],
      isFavorite: true,
      createdAt: new Date("2023-01-01"),
      savedAt: new Date("2023-02-01"),
      visits: { count: 2, firstAt: new Date("2024-01-01"), lastAt: new Date("2024-01-02") },
    },
  ]);
});

test("a file of a newer version is reported", async () => {
  await expect(entriesOf(parseSatchelJson, '{"satchel": 2, "links": []}')).rejects.toThrow("newer version");
});

test.each([
  ["pinboard", parsePinboard],
  ["linkding", parseLinkding],
  ["karakeep", parseKarakeep],
  ["linkwarden", parseLinkwarden],
  ["omnivore", parseOmnivore],
  ["wallabag", parseWallabag],
  ["satchel", parseSatchelJson],
])("%s: fields of any type are read as nothing and end nothing", async (_name, parse) => {
  const odd = [1, "x", true, null, [], {}, [[1]], { a: 1 }];
  const fields = ["url", "href", "title", "tags", "labels", "content", "lists", "id", "name", "links", "folder_id"];
  const objects = odd.flatMap((value) => fields.map((field) => ({ [field]: value })));
  const file = json(
    parse === parsePinboard || parse === parseOmnivore || parse === parseWallabag
      ? [...odd, ...objects]
      : {
          satchel: 1,
          results: [...odd, ...objects],
          bookmarks: [...odd, ...objects],
          lists: [...odd, ...objects],
          folders: [...odd, ...objects],
          collections: [...odd, ...objects],
          pinnedLinks: odd,
          links: [...odd, ...objects],
        },
  );

  expect((await entriesOf(parse, file)).length).toBeGreaterThan(0);
});
