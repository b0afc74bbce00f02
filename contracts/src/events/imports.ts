import Type, { type Static } from "typebox";
import { ImportId } from "../ids.ts";
import { IMPORT_FAULTS } from "../limits/index.ts";
import { defineEvent } from "./define.ts";

/**
 * The formats of bookmark files. `html` is the Netscape format that all browsers write, `satchel-events` the export of
 * a whole account, `zip` an archive of files in the other formats.
 */
export const ImportFormat = Type.Enum([
  "html",
  "pocket-csv",
  "raindrop-csv",
  "instapaper-csv",
  "readwise-csv",
  "readwise-highlights-csv",
  "mymind-csv",
  "pinboard-json",
  "pinboard-xml",
  "linkding-json",
  "karakeep-json",
  "linkwarden-json",
  "omnivore-json",
  "readeck-json",
  "wallabag-json",
  "wallabag-csv",
  "readability-json",
  "firefox-json",
  "chrome-json",
  "tree-json",
  "onetab-text",
  "markdown-text",
  "csv",
  "json",
  "satchel-json",
  "satchel-csv",
  "satchel-events",
  "zip",
]);
export type ImportFormat = Static<typeof ImportFormat>;

const FileName = Type.String({ maxLength: 255 });

/** The import of a bookmark file was started. Its aggregate is `import-<importId>`. */
export const ImportStarted = defineEvent("links", "ImportStarted", {
  importId: ImportId,
  name: FileName,
  bytes: Type.Integer({ minimum: 0 }),
  format: ImportFormat,
});

/** A skipped entry of a file: its number in the file, from 1, its beginning, and the reason in a sentence. */
export const ImportFault = Type.Object({
  entry: Type.Integer({ minimum: 1 }),
  text: Type.String({ maxLength: 200 }),
  reason: Type.String({ maxLength: 200 }),
});
export type ImportFault = Static<typeof ImportFault>;

/**
 * The import of a file has ended. `saved` counts new links, `known` existing ones; the first of the `skipped` entries are
 * listed. `failed` is a sentence when the file could not be read to its end; links that were saved before that stay.
 */
export const ImportFinished = defineEvent("links", "ImportFinished", {
  importId: ImportId,
  saved: Type.Integer({ minimum: 0 }),
  known: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0 }),
  faults: Type.Array(ImportFault, { maxItems: IMPORT_FAULTS }),
  failed: Type.Optional(Type.String({ maxLength: 200 })),
});

export const importEvents = [ImportStarted, ImportFinished] as const;
