import type { Gathered } from "./frames.ts";

/** Gathers the changes of one user. */
export interface Gatherer {
  add(projection: string, ids: readonly (string | number)[]): void;
  stop(): void;
}

/**
 * Hands on the first change at once, so that a single one is not kept waiting, and gathers what follows within
 * `milliseconds`, so that a burst is a few events and not thousands.
 */
export function gatherer(milliseconds: number, flush: (gathered: Gathered) => void): Gatherer {
  let waiting = new Map<string, Set<string | number>>();
  let timer: NodeJS.Timeout | undefined;

  const handOn = (): void => {
    timer = undefined;
    if (waiting.size === 0) return;
    const gathered = waiting;
    waiting = new Map();
    timer = setTimeout(handOn, milliseconds);
    flush(gathered);
  };

  return {
    add: (projection, ids) => {
      const all = waiting.get(projection) ?? new Set();
      for (const id of ids) all.add(id);
      waiting.set(projection, all);
      if (timer === undefined) handOn();
    },
    stop: () => clearTimeout(timer),
  };
}
