export { startCaptures } from "./projection/start-captures.ts";
export {
  type MailIngestConfig,
  mailIngestSettings,
  mailServiceSettings,
  readMailIngestConfig,
} from "./config.ts";
export { type MailIngest, startMailIngest } from "./supervision/haraka.ts";
export { capturesProjection } from "./projection/projection.ts";
export { startMailIngestService } from "./service.ts";
