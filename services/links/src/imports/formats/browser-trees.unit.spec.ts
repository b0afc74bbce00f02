import { describe, expect, test } from "vitest";
import { entriesOf } from "../../../test/bookmark-files.ts";
import { parseTreeJson } from "./any-json.ts";
import { parseChrome, parseFirefox } from "./browser-trees.ts";
import { recognise } from "./recognise.ts";

const firefox = JSON.stringify({
  guid: "root________",
  title: "",
  index: 0,
  dateAdded: 1690000000000000,
  typeCode: 2,
  type: "text/x-moz-place-container",
  root: "placesRoot",
  children: [
    {
      guid: "menu________",
      title: "menu",
      typeCode: 2,
      type: "text/x-moz-place-container",
      root: "bookmarksMenuFolder",
      children: [
        { title: "Recent", typeCode: 1, type: "text/x-moz-place", uri: "place:sort=12&maxResults=10" },
        { typeCode: 3, type: "text/x-moz-place-separator" },
        {
          title: "Cooking",
          typeCode: 2,
          type: "text/x-moz-place-container",
          children: [
            {
              title: 'Bread {"[]"}',
              dateAdded: 1690000001000000,
              typeCode: 1,
              tags: "bread,to bake",
              iconUri: "https://a.example/favicon.ico",
              annos: [{ name: "x", value: "y" }],
              type: "text/x-moz-place",
              uri: "https://a.example/",
            },
            {
              title: "Deep",
              typeCode: 2,
              type: "text/x-moz-place-container",
              children: [{ title: "B", typeCode: 1, type: "text/x-moz-place", uri: "https://b.example/" }],
            },
            { title: "Empty", typeCode: 2, type: "text/x-moz-place-container" },
            { title: "C", typeCode: 1, type: "text/x-moz-place", uri: "https://c.example/" },
          ],
        },
      ],
    },
    {
      title: "toolbar",
      typeCode: 2,
      type: "text/x-moz-place-container",
      root: "toolbarFolder",
      children: [{ title: "D", typeCode: 1, type: "text/x-moz-place", uri: "https://d.example/" }],
    },
  ],
});

const chrome = JSON.stringify({
  checksum: "0",
  roots: {
    bookmark_bar: {
      children: [
        {
          date_added: "13350000000000000",
          date_last_used: "0",
          guid: "g",
          id: "5",
          meta_info: { power_bookmark_meta: "" },
          name: "A",
          type: "url",
          url: "https://a.example/",
        },
        {
          // A folder is named behind what lies in it.
          children: [
            {
              date_added: "13350000001000000",
              date_last_used: "13360000000000000",
              id: "7",
              name: "B",
              type: "url",
              url: "https://b.example/",
            },
            {
              children: [
                { date_added: "13350000002000000", id: "9", name: "C", type: "url", url: "https://c.example/" },
              ],
              date_added: "1",
              id: "8",
              name: "Baking",
              type: "folder",
            },
          ],
          date_added: "1",
          id: "6",
          name: "Cooking",
          type: "folder",
        },
      ],
      id: "1",
      name: "Bookmarks bar",
      type: "folder",
    },
    other: {
      children: [{ id: "10", name: "D", type: "url", url: "https://d.example/" }],
      id: "2",
      name: "Other bookmarks",
      type: "folder",
    },
    synced: { children: [], id: "3", name: "Mobile bookmarks", type: "folder" },
  },
  version: 1,
});

/** `chrome.bookmarks.getTree()`, as extensions write it. */
const tree = JSON.stringify([
  {
    id: "0",
    title: "",
    children: [
      {
        id: "1",
        parentId: "0",
        title: "Bookmarks bar",
        children: [
          { id: "5", parentId: "1", index: 0, title: "A", url: "https://a.example/", dateAdded: 1690000001000 },
          {
            id: "6",
            parentId: "1",
            index: 1,
            title: "Cooking",
            dateAdded: 1,
            children: [
              { id: "7", parentId: "6", title: "B", url: "https://b.example/" },
              { id: "8", parentId: "6", title: "Empty", children: [] },
            ],
          },
        ],
      },
    ],
  },
]);

const added = (microsecondsSince1601: number) => new Date((microsecondsSince1601 - 11_644_473_600_000_000) / 1000);

describe.each([1, 7, firefox.length])("in pieces of %i characters", (size) => {
  test("Firefox' backup: folders within folders, tags, times; its own containers and searches are none", async () => {
    expect(recognise(firefox)).toBe("firefox-json");
    const at = new Date(1690000001000);
    expect(await entriesOf(parseFirefox, firefox, size)).toEqual([
      {
        kind: "bookmark",
        url: "https://a.example/",
        title: 'Bread {"[]"}',
        tags: ["bread", "to bake"],
        folders: ["Cooking"],
        createdAt: at,
        savedAt: at,
      },
      { kind: "bookmark", url: "https://b.example/", title: "B", folders: ["Cooking", "Deep"] },
      { kind: "bookmark", url: "https://c.example/", title: "C", folders: ["Cooking"] },
      { kind: "bookmark", url: "https://d.example/", title: "D" },
    ]);
  });

  test("Chrome's file: a folder that is named behind its bookmarks, times since 1601, when it was last opened", async () => {
    expect(recognise(chrome)).toBe("chrome-json");
    const times = [0, 1_000_000, 2_000_000].map((more) => added(13_350_000_000_000_000 + more));
    expect(await entriesOf(parseChrome, chrome, size)).toEqual([
      { kind: "bookmark", url: "https://a.example/", title: "A", createdAt: times[0], savedAt: times[0] },
      {
        kind: "bookmark",
        url: "https://b.example/",
        title: "B",
        folders: ["Cooking"],
        createdAt: times[1],
        savedAt: times[1],
        visits: { count: 1, lastAt: added(13_360_000_000_000_000) },
      },
      {
        kind: "bookmark",
        url: "https://c.example/",
        title: "C",
        folders: ["Cooking", "Baking"],
        createdAt: times[2],
        savedAt: times[2],
      },
      { kind: "bookmark", url: "https://d.example/", title: "D" },
    ]);
  });

  test("a tree of any program: what has an address is a bookmark in the folders around it", async () => {
    expect(recognise(tree)).toBe("tree-json");
    const at = new Date(1690000001000);
    expect(await entriesOf(parseTreeJson, tree, size)).toMatchObject([
      { url: "https://a.example/", title: "A", folders: ["Bookmarks bar"], createdAt: at, savedAt: at },
      { url: "https://b.example/", title: "B", folders: ["Bookmarks bar", "Cooking"] },
    ]);
  });
});

test.each([
  ["folders without end", `{"roots":${'{"children":['.repeat(300_000)}`],
  [
    "a folder of very many others",
    `{"roots":{"other":{"children":[${'{"type":"folder","name":"x"},'.repeat(100_000)}{}]}}}`,
  ],
  ["something else in every place", '{"roots":[1,"x",null,{"children":7},{"children":{"a":{"type":"url","url":3}}}]}'],
])("%s take time in proportion, no stack, and bring nothing that is none", async (_, text) => {
  const entries = await entriesOf(parseChrome, text, 4096).catch((error: Error) => error);
  if (entries instanceof Error) expect(entries.message).toBe("The file ends in the middle.");
  else expect(entries.filter((entry) => "url" in entry && entry.url !== undefined)).toEqual([]);
});
