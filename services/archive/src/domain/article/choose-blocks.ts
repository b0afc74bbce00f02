/** A block's number of words, and the chance that it belongs to the main text. */
export interface Candidate {
  readonly words: number;
  readonly chance: number;
}

/** Blocks with a smaller chance are never chosen. */
const LEAST_CHANCE = 0.3;

/**
 * The blocks with which the choice is expected to be best, by the F1 of words: those with the highest chances, as many as
 * raise `2 · right words / (chosen words + all right words)`.
 * @returns their indexes, in their order on the page
 */
export function chooseBlocks(candidates: readonly Candidate[]): number[] {
  const expected = candidates.reduce((sum, { words, chance }) => sum + words * chance, 0);
  const order = candidates.map((_, index) => index).sort((a, b) => chance(b) - chance(a) || a - b);
  const chosen: number[] = [];
  let right = 0;
  let words = 0;
  let best = 0;
  let count = 0;
  for (const index of order) {
    if (chance(index) < LEAST_CHANCE) break;
    chosen.push(index);
    right += (candidates[index]?.words ?? 0) * chance(index);
    words += candidates[index]?.words ?? 0;
    const f1 = (2 * right) / Math.max(1e-9, words + expected);
    if (f1 > best) {
      best = f1;
      count = chosen.length;
    }
  }
  return chosen.slice(0, count).sort((a, b) => a - b);

  function chance(index: number): number {
    return candidates[index]?.chance ?? 0;
  }
}
