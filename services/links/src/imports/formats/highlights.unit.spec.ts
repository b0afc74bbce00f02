import type { ImportFormat } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type BookmarkFormat, type Entry, recognise, readEntries } from "./index.ts";
import { omnivoreHighlights } from "./omnivore.ts";

async function entriesOf(text: string, format?: ImportFormat): Promise<Entry[]> {
  const found = (format ?? recognise(text)) as BookmarkFormat;
  const entries: Entry[] = [];
  const open = async function* () {
    yield new TextEncoder().encode(text);
  };
  for await (const entry of readEntries(found, open)) entries.push(entry);
  return entries;
}

test("Readwise's highlights: words, note, colour and time, under the title of their page", async () => {
  const csv = `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
"Words that were
marked, twice",The Slow Page,Mara,,Why?,blue,,page,12,2020-10-05 10:15:30+00:00,
,The Slow Page,Mara,,,,,page,1,,
`;
  expect(await entriesOf(csv)).toEqual([
    {
      kind: "highlights",
      url: undefined,
      title: "The Slow Page",
      highlights: [
        {
          exact: "Words that were\nmarked, twice",
          note: "Why?",
          color: "blue",
          madeAt: new Date("2020-10-05T10:15:30Z"),
        },
      ],
    },
    { kind: "fault", text: "The Slow Page", reason: "This entry has no highlighted words." },
  ]);
});

test("a file for Readwise with addresses: each page is a bookmark, before its highlights", async () => {
  const csv = `Highlight,Title,Author,URL,Note,Location,Date\nMarked,A page,Me,https://a.example/,,,2024-01-02\n`;
  expect(await entriesOf(csv)).toMatchObject([
    { kind: "bookmark", url: "https://a.example/", title: "A page" },
    { kind: "highlights", url: "https://a.example/", highlights: [{ exact: "Marked" }] },
  ]);
});

test("Readeck's bookmark with annotations", async () => {
  const info = JSON.stringify({
    UID: "a1",
    UserID: 1,
    Created: "2024-01-02T03:04:05.123Z",
    URL: "https://a.example/",
    InitialURL: "https://a.example/?from=x",
    SiteName: "A",
    Title: "A page",
    Text: "x".repeat(100_000),
    Labels: ["one"],
    ReadProgress: 100,
    IsArchived: false,
    IsMarked: true,
    Annotations: [
      { id: "1", start_selector: "p", color: "red", created: "2024-02-03T04:05:06Z", text: "Marked", note: "Why?" },
      { id: "2", text: "" },
      "no object",
    ],
  });
  expect(await entriesOf(info)).toEqual([
    expect.objectContaining({ kind: "bookmark", url: "https://a.example/", isFavorite: true, visits: { count: 1 } }),
    {
      kind: "highlights",
      url: "https://a.example/",
      highlights: [{ exact: "Marked", note: "Why?", color: "red", madeAt: new Date("2024-02-03T04:05:06Z") }],
    },
  ]);
});

test("bookmarks of Karakeep and Linkwarden that have highlights", async () => {
  const karakeep = JSON.stringify({
    bookmarks: [
      {
        createdAt: 1700000000,
        title: "A",
        content: { type: "link", url: "https://a.example/" },
        highlights: [{ text: "Marked", color: "green", note: null, createdAt: "2024-02-03T04:05:06Z" }],
      },
      { createdAt: 1700000000, title: "B", content: { type: "link", url: "https://b.example/" } },
    ],
  });
  const linkwarden = JSON.stringify({
    collections: [
      {
        id: 1,
        name: "Work",
        links: [{ id: 2, url: "https://a.example/", highlights: [{ text: "Marked", comment: "Why?", color: "blue" }] }],
      },
    ],
  });
  expect((await entriesOf(karakeep)).map(({ kind }) => kind)).toEqual(["bookmark", "highlights", "bookmark"]);
  expect(await entriesOf(linkwarden)).toMatchObject([
    { kind: "folder" },
    { kind: "bookmark" },
    { kind: "highlights", highlights: [{ exact: "Marked", note: "Why?", color: "blue" }] },
  ]);
});

test("wallabag's annotations: its quote is what was marked, its text the note", async () => {
  const wallabag = JSON.stringify([
    {
      is_archived: 0,
      is_starred: 0,
      title: "A",
      url: "https://a.example/final",
      given_url: "https://a.example/",
      annotations: [
        {
          quote: "Marked words",
          text: "Why?",
          ranges: [{ start: "/p[1]", startOffset: "0", end: "/p[1]", endOffset: "12" }],
        },
        { quote: "More", text: "", created_at: "2022-01-02T03:04:05+0100" },
        { quote: " ", text: "of nothing" },
        { text: "of nothing" },
        "none",
        null,
      ],
    },
    { is_archived: 0, is_starred: 0, title: "B", given_url: "https://b.example/", annotations: [] },
    { is_archived: 0, is_starred: 0, title: "C", given_url: "https://c.example/", annotations: "none" },
  ]);
  expect(await entriesOf(wallabag)).toMatchObject([
    { kind: "bookmark", url: "https://a.example/" },
    {
      kind: "highlights",
      url: "https://a.example/",
      highlights: [
        { exact: "Marked words", note: "Why?" },
        { exact: "More", madeAt: new Date("2022-01-02T02:04:05Z") },
      ],
    },
    { kind: "bookmark", url: "https://b.example/" },
    { kind: "bookmark", url: "https://c.example/" },
  ]);
});

describe("Omnivore's file of an article's highlights", () => {
  test("each is quoted, with labels and a note behind it", () => {
    const markdown =
      "A note on the page\n\n\n\n> First words \n\n> Second\n> words \n\n#label #other\n\nWhy?\n\nAnd more";
    expect(omnivoreHighlights(markdown)).toEqual([
      { exact: "First words", note: "" },
      { exact: "Second\nwords", note: "Why?\n\nAnd more" },
    ]);
  });

  test.each(["", ">", "no quotation at all", "> \n>"])("%j has none", (markdown) => {
    expect(omnivoreHighlights(markdown)).toEqual([]);
  });
});
