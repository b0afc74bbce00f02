import { knownSyncing, runService, wholeCertificate } from "@satchel/chassis";
import { mailServiceSettings } from "./config.ts";
import { startMailIngestService } from "./service.ts";

await runService("mail-ingest", mailServiceSettings, startMailIngestService, [knownSyncing, wholeCertificate]);
