/**
 * Decision trees whose values add up to the logarithm of the odds (gradient boosting; Friedman 2001). The nodes of all trees
 * stand in one row; the left child of a node is the next one.
 */
export interface BoostedTrees {
  /** Names of the features, which nodes refer to by number. */
  readonly features: readonly string[];
  readonly base: number;
  /** The first node of each tree. */
  readonly roots: readonly number[];
  /** The feature that a node compares; -1 for a leaf. */
  readonly compared: readonly number[];
  /** What is smaller or equal goes left; of a leaf, what it adds. */
  readonly values: readonly number[];
  /** The right child of a node; 0 for a leaf. */
  readonly right: readonly number[];
}

/** The chance that the trees give, 0 to 1. @param row values in the order of the trees' features */
export function chanceOf(trees: BoostedTrees, row: ArrayLike<number>): number {
  let sum = trees.base;
  for (const root of trees.roots) {
    let node = root;
    for (let feature = trees.compared[node] ?? -1; feature >= 0; feature = trees.compared[node] ?? -1) {
      node = (row[feature] ?? 0) <= (trees.values[node] ?? 0) ? node + 1 : (trees.right[node] ?? 0);
    }
    sum += trees.values[node] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}
