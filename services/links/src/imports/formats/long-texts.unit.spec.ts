import { expect, test } from "vitest";
import { repetitions } from "@satchel/testing";
import { inPieces } from "../../../test/bookmark-files.ts";
import { type BookmarkFormat, parsers, UnreadableFile } from "./index.ts";

/** Characters of one text: to look at each once takes milliseconds, to look at all again from each takes many seconds. */
const CHARS = 100_000;
/** One part of so many is tried with each format; the formats begin at different ones. */
const EACH = repetitions(3, 1);
/** Seconds of processor time for one file. */
const MOST_SECONDS = 3;

/** Parts that long texts are made of: what patterns of the formats begin with, repeat or end with. */
const PARTS = [
  ...Array.from("'\"\\,|<[{&#-.1a \t\n"),
  '\\"',
  "\r\n",
  " | ",
  "](",
  "# a\n",
  "[a](https://a.example/ ",
  " #a",
  "\n> a\n\n",
  '""',
  "<!--",
  "<a href=",
  "<dl><dt>",
  "<dd>",
  "[[",
  '[{"a":',
  " Highlight:",
  "2024-01-01 ",
  "https://a.example/ ",
];

const csv =
  (...columns: readonly string[]) =>
  (text: string): string[] => {
    const header = `${columns.join(",")}\n`;
    const quoted = `"${text.replaceAll('"', '""')}"`;
    return [header + columns.map(() => quoted).join(","), header + text.replaceAll(/[\r\n]/g, " ")];
  };

/** @param file with a text wherever a format has one */
const json =
  (file: (text: string) => unknown) =>
  (text: string): string[] => {
    const whole = JSON.stringify(file(text));
    const inside = JSON.stringify(text).slice(1, -1);
    // Also broken off by it, within a text and between two.
    const at = whole.indexOf(inside);
    return [whole, whole.slice(0, at) + text, `${whole.slice(0, at - 1)}${text}`];
  };

const files: Readonly<Record<BookmarkFormat, (text: string) => string[]>> = {
  html: (text) => [
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT>${text}`,
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${text}" TAGS='${text}' ADD_DATE=${text}>A</A><DD>${text}`,
    `<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul><li><a ${text}>${text}`,
  ],
  "pocket-csv": csv("title", "url", "time_added", "tags", "status"),
  "raindrop-csv": csv("url", "folder", "tags", "created", "highlights", "favorite"),
  "instapaper-csv": csv("URL", "Folder", "Timestamp", "Tags"),
  "readwise-csv": csv("URL", "Document tags", "Saved date", "Reading progress", "Location"),
  "readwise-highlights-csv": csv("Highlight", "Book Title", "Note", "Color", "Highlighted at"),
  "mymind-csv": csv("title", "url", "content", "tags", "created"),
  "satchel-csv": csv("url", "title", "tags", "folder", "visit_count", "saved_at"),
  csv: csv("link", "name", "tags", "folder", "created"),
  "wallabag-csv": csv("Title", "URL", "Content", "Tags", "MIME Type", "Creation date"),
  "markdown-text": (text) => [text, `- [${text}](https://a.example/${text}) #a ${text}`, `## ${text}`],
  "pinboard-xml": (text) => [
    `<posts user="a"><post href="${text}" description='${text}' time=${text} tag="${text}"/>`,
    `<posts user="a">${text}`,
  ],
  "pinboard-json": json((text) => [{ href: text, description: text, tags: text, time: text, toread: "no" }]),
  "linkding-json": json((text) => ({ results: [{ url: text, tag_names: [text], date_added: text, unread: text }] })),
  "karakeep-json": json((text) => ({
    lists: [{ id: text, name: text, icon: text, parentId: text }],
    bookmarks: [{ content: { type: "link", url: text }, tags: [text], lists: [text], createdAt: text }],
  })),
  "linkwarden-json": json((text) => ({
    collections: [{ id: 1, name: text, color: text, links: [{ url: text, tags: [{ name: text }], importDate: text }] }],
  })),
  "omnivore-json": json((text) => [{ slug: text, url: text, labels: [text], savedAt: text, state: text }]),
  "readeck-json": json((text) => ({ URL: text, Labels: [text], Created: text, Annotations: [{ text, color: text }] })),
  "wallabag-json": json((text) => [{ url: text, tags: [text], is_fav: text, created_at: text }]),
  "readability-json": json((text) => ({ bookmarks: [{ article__url: text, date_added: text, favorite: text }] })),
  "firefox-json": json((text) => ({
    type: "text/x-moz-place-container",
    title: text,
    children: [{ type: "text/x-moz-place", uri: text, tags: text, dateAdded: text }],
  })),
  "chrome-json": json((text) => ({
    roots: { bookmark_bar: { type: "url", url: text, name: text, date_added: text } },
  })),
  "tree-json": json((text) => [{ title: text, children: [{ url: text, title: text, tags: text, dateAdded: text }] }]),
  json: json((text) => ({ items: [{ url: text, tags: [text], created: text, [text]: text }], [text]: [text] })),
  "onetab-text": (text) => [text, `https://a.example/${text}`, `https://a.example/ | ${text}`],
  "satchel-json": json((text) => ({
    satchel: 1,
    folders: [{ id: 1, name: text, color: text, emoji: text }],
    links: [{ url: text, tags: [text], visit_count: text, saved_at: text }],
  })),
};

test.each((Object.keys(files) as BookmarkFormat[]).map((format, number) => [format, number] as const))(
  "%s: no text takes the square of its length, whatever it repeats",
  async (format, number) => {
    for (const part of PARTS.filter((_, at) => (at + number) % EACH === 0)) {
      for (const [at, file] of files[format](part.repeat(CHARS / part.length)).entries()) {
        const before = process.cpuUsage();
        await readAll(format, file);
        const { user, system } = process.cpuUsage(before);
        expect([part, at, (user + system) / 1e6 < MOST_SECONDS]).toEqual([part, at, true]);
      }
    }
  },
);

/** Reads a file to its end, or until it can't be read further. */
async function readAll(format: BookmarkFormat, file: string): Promise<void> {
  try {
    for await (const _ of parsers[format](inPieces(file, 64 * 1024)));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
