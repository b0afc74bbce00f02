import { runService } from "@satchel/chassis";
import { EnrichmentConfig } from "./config.ts";
import { startEnrichment } from "./service.ts";

await runService("enrichment", EnrichmentConfig, startEnrichment);
