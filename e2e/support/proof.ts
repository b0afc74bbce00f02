const TAG = "@proof";

/** Set by `npm run prove:journeys`. */
const isProof = process.env["SATCHEL_PROOF"] !== undefined;

/** Marks a journey that belongs to `npm run prove:journeys`, and not to `npm test` (decision 68). */
export const inProof = { tag: TAG } as const;

/** Which journeys of `journeys/` are taken: the marked ones in the proof, else the others. */
export const chosen = isProof ? { grep: new RegExp(TAG) } : { grepInvert: new RegExp(TAG) };

/** All journeys of the extension belong to the proof. */
export const withExtension = isProof;
