import type { Item } from "./layout.ts";

/** How high items stand: pixels that are guessed until they are measured, and remembered by the items' keys. */
export interface Guess {
  readonly day: number;
  readonly links: number;
}

/** The heights of the items of a list, and where each begins, in pixels from the top of the list. */
export class Heights {
  readonly items: readonly Item[];
  readonly #sizes: Float64Array;
  /** One more than there are items: the last is the end of all. */
  readonly #starts: Float64Array;
  readonly #known: Map<string, number>;

  /** @param known measured heights by key; it takes what is measured later */
  constructor(items: readonly Item[], guess: Guess, known: Map<string, number>) {
    this.items = items;
    this.#known = known;
    this.#sizes = Float64Array.from(items, ({ key, kind }) => known.get(key) ?? guess[kind]);
    this.#starts = new Float64Array(items.length + 1);
    this.#sumFrom(0);
  }

  get count(): number {
    return this.items.length;
  }

  #sumFrom(index: number): void {
    let at = this.#starts[index] ?? 0;
    for (let each = index; each < this.#sizes.length; each++) {
      at += this.#sizes[each] ?? 0;
      this.#starts[each + 1] = at;
    }
  }

  /** Where an item begins; of the number of all items, where the last ends. */
  startOf = (index: number): number => this.#starts[index] ?? 0;

  /** The item at a height, or the nearest; -1 where there are none. */
  indexAt(y: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, this.count - 1);
  }

  /** Takes the measured heights of some items. Gives the pixels by which those that begin at `at` or below have moved. */
  measured(heights: ReadonlyMap<number, number>, at: number): { readonly moved: number; readonly isOther: boolean } {
    let moved = 0;
    let lowest = this.count;
    for (const [index, height] of heights) {
      const item = this.items[index];
      const before = this.#sizes[index];
      if (item === undefined || before === undefined) continue;
      this.#known.set(item.key, height);
      if (height === before) continue;
      if (this.startOf(index + 1) <= at) moved += height - before;
      this.#sizes[index] = height;
      lowest = Math.min(lowest, index);
    }
    if (lowest < this.count) this.#sumFrom(lowest);
    return { moved, isOther: lowest < this.count };
  }

  /** By how many pixels other heights move what begins first at `at` or below and is among their items too. */
  movedIn(other: Heights, at: number): number {
    const starts = new Map(other.items.map(({ key }, index) => [key, other.startOf(index)]));
    for (let index = Math.max(0, this.indexAt(at)); index < this.count; index++) {
      const item = this.items[index];
      const start = item?.kind === "links" && this.startOf(index) >= at ? starts.get(item.key) : undefined;
      if (start !== undefined) return start - this.startOf(index);
    }
    return 0;
  }
}
