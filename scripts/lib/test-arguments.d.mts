export const TIERS: readonly string[];
export const LANES: readonly (readonly string[])[];

/** Which tiers to run, in their own order, and which files of them: tiers come first; all where none is named. */
export function readTestArguments(args: readonly string[]): { tiers: string[]; filters: string[] };
