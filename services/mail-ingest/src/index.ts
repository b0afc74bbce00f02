export { mailServiceSettings } from "./captures/settings.ts";
export { startCaptures } from "./captures/start.ts";
export { type MailIngestConfig, mailIngestSettings, readMailIngestConfig, smtpOf } from "./config.ts";
export { readDoctorArguments } from "./doctor/options.ts";
export { type MailIngest, startMailIngest } from "./haraka.ts";
export { capturesProjection } from "./projection/projection.ts";
export { startMailIngestService } from "./service.ts";
