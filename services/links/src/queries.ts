export { type Archive, type ExportedLink, type ExportFormat, exportLinks, writeArchive } from "./exports/index.ts";
export type { LinksTables } from "./projection/tables.ts";
export * from "./queries/bulk.ts";
export * from "./queries/counts.ts";
export * from "./queries/detail.ts";
export * from "./queries/list.ts";
export * from "./queries/tags.ts";
export * as search from "./search/index.ts";
