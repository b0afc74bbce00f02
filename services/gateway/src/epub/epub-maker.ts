import { WorkerPool } from "@satchel/chassis";
import { SatchelError, texts, type UserId } from "@satchel/contracts";
import {
  EPUB_CPU_MS,
  EPUB_WORKER_GROWTH_MIB,
  EPUB_WORKER_HEAP_MIB,
  EPUB_WORKER_IDLE_MS,
  EPUBS_WAITING,
} from "../limits.ts";
import type { Book } from "./book.ts";

// The built file, even when this runs from source: both are at the same depth.
const WORKER_FILE = new URL("../../dist/epub/epub-worker.js", import.meta.url);

export interface EpubMaker {
  /**
   * A book whose pictures take the process along, or too long, is made without them.
   * @param owner accounts take turns
   * @throws {SatchelError} `limited` where too many wait; `rejected` where its texts alone take too long
   */
  make(book: Book, owner: UserId): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Makes books in one worker process, one after another, which exists only while there is work: pages are strangers', and their
 * pictures are decoded.
 */
export function createEpubMaker({ cpuMs = EPUB_CPU_MS }: { cpuMs?: number } = {}): EpubMaker {
  const pool = new WorkerPool({
    file: WORKER_FILE,
    workers: 1,
    backlog: EPUBS_WAITING,
    cpuMs,
    idleMs: EPUB_WORKER_IDLE_MS,
    heapMib: EPUB_WORKER_HEAP_MIB,
    growthMib: EPUB_WORKER_GROWTH_MIB,
  });
  return {
    make: async (book, owner) => {
      const first = await pool.run<Uint8Array>(book, { owner });
      if (!("failed" in first)) return first.result;
      if (first.failed === "no-worker") throw new SatchelError("limited", texts.server.tooMany);
      // A picture may have taken the process along.
      const articles = book.articles.map((article) => ({ ...article, pictures: [] }));
      const second = await pool.run<Uint8Array>({ ...book, articles } satisfies Book, { owner });
      if (!("failed" in second)) return second.result;
      throw new SatchelError("rejected", texts.unexpected);
    },
    close: () => pool.close(),
  };
}
