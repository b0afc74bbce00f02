import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { ImportFault, ImportFormat } from "../events/imports.ts";
import { ImportId, Instant } from "../ids.ts";
import { IMPORT_BYTES } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import * as later from "./later-routes.ts";

/**
 * An import and its progress. `read` counts the processed entries of the file: `saved` are new links, `known` existed
 * already, `skipped` were not taken, each for a reason; `highlights` are those of links, new or not. `error` is a sentence when it `failed`.
 */
export const Import = Type.Object({
  id: ImportId,
  name: Type.String(),
  format: ImportFormat,
  status: Type.Enum(["running", "done", "failed"]),
  progress: Type.Number({ minimum: 0, maximum: 1, description: "Share of the file that was read" }),
  read: Type.Integer({ minimum: 0 }),
  saved: Type.Integer({ minimum: 0 }),
  known: Type.Integer({ minimum: 0 }),
  highlights: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0 }),
  faults: Type.Array(ImportFault, { description: "The first of the skipped entries; in lists always empty" }),
  error: Nullable(Type.String()),
  started_at: Instant,
  finished_at: Nullable(Instant),
});
export type Import = Static<typeof Import>;

export const createImport = defineOperation({
  ...later.createImport,
  summary: "Import a file of bookmarks, sent as it is; its format is recognised, or named by `format`",
  scope: "add",
  query: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 255 })),
    format: Type.Optional(ImportFormat),
  }),
  bodyBytes: IMPORT_BYTES,
  responses: { 202: Import, 400: ErrorBody },
});

export const listImports = defineOperation({
  ...later.listImports,
  summary: "The imports of the last 30 days, the newest first",
  scope: "read",
  responses: { 200: Type.Object({ imports: Type.Array(Import) }) },
});

export const getImport = defineOperation({
  ...later.getImport,
  summary: "The progress of an import",
  scope: "read",
  params: Type.Object({ id: ImportId }),
  responses: { 200: Import, 404: ErrorBody },
});
