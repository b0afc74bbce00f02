/**
 * Gradient boosting of decision trees for the loss of logistic regression, with labels between 0 and 1: the plain algorithm of
 * Friedman (2001), with values in bins and trees that grow at the leaf of the largest gain (Ke et al. 2017, "LightGBM").
 */

/** One tree: `features[n] < 0` is a leaf with `values[n]`, else `x[features[n]] <= values[n]` goes to `left[n]`. */
export interface Tree {
  features: number[];
  values: number[];
  left: number[];
  right: number[];
}

export interface BoostOptions {
  readonly rounds: number;
  readonly leaves: number;
  readonly learningRate: number;
  /** Rows that a leaf has at least. */
  readonly rowsPerLeaf: number;
  /** Shrinks the values of leaves with few rows. */
  readonly l2: number;
  /** Share of the features that each tree may use, and of the rows that it sees. */
  readonly featureShare: number;
  readonly rowShare: number;
  /** A generator of numbers from 0 to 1: the same one gives the same trees. */
  readonly random: () => number;
}

const BINS = 255;

/** Upper bounds of the bins of one feature: at most BINS, each with about as many rows. */
function boundsOf(column: Float32Array): Float32Array {
  const sorted = column.slice().sort();
  const bounds: number[] = [];
  for (let bin = 1; bin < BINS; bin++) {
    const value = sorted[Math.floor((bin * sorted.length) / BINS)] ?? 0;
    if (value !== bounds.at(-1)) bounds.push(value);
  }
  return Float32Array.from(bounds);
}

function binOf(bounds: Float32Array, value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (bounds[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Leaf {
  rows: Uint32Array;
  gradient: number;
  hessian: number;
  /** The tree's node. */
  node: number;
  gain: number;
  feature: number;
  bin: number;
}

/** @param columns the values of each feature over all rows */
export function boost(
  columns: readonly Float32Array[],
  labels: Float32Array,
  weights: Float32Array,
  options: BoostOptions,
): { base: number; trees: Tree[] } {
  const rows = labels.length;
  const bounds = columns.map(boundsOf);
  const bins = columns.map((column, f) => {
    const out = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) out[row] = binOf(bounds[f] as Float32Array, column[row] as number);
    return out;
  });
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    sum += (labels[row] as number) * (weights[row] as number);
    total += weights[row] as number;
  }
  const base = Math.log(sum / (total - sum));
  const scores = new Float64Array(rows).fill(base);
  const gradients = new Float64Array(rows);
  const hessians = new Float64Array(rows);
  const scale = rows / total;
  const trees: Tree[] = [];
  for (let round = 0; round < options.rounds; round++) {
    for (let row = 0; row < rows; row++) {
      const p = 1 / (1 + Math.exp(-(scores[row] as number)));
      const weight = (weights[row] as number) * scale;
      gradients[row] = (p - (labels[row] as number)) * weight;
      hessians[row] = Math.max(p * (1 - p), 1e-6) * weight;
    }
    const sampled = new Uint32Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) if (options.random() < options.rowShare) sampled[count++] = row;
    const features = columns.map((_, f) => f).filter(() => options.random() < options.featureShare);
    const tree = grow(sampled.slice(0, count), features, bins, bounds, gradients, hessians, options);
    trees.push(tree);
    for (let row = 0; row < rows; row++) {
      let node = 0;
      while ((tree.features[node] as number) >= 0) {
        const value = (columns[tree.features[node] as number] as Float32Array)[row] as number;
        node = (value <= (tree.values[node] as number) ? tree.left[node] : tree.right[node]) as number;
      }
      scores[row] = (scores[row] as number) + (tree.values[node] as number);
    }
  }
  return { base, trees };
}

function grow(
  sampled: Uint32Array,
  features: readonly number[],
  bins: readonly Uint8Array[],
  bounds: readonly Float32Array[],
  gradients: Float64Array,
  hessians: Float64Array,
  options: BoostOptions,
): Tree {
  const tree: Tree = { features: [-1], values: [0], left: [0], right: [0] };
  const leafOf = (rows: Uint32Array, node: number): Leaf => {
    let gradient = 0;
    let hessian = 0;
    for (const row of rows) {
      gradient += gradients[row] as number;
      hessian += hessians[row] as number;
    }
    const leaf: Leaf = { rows, gradient, hessian, node, gain: 0, feature: -1, bin: 0 };
    if (rows.length < 2 * options.rowsPerLeaf) return leaf;
    const own = gradient ** 2 / (hessian + options.l2);
    const g = new Float64Array(BINS + 1);
    const h = new Float64Array(BINS + 1);
    const n = new Uint32Array(BINS + 1);
    for (const feature of features) {
      const column = bins[feature] as Uint8Array;
      const last = (bounds[feature] as Float32Array).length;
      if (last === 0) continue;
      g.fill(0, 0, last + 1);
      h.fill(0, 0, last + 1);
      n.fill(0, 0, last + 1);
      for (const row of rows) {
        const bin = column[row] as number;
        g[bin] = (g[bin] as number) + (gradients[row] as number);
        h[bin] = (h[bin] as number) + (hessians[row] as number);
        n[bin] = (n[bin] as number) + 1;
      }
      let leftG = 0;
      let leftH = 0;
      let leftN = 0;
      for (let bin = 0; bin < last; bin++) {
        leftG += g[bin] as number;
        leftH += h[bin] as number;
        leftN += n[bin] as number;
        if (leftN < options.rowsPerLeaf) continue;
        if (rows.length - leftN < options.rowsPerLeaf) break;
        const gain = leftG ** 2 / (leftH + options.l2) + (gradient - leftG) ** 2 / (hessian - leftH + options.l2) - own;
        if (gain > leaf.gain) Object.assign(leaf, { gain, feature, bin });
      }
    }
    return leaf;
  };
  const leaves = [leafOf(sampled, 0)];
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((a, b) => (b.gain > a.gain ? b : a));
    if (best.gain <= 0) break;
    const column = bins[best.feature] as Uint8Array;
    const left = best.rows.filter((row) => (column[row] as number) <= best.bin);
    const right = best.rows.filter((row) => (column[row] as number) > best.bin);
    const [l, r] = [tree.features.length, tree.features.length + 1];
    tree.features[best.node] = best.feature;
    tree.values[best.node] = (bounds[best.feature] as Float32Array)[best.bin] as number;
    tree.left[best.node] = l;
    tree.right[best.node] = r;
    for (const node of [l, r]) {
      tree.features[node] = -1;
      tree.values[node] = tree.left[node] = tree.right[node] = 0;
    }
    leaves.splice(leaves.indexOf(best), 1, leafOf(left, l), leafOf(right, r));
  }
  for (const { node, gradient, hessian } of leaves) {
    tree.values[node] = (-gradient / (hessian + options.l2)) * options.learningRate;
  }
  return tree;
}
