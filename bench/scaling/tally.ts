/** One call or mail, from its first try to its end. */
export interface Outcome {
  /** As in `POST /api/links/` or `mail`. */
  readonly what: string;
  readonly isDone: boolean;
  /** What was heard instead of an answer, before each further try and at the end where it is not done. */
  readonly heard: readonly string[];
  /** Milliseconds from the first try to the end. */
  readonly took: number;
}

/** What came of many calls. */
export interface Sum {
  readonly atOnce: number;
  /** Done after further tries that the rules allow (docs/api, "When to ask again"). */
  readonly repeated: number;
  readonly failed: number;
  /** Milliseconds of the slowest. */
  readonly slowest: number;
}

/** Everything that the load has come to, in the order in which it ended. */
export class Tally {
  readonly #outcomes: Outcome[] = [];

  note(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  get count(): number {
    return this.#outcomes.length;
  }

  /** What ended since there were so many. */
  since(count = 0): readonly Outcome[] {
    return this.#outcomes.slice(count);
  }
}

export const sumOf = (outcomes: readonly Outcome[]): Sum => ({
  atOnce: outcomes.filter(({ isDone, heard }) => isDone && heard.length === 0).length,
  repeated: outcomes.filter(({ isDone, heard }) => isDone && heard.length > 0).length,
  failed: outcomes.filter(({ isDone }) => !isDone).length,
  slowest: Math.max(0, ...outcomes.map(({ took }) => took)),
});
