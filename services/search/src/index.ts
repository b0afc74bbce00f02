export { SearchConfig } from "./config.ts";
export { searchProjection } from "./projection/projection.ts";
export { startSearch } from "./service.ts";
