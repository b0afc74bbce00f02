import { escapeHtml } from "@satchel/chassis";
import { isItem } from "@satchel/contracts";
import { withNotes } from "../imports/formats/netscape.ts";
import type { Archive } from "./archive.ts";
import type { ExportedLink } from "./links.ts";

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

/**
 * The format that every browser imports, as Chrome writes it, with the additions of Firefox (TAGS, LAST_MODIFIED), Pinboard
 * and linkding (TOREAD, notes in the description) and Raindrop (DATA-IMPORTANT). Folders come first, links without one last.
 */
export async function* toHtml({ folders, links }: Archive): AsyncGenerator<string> {
  yield HEAD;
  for (const { id, name, children } of folders) {
    yield openFolder(name, 1);
    for (const child of children) {
      yield openFolder(child.name, 2);
      for await (const link of links(child.id)) yield lineOf(link, 3);
      yield closeFolder(2);
    }
    for await (const link of links(id)) yield lineOf(link, 2);
    yield closeFolder(1);
  }
  for await (const link of links(0)) yield lineOf(link, 1);
  yield "</DL><p>\n";
}

const indent = (level: number): string => "    ".repeat(level);
const openFolder = (name: string, level: number): string =>
  `${indent(level)}<DT><H3>${escapeHtml(name)}</H3>\n${indent(level)}<DL><p>\n`;
const closeFolder = (level: number): string => `${indent(level)}</DL><p>\n`;

const secondsOf = (instant: string): string => String(Math.floor(Date.parse(instant) / 1000));

function lineOf(link: ExportedLink, level: number): string {
  // A mail is nothing that a browser can open.
  if (isItem(link.url)) return "";
  const attributes: [string, string][] = [
    ["HREF", link.url],
    // Programs read one date: the last save, which gives the order of the list.
    ["ADD_DATE", secondsOf(link.saved_at)],
    ["LAST_MODIFIED", secondsOf(link.saved_at)],
    ...(link.last_visited_at === null ? [] : [["LAST_VISIT", secondsOf(link.last_visited_at)] as [string, string]]),
    ["TOREAD", link.visit_count === 0 ? "1" : "0"],
    // A comma within a tag would split it.
    ...(link.tags.length === 0
      ? []
      : [["TAGS", link.tags.map((tag) => tag.replaceAll(",", " ")).join(",")] as [string, string]]),
    ...(link.is_favorite ? [["DATA-IMPORTANT", "true"] as [string, string]] : []),
  ];
  const written = attributes.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(" ");
  const line = `${indent(level)}<DT><A ${written}>${escapeHtml(link.title ?? link.url)}</A>\n`;
  const description = withNotes(link.description ?? "", link.notes ?? "");
  return description === "" ? line : `${line}${indent(level)}<DD>${escapeHtml(description)}\n`;
}
