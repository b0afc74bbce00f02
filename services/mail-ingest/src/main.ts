import { runService } from "@satchel/chassis";
import { mailIngestSettings } from "./config.ts";
import { startMailIngestService } from "./service.ts";

await runService("mail-ingest", mailIngestSettings, startMailIngestService);
