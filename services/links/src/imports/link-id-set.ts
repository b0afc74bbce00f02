import type { LinkId } from "@satchel/contracts";

const FIRST_SLOTS = 1024;

/**
 * A set of link ids in about 16 octets each: a hash table with open addressing, of the first 52 bits of the ids, which are
 * hashes. For a million links the chance of a collision is 1 in 9,000.
 */
export class LinkIdSet {
  #slots = new Float64Array(FIRST_SLOTS);
  #count = 0;

  /** Adds a link; false when it was in the set already. */
  add(id: LinkId): boolean {
    // 0 is an empty slot.
    const key = Number.parseInt(id.slice(0, 8) + id.slice(9, 13) + id.slice(15, 16), 16) + 1;
    if (!put(this.#slots, key)) return false;
    if (++this.#count * 2 > this.#slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const key of before) if (key !== 0) put(this.#slots, key);
  }
}

function put(slots: Float64Array, key: number): boolean {
  let at = key % slots.length;
  for (; slots[at] !== 0; at = (at + 1) % slots.length) if (slots[at] === key) return false;
  slots[at] = key;
  return true;
}
