/** The outcome of a call or mail, after all of its attempts. */
export interface Outcome {
  /** As in `POST /api/links/` or `mail`. */
  readonly what: string;
  readonly isDone: boolean;
  /** The answers and errors of its failed attempts. */
  readonly failures: readonly string[];
  /** Milliseconds from the first attempt to the end. */
  readonly took: number;
}

/** The numbers of outcomes of many calls. */
export interface OutcomeCounts {
  /** Done at the first attempt. */
  readonly atOnce: number;
  /** Done after repetitions that the rules allow (docs/api, "When to ask again"). */
  readonly repeated: number;
  readonly failed: number;
  /** Milliseconds of the slowest. */
  readonly slowest: number;
}

/** The outcomes of all calls and mails of the load, in the order in which they ended. */
export class Tally {
  readonly #outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  get count(): number {
    return this.#outcomes.length;
  }

  /** The outcomes after the first so many. */
  since(count = 0): readonly Outcome[] {
    return this.#outcomes.slice(count);
  }
}

export const countOutcomes = (outcomes: readonly Outcome[]): OutcomeCounts => ({
  atOnce: outcomes.filter(({ isDone, failures }) => isDone && failures.length === 0).length,
  repeated: outcomes.filter(({ isDone, failures }) => isDone && failures.length > 0).length,
  failed: outcomes.filter(({ isDone }) => !isDone).length,
  slowest: Math.max(0, ...outcomes.map(({ took }) => took)),
});
