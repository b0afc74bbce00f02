export { LinksConfig } from "./config.ts";
export { linksProjection } from "./projection/projection.ts";
export { startLinks } from "./service.ts";
