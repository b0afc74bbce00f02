/** The changed things of one kind, and the sequence of the last event about any of them; 0 for none. */
interface KindChanges {
  readonly ids: Set<string | number>;
  sequence: number;
}

/** The changes of one user since the last event, by kind: a projection's name, or `imports`. */
export type PendingChanges = Map<string, KindChanges>;

/** Collects the changes of one user. */
interface Gatherer {
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

/** Flushes the first change at once, and those of the next `milliseconds` together, so that a burst becomes a few events. */
export function gatherer(milliseconds: number, flush: (gathered: PendingChanges) => void): Gatherer {
  let waiting: PendingChanges = new Map();
  let timer: NodeJS.Timeout | undefined;

  const flushWaiting = (): void => {
    timer = undefined;
    if (waiting.size === 0) return;
    const gathered = waiting;
    waiting = new Map();
    timer = setTimeout(flushWaiting, milliseconds);
    flush(gathered);
  };

  return {
    add: (kind, ids, sequence) => {
      gather(waiting, kind, ids, sequence);
      if (timer === undefined) flushWaiting();
    },
    stop: () => clearTimeout(timer),
  };
}
