export { LinksConfig } from "./config.ts";
export { linksProjection } from "./projection/projection.ts";
export { startLinks } from "./service.ts";
export { type RefetchFilter, type RefetchOptions, refetchPages } from "./policies/refetch-pages.ts";
export type { LinksTables } from "./projection/tables.ts";
