export { findRelated } from "./related.ts";
export { type Archive, countFound, findNewest, searchLinks } from "./search.ts";
