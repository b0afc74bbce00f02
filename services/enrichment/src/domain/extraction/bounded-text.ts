export class BoundedText {
  value = "";
  overflowed = false;
  readonly #limit: number;

  /** @param limit UTF-16 units kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Appends what fits of a part of `source`, without a copy of the rest. */
  append(source: string, start = 0, end = source.length): void {
    const room = this.#limit - this.value.length;
    if (end - start > room) this.overflowed = true;
    this.value += source.slice(start, Math.min(end, start + room));
  }
}
