export { FoldersConfig } from "./config.ts";
export { foldersProjection } from "./projection/projection.ts";
export { startFolders } from "./service.ts";
