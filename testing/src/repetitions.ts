/** Set in the project `proof` of vitest.config.ts. */
const VARIABLE = "SATCHEL_PROOF";

/** Whether this is the proof. */
export const isProof = (): boolean => process.env[VARIABLE] !== undefined;

/** The number of repetitions: `few` times in `npm test`, `many` times in `npm run prove:durability`. */
export const repetitions = (few: number, many: number): number => (isProof() ? many : few);
