import { importTexts } from "@satchel/contracts";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { Unzip, UnzipInflate } from "fflate";
import { ZIP_FILE_BYTES, ZIP_FILES, ZIP_UNPACKED_BYTES } from "../limits.ts";
import { type Entry, UnreadableFile } from "./entry.ts";

/** Names of files that may contain bookmarks; other files of the archive are skipped. */
const MAY_HOLD_BOOKMARKS = /\.(?:csv|json|html?|txt)$|(?:^|\/)highlights\/[^/]+\.md$/i;

/** Articles in the archives of Omnivore and Readeck. A name has up to 64 KiB: nothing here goes back over more than one part. */
const ARTICLES = /(?:^|\/)(?:content\/[^/]+\.html$|container\/.)/i;

const mayHoldBookmarks = (name: string): boolean => MAY_HOLD_BOOKMARKS.test(name) && !ARTICLES.test(name);

/** Octets that are unpacked at once: 4 MiB at DEFLATE's highest ratio (1,032). */
const STEP_BYTES = 4096;

interface ZipEntry {
  readonly name: string;
  /** Undefined where it is larger than {@link ZIP_FILE_BYTES}. */
  readonly octets: Uint8Array | undefined;
}

/**
 * An archive, as Omnivore, mymind and Pocket export it: every file in a known format is read, one after another.
 * @param read the entries of one unpacked file, by octets and name; undefined when its format is unknown
 */
export async function* parseZip(
  octets: AsyncIterable<Uint8Array>,
  read: (octets: Uint8Array, name: string) => AsyncIterable<Entry> | undefined,
): AsyncGenerator<Entry> {
  let found = 0;
  for await (const { name, octets: unpacked } of unpack(octets)) {
    if (unpacked === undefined) {
      yield { kind: "fault", text: name, reason: importTexts.largeInArchive };
      continue;
    }
    const entries = read(unpacked, name);
    if (entries === undefined) continue;
    found++;
    yield* entries;
  }
  if (found === 0) throw new UnreadableFile(importTexts.emptyArchive);
}

/** The files of an archive that may hold bookmarks, each as soon as it is unpacked. */
async function* unpack(octets: AsyncIterable<Uint8Array>): AsyncGenerator<ZipEntry> {
  const done: ZipEntry[] = [];
  let total = 0;
  let files = 0;
  const unzip = new Unzip((file) => {
    files++;
    if (!mayHoldBookmarks(file.name)) {
      // The library keeps all octets of a file that is not read.
      file.ondata = () => undefined;
      if (READABLE.has(file.compression)) file.start();
      return;
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      bytes += chunk.length;
      total += chunk.length;
      if (bytes <= ZIP_FILE_BYTES) chunks.push(chunk);
      if (isLast) done.push({ name: file.name, octets: bytes > ZIP_FILE_BYTES ? undefined : Buffer.concat(chunks) });
    };
    file.start();
  });
  unzip.register(BookmarksInflate);
  const push = (step: Uint8Array, isLast: boolean): void => {
    try {
      unzip.push(step, isLast);
    } catch {
      throw new UnreadableFile(importTexts.archive);
    }
    if (total > ZIP_UNPACKED_BYTES) throw new UnreadableFile(importTexts.largeArchive);
    if (files > ZIP_FILES) throw new UnreadableFile(importTexts.manyInArchive);
  };
  for await (const chunk of octets) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      push(chunk.subarray(at, at + STEP_BYTES), false);
      yield* done.splice(0);
      await yieldToOthers();
    }
  }
  push(new Uint8Array(0), true);
  yield* done;
}

/** Unpacks files that may hold bookmarks, and drops what is in others. */
class BookmarksInflate extends UnzipInflate {
  readonly #isUnpacked: boolean;

  constructor(name: string) {
    super();
    this.#isUnpacked = mayHoldBookmarks(name);
  }

  override push(chunk: Uint8Array, isLast: boolean): void {
    if (this.#isUnpacked) super.push(chunk, isLast);
  }
}

/** The ways of storing a file that can be read: as it is, and by DEFLATE. */
const READABLE: ReadonlySet<number> = new Set([0, BookmarksInflate.compression]);
