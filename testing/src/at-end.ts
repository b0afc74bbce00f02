type CleanUp = () => Promise<void> | void;

const pending: CleanUp[] = [];

/** Registers a clean-up for the end of the test file, also after failures. The last one registered runs first. */
export function atEnd(cleanUp: CleanUp): void {
  pending.push(cleanUp);
}

/** Runs the clean-ups. Vitest does so by `setup.ts`; other programs call this at their end. */
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
