import type { ImportFormat } from "@satchel/contracts";
import { parseAnyCsv } from "./any-csv.ts";
import { parseAnyJson, parseTreeJson } from "./any-json.ts";
import { parseChrome, parseFirefox } from "./browser-trees.ts";
import type { Entry, OpenText, Parse } from "./entry.ts";
import { parseInstapaper } from "./instapaper.ts";
import { parseKarakeep } from "./karakeep.ts";
import { parseLinkding } from "./linkding.ts";
import { parseLinkwarden } from "./linkwarden.ts";
import { parseMarkdown } from "./markdown.ts";
import { parseMymind } from "./mymind.ts";
import { parseNetscape } from "./netscape.ts";
import { type OmnivoreAddresses, omnivoreHighlights, parseOmnivore, readOmnivore } from "./omnivore.ts";
import { parseOneTab } from "./onetab.ts";
import { parsePinboard, parsePinboardXml } from "./pinboard.ts";
import { parsePocket } from "./pocket.ts";
import { parseRaindrop } from "./raindrop.ts";
import { parseReadability } from "./readability.ts";
import { parseReadeck } from "./readeck.ts";
import { parseReadwise } from "./readwise.ts";
import { parseReadwiseHighlights } from "./readwise-highlights.ts";
import { recognise } from "./recognise.ts";
import { parseSatchelCsv } from "./satchel-csv.ts";
import { parseSatchelJson } from "./satchel-json.ts";
import { decodeHead, decodeText } from "./text.ts";
import { parseWallabag, parseWallabagCsv } from "./wallabag.ts";
import { parseZip } from "./zip.ts";

export * from "./entry.ts";
export { recognise } from "./recognise.ts";
export { decodeHead, decodeText } from "./text.ts";

/** The formats whose entries are bookmarks, one file each. */
export type BookmarkFormat = Exclude<ImportFormat, "zip" | "satchel-events">;

export const parsers: Readonly<Record<BookmarkFormat, Parse>> = {
  html: parseNetscape,
  "pocket-csv": parsePocket,
  "raindrop-csv": parseRaindrop,
  "instapaper-csv": parseInstapaper,
  "readwise-csv": parseReadwise,
  "readwise-highlights-csv": parseReadwiseHighlights,
  "mymind-csv": parseMymind,
  "pinboard-json": parsePinboard,
  "pinboard-xml": parsePinboardXml,
  "linkding-json": parseLinkding,
  "karakeep-json": parseKarakeep,
  "linkwarden-json": parseLinkwarden,
  "omnivore-json": parseOmnivore,
  "readeck-json": parseReadeck,
  "wallabag-json": parseWallabag,
  "wallabag-csv": parseWallabagCsv,
  "readability-json": parseReadability,
  "firefox-json": parseFirefox,
  "chrome-json": parseChrome,
  "tree-json": parseTreeJson,
  "onetab-text": parseOneTab,
  "markdown-text": parseMarkdown,
  csv: parseAnyCsv,
  json: parseAnyJson,
  "satchel-json": parseSatchelJson,
  "satchel-csv": parseSatchelCsv,
};

/**
 * The entries of a file.
 * @param open its octets from the beginning; some formats are read twice
 * @throws {UnreadableFile} when the rest can't be read
 */
export function readEntries(
  format: BookmarkFormat | "zip",
  open: () => AsyncIterable<Uint8Array>,
): AsyncIterable<Entry> {
  return format === "zip" ? parseZip(open(), unpackedReader()) : parsers[format](() => decodeText(open()));
}

/** A text with addresses in an archive is more often about it than of it. */
const NOT_IN_ARCHIVES: ReadonlySet<ImportFormat> = new Set(["zip", "satchel-events", "markdown-text"] as const);

const OMNIVORE_HIGHLIGHTS = /(?:^|\/)highlights\/([^/]+)\.md$/i;

/** Reads the files of one archive; undefined where one is in no known format. */
function unpackedReader(): (octets: Uint8Array, name: string) => AsyncIterable<Entry> | undefined {
  const addresses: OmnivoreAddresses = new Map();
  return (octets, name) => {
    const slug = OMNIVORE_HIGHLIGHTS.exec(name)?.[1];
    if (slug !== undefined) return highlightsOfFile(octets, addresses.get(slug));
    const format = recognise(decodeHead(octets));
    if (format === undefined || NOT_IN_ARCHIVES.has(format)) return undefined;
    const open: OpenText = () =>
      decodeText(
        (async function* () {
          yield octets;
        })(),
      );
    return format === "omnivore-json" ? readOmnivore(open, addresses) : parsers[format as BookmarkFormat](open);
  };
}

/** Omnivore writes the list of articles before their highlights. */
async function* highlightsOfFile(octets: Uint8Array, url: string | undefined): AsyncGenerator<Entry> {
  const highlights = omnivoreHighlights(new TextDecoder().decode(octets));
  if (url !== undefined && highlights.length > 0) yield { kind: "highlights", url, highlights };
}
