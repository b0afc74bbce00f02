/**
 * A queue in which owners take turns: before an item come the earlier items of its owner, and for each of these at most one
 * item of every other owner.
 */
export class FairQueue<Item> {
  /** By owner, the next one first. */
  readonly #byOwner = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#length++;
  }

  /** The item that {@link shift} would take. */
  peek(): Item | undefined {
    for (const items of this.#byOwner.values()) return items[0];
    return undefined;
  }

  shift(): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      const item = items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#length--;
      return item;
    }
    return undefined;
  }

  remove(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    const index = items?.indexOf(item) ?? -1;
    if (items === undefined || index === -1) return;
    items.splice(index, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#length--;
  }
}
