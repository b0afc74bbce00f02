/** Set in the project `proof` of vitest.config.ts. */
const VARIABLE = "SATCHEL_PROOF";

/** How often something is tried: `few` times in `npm test`, `many` times in `npm run prove:durability`. */
export const repetitions = (few: number, many: number): number => (process.env[VARIABLE] === undefined ? few : many);
