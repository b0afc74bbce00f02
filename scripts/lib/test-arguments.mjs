export const TIERS = ["unit", "integration", "browser", "e2e"];

/** Tiers of a lane run one after the other, lanes at the same time (decision 68). */
export const LANES = [
  ["unit", "integration"],
  ["browser", "e2e"],
];

/**
 * Which tiers to run, in their own order, and which files of them.
 * @param {string[]} args tiers come first; all of them where none is named
 * @returns {{ tiers: string[], filters: string[] }}
 */
export function readTestArguments(args) {
  const firstFilter = args.findIndex((word) => !TIERS.includes(word));
  const count = firstFilter === -1 ? args.length : firstFilter;
  const named = args.slice(0, count);
  return {
    tiers: named.length === 0 ? TIERS : TIERS.filter((tier) => named.includes(tier)),
    filters: args.slice(count),
  };
}
