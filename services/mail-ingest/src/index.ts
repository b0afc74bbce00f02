export { startCaptures } from "./projection/start-captures.ts";
export {
  type MailIngestConfig,
  mailIngestSettings,
  mailServiceSettings,
  readMailIngestConfig,
} from "./config.ts";
export { readDoctorArguments } from "./doctor/options.ts";
export { type MailIngest, startMailIngest } from "./supervision/haraka.ts";
export { capturesProjection } from "./projection/projection.ts";
export { startMailIngestService } from "./service.ts";
export { examine as examineMail } from "./doctor/examine.ts";
export { type Finding, ok, unknown, warning, wrong } from "./doctor/finding.ts";
export { checkRelay } from "./doctor/relay.ts";
export { type DoctorOutcome, runDoctorProgram } from "./doctor/program.ts";
