/** The changed things of one kind, and the sequence of the last event about any of them; 0 for none. */
export interface KindChanges {
  readonly ids: Set<string | number>;
  sequence: number;
}

/** The changes of one user since the last event, by kind: a projection's name, or `imports`. */
export type PendingChanges = Map<string, KindChanges>;

/** Collects the changes of one user. */
export interface Gatherer {
  add(kind: string, ids: readonly (string | number)[], sequence: number): void;
  stop(): void;
}

/** Adds changes to those collected so far. */
export function gather(
  gathered: PendingChanges,
  kind: string,
  ids: readonly (string | number)[],
  sequence: number,
): void {
  const changed = gathered.get(kind) ?? { ids: new Set(), sequence: 0 };
  for (const id of ids) changed.ids.add(id);
  changed.sequence = Math.max(changed.sequence, sequence);
  gathered.set(kind, changed);
}

/**
 * Passes the first change on at once, and collects what follows within `milliseconds`, so that a burst is a few events
 * and not thousands.
 */
export function gatherer(milliseconds: number, flush: (gathered: PendingChanges) => void): Gatherer {
  let waiting: PendingChanges = new Map();
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
    add: (kind, ids, sequence) => {
      gather(waiting, kind, ids, sequence);
      if (timer === undefined) handOn();
    },
    stop: () => clearTimeout(timer),
  };
}
