type CleanUp = () => Promise<void> | void;

const pending: CleanUp[] = [];

/** Runs this at the end of the test file, whether its tests pass or fail; last come, first served. */
export function atEnd(cleanUp: CleanUp): void {
  pending.push(cleanUp);
}

/** Runs what `atEnd` was given. Vitest does so by `setup.ts`; a program that is not under Vitest calls this at its end. */
export async function cleanUp(): Promise<void> {
  const faults: unknown[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    try {
      await next();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "some clean-up failed");
}
