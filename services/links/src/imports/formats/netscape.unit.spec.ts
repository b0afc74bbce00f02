import { expect, test } from "vitest";
import { entriesOf } from "../../../test/bookmark-files.ts";
import type { Bookmark, Entry } from "./entry.ts";
import { parseNetscape } from "./netscape.ts";

const bookmarks = async (html: string, size?: number): Promise<Bookmark[]> =>
  (await entriesOf(parseNetscape, html, size)) as Bookmark[];
const brief = (found: Partial<Entry>[]): string[] =>
  (found as Bookmark[]).map(({ url, title, folders = [] }) => `${folders.join("/")}|${title ?? ""}|${url}`);

const CHROME = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1610000000" LAST_MODIFIED="1700000000" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1610000001" ICON="data:image/png;base64,iVBORw0KGgo=">Fish &amp; chips &lt;3</A>
        <DT><H3 ADD_DATE="1610000002" LAST_MODIFIED="0">Work</H3>
        <DL><p>
            <DT><A HREF="https://work.example/" ADD_DATE="1610000003">Work</A>
            <DT><H3>Deep</H3>
            <DL><p>
                <DT><A HREF="https://deep.example/" ADD_DATE="1610000004">Deep</A>
            </DL><p>
        </DL><p>
        <DT><A HREF="javascript:alert(1)" ADD_DATE="1610000005">Bookmarklet</A>
    </DL><p>
    <DT><A HREF="https://other.example/" ADD_DATE="1610000006">Other</A>
</DL><p>
`;

test("Chrome and Edge: the bar is no folder, folders lie in folders, references are resolved, icons are passed over", async () => {
  const found = await bookmarks(CHROME);

  expect(brief(found)).toEqual([
    "|Fish & chips <3|https://example.org/?a=1&b=2",
    "Work|Work|https://work.example/",
    "Work/Deep|Deep|https://deep.example/",
    "|Bookmarklet|javascript:alert(1)",
    "|Other|https://other.example/",
  ]);
  expect(found[0]?.savedAt).toEqual(new Date(1610000001000));
});

test("however the file is cut into pieces, it is read the same", async () => {
  const whole = await bookmarks(CHROME);

  for (const size of [1, 2, 3, 7, 64, 1000]) expect(await bookmarks(CHROME, size)).toEqual(whole);
});

test("Firefox: menu and unfiled are no folders, separators and feeds do no harm, tags and descriptions come along", async () => {
  const found = await bookmarks(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src data: *; object-src 'none'">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>

<DL><p>
    <DT><A HREF="place:type=6&sort=14&maxResults=10" ICON_URI="fake">Recent Tags</A>
    <HR>    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Lesezeichen-Symbolleiste</H3>
    <DD>Lesezeichen in diesem Ordner werden angezeigt
    <DL><p>
        <DT><A HREF="https://a.example/" ADD_DATE="1600000000" LAST_MODIFIED="1600000009" TAGS="rust,web dev" SHORTCUTURL="a">A</A>
        <DD>About A &amp; more
second line
        <HR>
        <DT><A FEEDURL="https://b.example/feed" HREF="https://b.example/">B</A>
    </DL><p>
    <DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Weitere Lesezeichen</H3>
    <DL><p>
        <DT><A HREF="https://c.example/">C</A>
    </DL><p>
</DL>`);

  expect(brief(found)).toEqual(["|A|https://a.example/", "|B|https://b.example/", "|C|https://c.example/"]);
  expect(found[0]).toMatchObject({ tags: ["rust", "web dev"], description: "About A & more\nsecond line" });
});

test("Safari: lists without dates, favourites and menu are no folders, the reading list is one", async () => {
  const found = await bookmarks(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
	<HTML>
	<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
	<Title>Bookmarks</Title>
	<H1>Bookmarks</H1>
	<DT><H3 FOLDED>Favorites</H3>
	<DL><p>
		<DT><A HREF="https://apple.example/">Apple</A>
	</DL><p>
	<DT><H3 FOLDED>Bookmarks Menu</H3>
	<DL><p>
	</DL><p>
	<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
	<DL><p>
		<DT><A HREF="https://read.example/">Read me</A>
	</DL><p>
	</HTML>`);

  expect(brief(found)).toEqual(["|Apple|https://apple.example/", "Reading List|Read me|https://read.example/"]);
});

test("a folder deeper down may be named as a browser's container", async () => {
  const found = await bookmarks("<DL><DT><H3>Mine</H3><DL><DT><H3>Favorites</H3><DL><DT><A HREF=https://a.example>A");

  expect(brief(found)).toEqual(["Mine/Favorites|A|https://a.example"]);
});

test("Pocket's HTML: what lies in the archive was read, tags come along, an address is no title", async () => {
  const found = await bookmarks(`<!DOCTYPE html>
<html><!--So long and thanks for all the fish-->
<head><meta charset="UTF-8"><title>Pocket Export</title></head>
<body><h1>Unread</h1><ul>
<li><a href="https://a.example/" time_added="1400000000" tags="x,y">A</a></li>
</ul><h1>Read Archive</h1><ul>
<li><a href="https://b.example/" time_added="1400000001" tags="">https://b.example/</a></li>
</ul></body></html>`);

  expect(found).toEqual([
    {
      kind: "bookmark",
      url: "https://a.example/",
      title: "A",
      tags: ["x", "y"],
      createdAt: new Date(1400000000000),
      savedAt: new Date(1400000000000),
    },
    {
      kind: "bookmark",
      url: "https://b.example/",
      createdAt: new Date(1400000001000),
      savedAt: new Date(1400000001000),
      visits: { count: 1 },
    },
  ]);
});

test("Raindrop: favourites are marked, covers are passed over", async () => {
  const [found] = await bookmarks(
    `<DL><p><DT><H3 ADD_DATE="1">Cooking</H3><DL><p><DT><A HREF="https://a.example/" ADD_DATE="1690000000" LAST_MODIFIED="1690000001" TAGS="bread" DATA-COVER="https://a.example/c.png" DATA-IMPORTANT="true">Bread</A><DD>How to`,
  );

  expect(found).toMatchObject({ isFavorite: true, tags: ["bread"], folders: ["Cooking"], description: "How to" });
});

test("linkding: notes stand apart from the description, what is to be read was not visited, what is archived was", async () => {
  const found = await bookmarks(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><A HREF="https://a.example/" ADD_DATE="1690000000" LAST_MODIFIED="1690000000" PRIVATE="1" TOREAD="1" TAGS="t">A</A>
<DD>Words[linkding-notes]My *notes*[/linkding-notes]
<DT><A HREF="https://b.example/" ADD_DATE="1690000000" PRIVATE="0" TOREAD="0" TAGS="linkding:bookmarks.archived,t">B</A>
</DL><p>`);

  expect(found[0]).toMatchObject({ description: "Words", notes: "My *notes*", tags: ["t"] });
  expect(found[0]?.visits).toBeUndefined();
  expect(found[1]).toMatchObject({ tags: ["t"], visits: { count: 1 } });
});

test("HTML within a description is text of it: breaks, lists, headings and links without a date", async () => {
  const file = `<DL><p>
<DT><A HREF="https://a.example/" ADD_DATE="1690000000">A</A>
<DD>One <b>bold</b> word,<br>a <a href="https://in.example/">link</a>, <h2>a heading</h2><ul><li>first<li>second</ul> end &lt;b&gt;
<DT><A HREF="https://b.example/" ADD_DATE="1690000000">B</A>
<DD><p>Two</p>
<A HREF="https://c.example/" ADD_DATE="1690000000">C</A>
</DL>`;
  const found = await bookmarks(file);
  expect(found.map(({ url, description }) => [url, description?.replaceAll(/\s+/g, " ")])).toEqual([
    ["https://a.example/", "One bold word, a link, a heading first second end <b>"],
    ["https://b.example/", "Two"],
    ["https://c.example/", undefined],
  ]);
});

test("Shaarli and Pinboard: DD behind each bookmark, no end tags, tags with commas", async () => {
  const found = await bookmarks(`<DL><p>
<DT><A HREF="https://a.example/" ADD_DATE="1456433741" PRIVATE="0" TAGS="a,b">A</A>
<DD>First
<DT><A HREF="https://b.example/" PRIVATE="1" TAGS="">B
<DD>Second
</DL>`);

  expect(found.map(({ description, title }) => [title, description])).toEqual([
    ["A", "First"],
    ["B", "Second"],
  ]);
});

test.each([
  ["seconds", "1600000000"],
  ["milliseconds", "1600000000000"],
  ["microseconds", "1600000000000000"],
  ["microseconds since 1601", "13244473600000000"],
])("dates in %s are the same day", async (_unit, date) => {
  const [found] = await bookmarks(`<DL><DT><A HREF="https://a.example/" ADD_DATE="${date}">A</A>`);

  expect(found?.savedAt?.toISOString()).toBe("2020-09-13T12:26:40.000Z");
});

test("a last visit is a visit", async () => {
  const [found] = await bookmarks(`<DL><DT><A HREF="https://a.example/" LAST_VISIT="1600000000">A</A>`);

  expect(found?.visits).toEqual({ count: 1, lastAt: new Date(1600000000000) });
});

test("a hundred thousand nested lists, and as many end tags that end nothing, cost time in proportion and no stack", async () => {
  const deep = 100_000;
  const html = `${"<DT><H3>f</H3><DL>".repeat(deep)}<DT><A HREF="https://a.example/">A</A>${"</DL></x>".repeat(2 * deep)}<DT><A HREF="https://b.example/">B</A>`;

  const found = await bookmarks(html, 128 * 1024);

  expect(found.map(({ url, folders }) => [url, folders?.length])).toEqual([
    ["https://a.example/", 32],
    ["https://b.example/", undefined],
  ]);
});

test("a text or attribute of ten million characters is kept up to a bound", async () => {
  const html = `<DL><DT><A HREF="https://a.example/" ICON="${"x".repeat(10_000_000)}">${"t".repeat(10_000_000)}</A>`;

  const [found] = await bookmarks(html, 128 * 1024);

  expect(found?.url).toBe("https://a.example/");
  expect(found?.title?.length).toBeLessThan(300_000);
});

test("a tag without an end is reported", async () => {
  const html = `<DL><DT><A HREF="https://a.example/">A</A><${"x".repeat(20_000_000)}`;

  await expect(bookmarks(html, 128 * 1024)).rejects.toThrow("A tag or comment of the file has no end.");
});

test("Safari's favourites are no folder, and Firefox' own searches no links", async () => {
  const found = await bookmarks(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<HTML><Title>Bookmarks</Title><H1>Bookmarks</H1>
<DT><H3 FOLDED>Favourites</H3>
<DL><p>
<DT><A HREF="https://a.example/">A</A>
<DT><A HREF="place:sort=8&maxResults=10">Recent</A>
</DL><p>
<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
<DL><p>
<DT><A HREF="https://b.example/">B</A>
</DL><p>
</HTML>`);

  expect(brief(found)).toEqual(["|A|https://a.example/", "Reading List|B|https://b.example/"]);
});
