export class BoundedText {
  value = "";
  overflowed = false;
  readonly #limit: number;

  /** @param limit UTF-16 units kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Appends a short text whole or not at all. */
  append(text: string): void {
    if (this.value.length + text.length > this.#limit) this.overflowed = true;
    else this.value += text;
  }

  /** Appends the part of `source` that fits, without making a copy of the rest. */
  appendSlice(source: string, start: number, end: number): void {
    const room = this.#limit - this.value.length;
    if (end - start > room) this.overflowed = true;
    this.value += source.slice(start, Math.min(end, start + room));
  }
}
