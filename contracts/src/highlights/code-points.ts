/**
 * Converts between UTF-16 units, in which strings are indexed, and code points, in which a TextPositionSelector counts
 * (Web Annotation Data Model, section 4.2.5).
 */
export interface CodePoints {
  /** The number of code points before a unit. */
  at(unit: number): number;
  /** The unit at which a code point begins. */
  unitOf(point: number): number;
}

const HIGH = /[\ud800-\udbff](?=[\udc00-\udfff])/g;

/** The number of values of a sorted list that are below a limit. */
function below(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function codePoints(text: string): CodePoints {
  // Units that begin a pair, and the code points that these are.
  const pairs = Array.from(text.matchAll(HIGH), ({ index }) => index);
  const points = pairs.map((unit, nth) => unit - nth);
  return {
    at: (unit) => unit - below(pairs, unit),
    unitOf: (point) => point + below(points, point),
  };
}
