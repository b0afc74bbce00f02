/**
 * Lets works with the same key go one after the other, in the order they came, and works with different keys side by
 * side. Each is told what the one right before it came to, or nothing when there was none or it failed.
 */
export class Turns<Outcome> {
  readonly #lines = new Map<string, Promise<Outcome>>();

  async take<T extends Outcome>(key: string, work: (before: Outcome | undefined) => Promise<T>): Promise<T> {
    const turn = this.#lines.get(key)?.then(work, () => work(undefined)) ?? work(undefined);
    this.#lines.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#lines.get(key) === turn) this.#lines.delete(key);
    }
  }
}
