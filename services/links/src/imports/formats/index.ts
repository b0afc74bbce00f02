import type { ImportFormat } from "@satchel/contracts";
import type { Parse } from "./entry.ts";
import { parseInstapaper } from "./instapaper.ts";
import { parseKarakeep } from "./karakeep.ts";
import { parseLinkding } from "./linkding.ts";
import { parseLinkwarden } from "./linkwarden.ts";
import { parseNetscape } from "./netscape.ts";
import { parseOmnivore } from "./omnivore.ts";
import { parsePinboard } from "./pinboard.ts";
import { parsePocket } from "./pocket.ts";
import { parseRaindrop } from "./raindrop.ts";
import { parseSatchelCsv } from "./satchel-csv.ts";
import { parseSatchelJson } from "./satchel-json.ts";
import { parseWallabag } from "./wallabag.ts";

export * from "./entry.ts";
export { recognise } from "./recognise.ts";
export { decodeText } from "./text.ts";

/** The parser of each format. */
export const parsers: Readonly<Record<ImportFormat, Parse>> = {
  html: parseNetscape,
  "pocket-csv": parsePocket,
  "raindrop-csv": parseRaindrop,
  "instapaper-csv": parseInstapaper,
  "pinboard-json": parsePinboard,
  "linkding-json": parseLinkding,
  "karakeep-json": parseKarakeep,
  "linkwarden-json": parseLinkwarden,
  "omnivore-json": parseOmnivore,
  "wallabag-json": parseWallabag,
  "satchel-json": parseSatchelJson,
  "satchel-csv": parseSatchelCsv,
};
