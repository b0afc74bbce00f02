/** An entry of a {@link BlobStore}. */
export interface BlobEntry {
  readonly name: string;
  readonly bytes: number;
  /** When it was stored last, in milliseconds since 1970. */
  readonly storedAt: number;
}

/**
 * Objects by name, in JetStream's object store or in an S3-compatible one. Names are `/`-separated words of letters,
 * digits, `.` and `-`. An object is there whole or not at all.
 */
export interface BlobStore {
  /** Stores an object; one of that name is replaced. @throws when the store is full or can't be reached */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** An object's octets; undefined when there is none of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** The objects whose names begin so. @throws when the store stops answering before the end */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /** Removes an object; does nothing when there is none. */
  remove(name: string): Promise<void>;
  /**
   * Removes what is stored of objects that never became whole, because their writer was killed.
   * @param before milliseconds since 1970: later ones may be in progress
   */
  sweep(before: number): Promise<void>;
}

/** Removes all objects whose names begin so. */
export async function removeAll(blobs: BlobStore, prefix: string): Promise<void> {
  for await (const { name } of blobs.list(prefix)) await blobs.remove(name);
}
