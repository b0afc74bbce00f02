import type { ImportFormat } from "@satchel/contracts";
import { parseChrome, parseFirefox } from "./browser-trees.ts";
import type { Entry, Parse } from "./entry.ts";
import { parseInstapaper } from "./instapaper.ts";
import { parseKarakeep } from "./karakeep.ts";
import { parseLinkding } from "./linkding.ts";
import { parseLinkwarden } from "./linkwarden.ts";
import { parseMymind } from "./mymind.ts";
import { parseNetscape } from "./netscape.ts";
import { parseOmnivore } from "./omnivore.ts";
import { parseOneTab } from "./onetab.ts";
import { parsePinboard } from "./pinboard.ts";
import { parsePocket } from "./pocket.ts";
import { parseRaindrop } from "./raindrop.ts";
import { parseReadability } from "./readability.ts";
import { parseReadwise } from "./readwise.ts";
import { recognise } from "./recognise.ts";
import { parseSatchelCsv } from "./satchel-csv.ts";
import { parseSatchelJson } from "./satchel-json.ts";
import { decodeHead, decodeText } from "./text.ts";
import { parseWallabag } from "./wallabag.ts";
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
  "mymind-csv": parseMymind,
  "pinboard-json": parsePinboard,
  "linkding-json": parseLinkding,
  "karakeep-json": parseKarakeep,
  "linkwarden-json": parseLinkwarden,
  "omnivore-json": parseOmnivore,
  "wallabag-json": parseWallabag,
  "readability-json": parseReadability,
  "firefox-json": parseFirefox,
  "chrome-json": parseChrome,
  "onetab-text": parseOneTab,
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
  return format === "zip" ? parseZip(open(), readUnpacked) : parsers[format](() => decodeText(open()));
}

/** The entries of a file of an archive; undefined when it is in no known format. */
function readUnpacked(octets: Uint8Array): AsyncIterable<Entry> | undefined {
  const format = recognise(decodeHead(octets));
  if (format === undefined || format === "zip" || format === "satchel-events") return undefined;
  return parsers[format](() =>
    decodeText(
      (async function* () {
        yield octets;
      })(),
    ),
  );
}
