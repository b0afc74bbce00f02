/** Stops one part, or several parts at the same time. */
type StopStep = (() => unknown) | readonly (() => unknown)[];

/**
 * Stops parts one step after the other. A failing part does not keep others from stopping.
 * @throws at the end: the error itself, or an AggregateError of several
 */
export async function stopInOrder(...steps: readonly StopStep[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    const parts = typeof step === "function" ? [step] : step;
    const outcomes = await Promise.allSettled(parts.map(async (stop) => stop()));
    for (const outcome of outcomes) if (outcome.status === "rejected") failures.push(outcome.reason);
  }
  if (failures.length > 1) throw new AggregateError(failures, "several parts could not be stopped");
  if (failures.length === 1) throw failures[0];
}
