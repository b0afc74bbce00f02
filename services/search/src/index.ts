export { SearchConfig } from "./config.ts";
export { searchProjection } from "./projection/projection.ts";
export { fileTexts } from "./policies/file-texts.ts";
export { startSearch } from "./service.ts";
