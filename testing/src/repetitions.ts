/** Set in the project `proof` of vitest.config.ts. */
const VARIABLE = "SATCHEL_PROOF";

/** Whether this is the proof. */
export const isProof = (): boolean => process.env[VARIABLE] !== undefined;

/** The number of repetitions: `few` times in `npm test`, `many` times in `npm run prove:durability`. */
export const repetitions = (few: number, many: number): number => (isProof() ? many : few);

/** The specs of `npm test` that the proof runs as well, with more repetitions or tests. */
export const LONGER_IN_PROOF = [
  "cli/src/hostile.int.spec.ts",
  "services/chassis/src/projection/epoch.int.spec.ts",
  "services/enrichment/src/pictures/hostile-pictures.int.spec.ts",
  "services/gateway/src/routes/rules.int.spec.ts",
  "services/gateway/src/http/server.int.spec.ts",
  "services/gateway/src/linkding/bookmarks.int.spec.ts",
  "services/gateway/src/linkding/pictures.int.spec.ts",
  "services/gateway/src/live/events.int.spec.ts",
  "services/identity/src/commands/limits.int.spec.ts",
  "services/identity/src/commands/passwords/interruptions.int.spec.ts",
  "services/identity/src/commands/sessions.int.spec.ts",
  "services/identity/src/policies/interrupted-erasures.int.spec.ts",
  "services/links/src/imports/killed-import.int.spec.ts",
  "services/links/src/policies/outages.int.spec.ts",
  "services/links/src/policies/run-rules.int.spec.ts",
  "services/links/src/policies/sweep-pictures.int.spec.ts",
  "services/mail-ingest/src/commands/commands.int.spec.ts",
  "services/mail-ingest/src/commands/outages.int.spec.ts",
  "services/mail-ingest/src/plugin/dialogues.int.spec.ts",
  "services/mail-ingest/src/reading/fuzz.int.spec.ts",
  "services/mail-ingest/src/reading/letter-fuzz.int.spec.ts",
  "services/standalone/src/answers.int.spec.ts",
  "services/standalone/src/attachments.int.spec.ts",
  "services/standalone/src/bulk.int.spec.ts",
  "services/standalone/src/backup-schedule/schedule.int.spec.ts",
  "services/standalone/src/hostile-input.int.spec.ts",
  "services/standalone/src/newsletters.int.spec.ts",
];
