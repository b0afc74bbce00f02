export { EnrichmentConfig } from "./config.ts";
export { startEnrichment } from "./service.ts";
