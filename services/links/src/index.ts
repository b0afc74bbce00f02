export { LinksConfig } from "./config.ts";
export { linksProjection } from "./projection/projection.ts";
export { startLinks } from "./service.ts";
export { type Again, type AgainOptions, describeAgain } from "./policies/describe-again.ts";
export type { LinksTables } from "./projection/tables.ts";
