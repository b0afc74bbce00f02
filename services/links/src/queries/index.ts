export { type Archive, type ExportedLink, type ExportFormat, exportLinks, writeArchive } from "../exports/index.ts";
export { SHOWN_TITLE } from "../projection/shown-title.ts";
export type { LinksTables } from "../projection/tables.ts";
export * from "./bulk.ts";
export * from "./counts.ts";
export * from "./deleted.ts";
export * from "./detail.ts";
export * from "./list.ts";
export * from "./tags.ts";
