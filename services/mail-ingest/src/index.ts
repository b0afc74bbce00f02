export { type MailIngestConfig, mailIngestSettings, readMailIngestConfig } from "./config.ts";
export { type MailIngest, startMailIngest } from "./haraka.ts";
export { startMailIngestService } from "./service.ts";
