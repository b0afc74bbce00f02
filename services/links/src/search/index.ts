export { type Archive, countFound, findNewest, searchLinks } from "./search.ts";
