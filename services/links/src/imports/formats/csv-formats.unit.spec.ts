import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { entriesOf, inPieces } from "../../../test/bookmark-files.ts";
import { parseAnyCsv } from "./any-csv.ts";
import type { Bookmark } from "./entry.ts";
import { parseInstapaper } from "./instapaper.ts";
import { parseOneTab } from "./onetab.ts";
import { parsePocket } from "./pocket.ts";
import { parseRaindrop } from "./raindrop.ts";
import { parseReadwise } from "./readwise.ts";
import { fromCell, joinTags, parseSatchelCsv, splitTags, toCell } from "./satchel-csv.ts";
import { parseWallabagCsv } from "./wallabag.ts";

test("Pocket: tags between bars, what is archived was read, an address is no title", async () => {
  const csv = `title,url,time_added,tags,status
"Say ""hi""",https://a.example/,1500000000,a|b c,unread
https://b.example/,https://b.example/,1500000001,,archive
`;

  expect(await entriesOf(parsePocket, csv, 5)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: 'Say "hi"',
      tags: ["a", "b c"],
      savedAt: new Date(1500000000000),
    },
    { kind: "bookmark", url: "https://b.example/", savedAt: new Date(1500000001000), visits: { count: 1 } },
  ]);
});

test("Raindrop: folders with slashes, tags with commas, note and excerpt apart", async () => {
  const csv = `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
1,Bread,"my
note",How to,https://a.example/,Cooking/Baking,"bread, oven",2023-05-06T07:08:09.123Z,https://a.example/c.png,,true
2,Loose,,,https://b.example/,Unsorted,,2023-05-06T07:08:10.000Z,,,false
3,Spaced,,,https://c.example/,Apps/Services / Tools,,2023-05-06T07:08:11.000Z,,,false
`;

  expect(await entriesOf(parseRaindrop, csv, 11)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread",
      description: "How to",
      notes: "my\nnote",
      tags: ["bread", " oven"],
      folders: ["Cooking", "Baking"],
      isFavorite: true,
      savedAt: new Date("2023-05-06T07:08:09.123Z"),
    },
    { kind: "bookmark", url: "https://b.example/", title: "Loose", savedAt: new Date("2023-05-06T07:08:10.000Z") },
    {
      kind: "bookmark",
      url: "https://c.example/",
      title: "Spaced",
      folders: ["Apps/Services", "Tools"],
      savedAt: new Date("2023-05-06T07:08:11.000Z"),
    },
  ]);
});

test("Raindrop: the highlights of a page, with their notes, after the page", async () => {
  const csv = `id,title,note,excerpt,url,tags,created,cover,highlights,favorite
1,Bread,,,https://a.example/,,2023-05-06T07:08:09.123Z,,"Highlight:Knead it
for ten minutes, then rest it
Note:Twenty are better,
says Mara
Highlight:Bake it.",false
2,Empty,,,https://b.example/,,2023-05-06T07:08:09.123Z,,Highlight:,false
3,Other,,,https://c.example/,,2023-05-06T07:08:09.123Z,,Bare words,false
`;

  const found = await entriesOf(parseRaindrop, csv, 13);

  expect(found).toMatchObject([
    { kind: "bookmark", url: "https://a.example/" },
    {
      kind: "highlights",
      url: "https://a.example/",
      highlights: [
        { exact: "Knead it\nfor ten minutes, then rest it", note: "Twenty are better,\nsays Mara" },
        { exact: "Bake it.", note: undefined },
      ],
    },
    { kind: "bookmark", url: "https://b.example/" },
    { kind: "bookmark", url: "https://c.example/" },
    { kind: "fault", text: "Bare words", reason: "These highlights are not written as Raindrop writes them." },
  ]);
});

test("Instapaper: its states are no folders, selections are notes, tags are JSON", async () => {
  const csv = `URL,Title,Selection,Folder,Timestamp,Tags
https://a.example/,A,,Unread,1500000000,"[""x"",""y""]"
https://b.example/,B,Quoted,Archive,1500000001,[]
https://c.example/,C,,Starred,1500000002,[]
https://d.example/,D,,Mine,1500000003,[]
`;

  const found = await entriesOf(parseInstapaper, csv);

  expect(found).toMatchObject([
    { url: "https://a.example/", tags: ["x", "y"] },
    { notes: "Quoted", visits: { count: 1 } },
    { isFavorite: true },
    { folders: ["Mine"] },
  ]);
  expect(found.slice(0, 3).map((entry) => "folders" in entry)).toEqual([false, false, false]);
});

test("Readwise Reader: tags as a list of Python's, what was begun or archived was read, the shortlist are favourites", async () => {
  const csv = `Title,URL,ID,Document tags,Saved date,Reading progress,Location,LinkIdSet
Bread,https://a.example/,01h,"['bread', ""baker's"", 'it\\'s']",2023-05-06 07:08:09.123456+00:00,0.4,archive,True
"Say ""hi""",https://b.example/,01i,[],2023-05-06 07:08:10+00:00,0,shortlist,False
C,https://c.example/,01j,,2023-05-06 07:08:11+00:00,0.0,new,False
`;

  expect(await entriesOf(parseReadwise, csv, 9)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread",
      tags: ["bread", "baker's", "it's"],
      savedAt: new Date("2023-05-06T07:08:09.123Z"),
      visits: { count: 1 },
    },
    {
      kind: "bookmark",
      url: "https://b.example/",
      title: 'Say "hi"',
      isFavorite: true,
      savedAt: new Date("2023-05-06T07:08:10Z"),
    },
    { kind: "bookmark", url: "https://c.example/", title: "C", savedAt: new Date("2023-05-06T07:08:11Z") },
  ]);
});

test.each([
  ["['a', 'b", ["a", "b"]],
  ["['a\\", ["a"]],
])("Readwise Reader: a list of tags without its end, %s, is read to it", async (list, tags) => {
  const csv = `Title,URL,ID,Document tags\nA,https://a.example/,1,"${list}"\n`;
  expect(await entriesOf(parseReadwise, csv)).toMatchObject([{ tags }]);
});

test("Readwise Reader: a megabyte of quotation marks in one list takes a moment", async () => {
  const csv = `Title,URL,ID,Document tags\nA,https://a.example/,1,"['${"\\'".repeat(500_000)}"\n`;
  expect(await entriesOf(parseReadwise, csv, 100_000)).toHaveLength(1);
});

test.each([1, 3, 1000])(
  "OneTab: a line for each tab, titles with bars, groups apart (%i characters at once)",
  async (size) => {
    const tabs = "https://a.example/ | A | more\r\n\r\nhttps://b.example/?x=1|2\nhttps://c.example/ | C";

    expect(await entriesOf(parseOneTab, tabs, size)).toEqual([
      { kind: "bookmark", url: "https://a.example/", title: "A | more" },
      { kind: "bookmark", url: "https://b.example/?x=1|2" },
      { kind: "bookmark", url: "https://c.example/", title: "C" },
    ]);
  },
);

test("a list of addresses: one in each line, perhaps with a title behind a blank", async () => {
  const list = "https://a.example/\r\n\r\n  https://b.example/?x=1|2  B | more \nnot one\nhttps://c.example/\tC";

  expect(await entriesOf(parseOneTab, list)).toEqual([
    { kind: "bookmark", url: "https://a.example/" },
    { kind: "bookmark", url: "https://b.example/?x=1|2", title: "B | more" },
    { kind: "bookmark", url: "not", title: "one" },
    { kind: "bookmark", url: "https://c.example/", title: "C" },
  ]);
});

test("OneTab: a line of a megabyte of blanks takes a moment", async () => {
  expect(
    await entriesOf(parseOneTab, `https://a.example/${" ".repeat(1_000_000)}|${" ".repeat(1_000_000)}A`),
  ).toHaveLength(1);
});

test("a table that a spreadsheet of another country wrote, with semicolons and a byte order mark, is read", async () => {
  const csv = "\ufefftitle;url;time_added;tags;status\r\nA;https://a.example/?x=1,2;1500000000;;unread\r\n";

  expect(await entriesOf(parsePocket, csv)).toMatchObject([{ url: "https://a.example/?x=1,2", title: "A" }]);
});

test("a table that a spreadsheet wrote as text, with tabs, keeps titles, tags and folders", async () => {
  const text = "url\ttitle\ttags\tfolder\r\nhttps://a.example/\tBread, and; more\ta,b\tKitchen\r\n";

  expect(await entriesOf(parseAnyCsv, text)).toMatchObject([
    { url: "https://a.example/", title: "Bread, and; more", tags: ["a", "b"], folders: ["Kitchen", ""] },
  ]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "'quoted'", "''", "'=1", "＝1+1", "＋1", "－1", "＠x"])(
  "%j in a cell is no formula, and the same after the way back",
  (text) => {
    expect(toCell(text)).toMatch(/^'/);
    expect(fromCell(toCell(text))).toBe(text);
  },
);

test.each([`a;=cmd|'/C calc'!A0;b`, ";+1", "x;-1;@y", ";'=1", ";;=1", "';="])(
  "%j has no formula for a spreadsheet that separates cells by semicolons, and is the same after the way back",
  (text) => {
    expect(toCell(text)).not.toMatch(/(?:^|;)[=+\-@]/);
    expect(fromCell(toCell(text))).toBe(text);
  },
);

test("cells and tags come back as they went, whatever is in them", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => fromCell(toCell(text)) === text));
  const signs = fc.string({ unit: fc.constantFrom("'", ";", "=", "+", "\t", " ", "x") });
  fc.assert(fc.property(signs, (text) => fromCell(toCell(text)) === text));
  const tag = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      expect(splitTags(joinTags(tags))).toEqual(tags);
    }),
  );
});

test("our own CSV: every column is read", async () => {
  const csv = `url,title,description,notes,tags,folder,subfolder,is_favorite,visit_count,first_visited_at,last_visited_at,created_at,saved_at
https://a.example/,'=A,d,n,"a\\,b, c",Top,Sub,true,3,2024-01-01T00:00:00.000Z,2024-01-02T00:00:00.000Z,2023-01-01T00:00:00.000Z,2023-06-01T00:00:00.000Z
`;

  expect(await entriesOf(parseSatchelCsv, csv, 3)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "=A",
      description: "d",
      notes: "n",
      tags: ["a,b", "c"],
      folders: ["Top", "Sub"],
      isFavorite: true,
      visits: { count: 3, firstAt: new Date("2024-01-01"), lastAt: new Date("2024-01-02") },
      createdAt: new Date("2023-01-01"),
      savedAt: new Date("2023-06-01"),
    },
  ]);
});

test.each([
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2024-02-29 01:02:03", "2024-02-29T01:02:03.000Z"],
  ["2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"],
  ["2026-02-29", undefined],
  ["2026-02-31 01:02:03", undefined],
  ["2026-04-31T01:02:03+02:00", undefined],
  ["2026-06-31 01:02:03 +0200", undefined],
])("the date %s is %s: a day that its month does not have is no date", async (saved, instant) => {
  const [found] = await entriesOf(parseSatchelCsv, `url,saved_at\nhttps://a.example/,${saved}\n`);

  expect((found as Bookmark).savedAt?.toISOString()).toBe(instant);
});

test("a table of any program: its columns are found by the usual names", async () => {
  const csv = `Name,Link,Note,Labels,Created,Collection,Starred,Read
Bread,https://a.example/,mine,"a, b",2024-01-02,Cooking,yes,no
`;
  const matter = `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id
Soup,Ada,A,https://b.example/,a;b c,100,False,False,True,0,2024-01-02T03:04:05Z,f
`;

  expect(await entriesOf(parseAnyCsv, csv, 7)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread",
      notes: "mine",
      tags: ["a", "b"],
      folders: ["Cooking", ""],
      isFavorite: true,
      createdAt: new Date("2024-01-02"),
      savedAt: new Date("2024-01-02"),
    },
  ]);
  expect(await entriesOf(parseAnyCsv, matter)).toMatchObject([
    { url: "https://b.example/", title: "Soup", tags: ["a", "b c"], visits: { count: 1 } },
  ]);
});

test("any table: when it was visited first and last", async () => {
  const csv = `url,visit_count,first_visited_at,last_visited_at
https://a.example/,3,2024-01-02,2024-03-04
https://b.example/,0,,
`;

  expect(await entriesOf(parseAnyCsv, csv)).toMatchObject([
    { visits: { count: 3, firstAt: new Date("2024-01-02"), lastAt: new Date("2024-03-04") } },
    { url: "https://b.example/" },
  ]);
});

test("wallabag's table: the day comes before the month", async () => {
  const csv = `Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
"Bread, white";https://a.example/;<p>…</p>;"t 1, t2";text/html;en;"03/02/2024 11:05:06"
`;

  expect(await entriesOf(parseWallabagCsv, csv, 7)).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "Bread, white",
      tags: ["t 1", " t2"],
      savedAt: new Date("2024-02-03T12:00:00Z"),
    },
  ]);
});

test("a quotation mark that is never closed is reported", async () => {
  const csv = 'title,url,time_added,tags,status\nA,https://a.example/,1,,unread\nB,"https://b.example/\n';

  await expect(entriesOf(parsePocket, csv)).rejects.toThrow("a quotation mark is missing");
});

test("rows before a quotation mark that is never closed arrive", async () => {
  const csv =
    'title,url,time_added,tags,status\nA,https://a.example/,1,,unread\nB,"https://b.example/\nC,https://c.example/\n';
  const urls: string[] = [];
  const read = async (): Promise<void> => {
    for await (const entry of parsePocket(inPieces(csv))) if (entry.kind === "bookmark") urls.push(entry.url);
  };

  await expect(read()).rejects.toThrow("a quotation mark is missing");
  expect(urls).toEqual(["https://a.example/"]);
});

test("given very many columns with the same name, then the first 200 are looked at for each row", async () => {
  const csv = (columns: number) =>
    `url${",title".repeat(columns)}\nhttps://a.example/${",".repeat(columns)}At the end\nhttps://b.example/\n`;

  expect(await entriesOf(parseAnyCsv, csv(199))).toMatchObject([{ title: "At the end" }, {}]);
  const [first] = await entriesOf(parseAnyCsv, csv(200));
  expect(first).not.toHaveProperty("title");
});

test("given very many short rows at once, then others have their turn meanwhile", async () => {
  let turns = 0;
  let isRead = false;
  const others = (async () => {
    for (; !isRead; turns++) await setImmediate();
  })();
  await entriesOf(parseAnyCsv, `url,title\n${"a\n".repeat(50_000)}`, 200_000).finally(() => {
    isRead = true;
  });
  await others;
  expect(turns).toBeGreaterThan(20);
});

test("of columns with the same name, the first that has something counts", async () => {
  const csv = "url,title,URL,title\n,First,https://a.example/,Second\nhttps://b.example/,,,Second\n";

  expect(await entriesOf(parseSatchelCsv, csv)).toMatchObject([
    { url: "https://a.example/", title: "First" },
    { url: "https://b.example/", title: "Second" },
  ]);
});

test("a row without an end is reported before it fills the memory", async () => {
  const csv = `title,url,time_added,tags,status\n"${"x".repeat(10_000_000)}`;

  await expect(entriesOf(parsePocket, csv, 128 * 1024)).rejects.toThrow("A row of the file is too long");
});
