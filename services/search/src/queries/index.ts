export type { SearchTables } from "../projection/tables.ts";
export { findRelated } from "./related.ts";
export { type Archive, countFound, findNewest, searchLinks } from "./search.ts";
