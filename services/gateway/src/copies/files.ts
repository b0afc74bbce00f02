import type { Manifest } from "@satchel/archive/queries";
import type { CopyKey } from "@satchel/chassis";
import { copyName, laterTexts, SatchelError } from "@satchel/contracts";
import { unzip } from "fflate";
import { COPY_CACHE_BYTES, COPY_CACHE_MS } from "../limits.ts";

/** An unpacked copy. */
export interface OpenedCopy {
  readonly manifest: Manifest;
  /** Its files by name. */
  readonly files: Readonly<Record<string, Buffer>>;
}

/** Copies, unpacked: those that were opened last stay in memory for a moment. */
export interface CopyFiles {
  /** @throws {SatchelError} `not-found` where it is not stored (any more) */
  open(copy: CopyKey): Promise<OpenedCopy>;
  /** As {@link open}; undefined where it is not stored. */
  find(copy: CopyKey): Promise<OpenedCopy | undefined>;
}

interface Entry {
  readonly copy: Promise<OpenedCopy | undefined>;
  bytes: number;
  usedAt: number;
}

/** @param read the octets of a copy; undefined where there are none */
export function createCopyFiles(read: (copy: CopyKey) => Promise<Uint8Array | undefined>): CopyFiles {
  /** The one that was used last is the last. */
  const opened = new Map<string, Entry>();

  function tidy(now: number): void {
    let bytes = [...opened.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [name, entry] of opened) {
      const isLast = opened.size === 1;
      if (now - entry.usedAt < COPY_CACHE_MS && (bytes <= COPY_CACHE_BYTES || isLast)) continue;
      opened.delete(name);
      bytes -= entry.bytes;
    }
  }

  async function load(copy: CopyKey): Promise<OpenedCopy | undefined> {
    const zip = await read(copy);
    if (zip === undefined) return undefined;
    const files = await unpack(zip);
    return { manifest: JSON.parse(files["manifest.json"]?.toString("utf8") ?? "") as Manifest, files };
  }

  async function find(copy: CopyKey): Promise<OpenedCopy | undefined> {
    const name = copyName(copy.userId, copy.linkId, copy.version);
    const now = Date.now();
    let entry = opened.get(name);
    if (entry === undefined) {
      const added: Entry = { copy: load(copy), bytes: 0, usedAt: now };
      entry = added;
      added.copy.then(
        (found) => {
          if (found === undefined) opened.delete(name);
          else added.bytes = Object.values(found.files).reduce((sum, { length }) => sum + length, 0);
        },
        () => opened.delete(name),
      );
    }
    opened.delete(name);
    entry.usedAt = now;
    opened.set(name, entry);
    tidy(now);
    setTimeout(() => tidy(Date.now()), COPY_CACHE_MS + 1).unref();
    return entry.copy;
  }

  return {
    find,
    open: async (copy) => {
      const found = await find(copy);
      if (found === undefined) throw new SatchelError("not-found", laterTexts.copies.notFound);
      return found;
    },
  };
}

/** Unpacks a copy that this system packed; its sizes were limited then. */
const unpack = (zip: Uint8Array): Promise<OpenedCopy["files"]> =>
  new Promise((resolve, reject) => {
    unzip(zip, (error, files) => {
      if (error !== null) return reject(error);
      const named = Object.entries(files).map(([name, { buffer, byteOffset, byteLength }]) => [
        name,
        Buffer.from(buffer, byteOffset, byteLength),
      ]);
      resolve(Object.fromEntries(named) as Record<string, Buffer>);
    });
  });
