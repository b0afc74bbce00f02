/** Set in the project `proof` of vitest.config.ts. */
const VARIABLE = "SATCHEL_PROOF";

/** The number of repetitions: `few` times in `npm test`, `many` times in `npm run prove:durability`. */
export const repetitions = (few: number, many: number): number => (process.env[VARIABLE] === undefined ? few : many);

/** The specs of `npm test` that the proof runs as well, with more repetitions. */
export const LONGER_IN_PROOF = [
  "cli/src/hostile.int.spec.ts",
  "services/enrichment/src/pictures/hostile-pictures.int.spec.ts",
  "services/identity/src/policies/interrupted-erasures.int.spec.ts",
  "services/links/src/policies/sweep-pictures.int.spec.ts",
  "services/mail-ingest/src/commands/outages.int.spec.ts",
  "services/standalone/src/hostile-input.int.spec.ts",
];
