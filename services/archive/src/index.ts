export { ArchiveConfig } from "./config.ts";
export { archiveProjection } from "./projection/projection.ts";
export { startArchive } from "./service.ts";
