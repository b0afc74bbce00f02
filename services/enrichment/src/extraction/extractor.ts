import {
  EXTRACTION_MS,
  PDF_GROWTH_MIB,
  PDF_HEAP_MIB,
  PDF_MS,
  WORKER_HEAP_MIB,
  WORKER_IDLE_MS,
  WORKER_START_MS,
} from "../limits.ts";
import type { ExtractionInput } from "./extract-page.ts";
import type { Extraction } from "./extraction.ts";
import { isPdf } from "./is-pdf.ts";
import { LanePool } from "./lane-pool.ts";
import type { LaneOptions, TaskFailure } from "./worker-lane.ts";

export type ExtractorOptions = {
  /** Pages described at the same time, each in a thread of its own; more wait. */
  workers: number;
} & Partial<LaneOptions>;

export type Extractor = {
  /** Describes a page. Never throws for a page: one that can't be described within the limits is a failure. */
  extract(input: ExtractionInput): Promise<Extraction | TaskFailure>;
  /** Ends all workers; pages under way or waiting end as `no-worker`. */
  close(): Promise<void>;
};

/** The worker beside this module: TypeScript when run from source, JavaScript when built. */
// As it is built, whatever runs from source: this file is at the same depth in src and in dist.
const WORKER_FILE = new URL("../../dist/extraction/extraction-worker.js", import.meta.url);

/**
 * Describes pages in worker threads, because reading what strangers wrote may take for ever or all memory, and must
 * then end without the service noticing. No thread exists while there is nothing to do.
 */
export function createExtractor({ workers, ...limits }: ExtractorOptions): Extractor {
  const options: LaneOptions = {
    file: WORKER_FILE,
    timeLimitMs: EXTRACTION_MS,
    startLimitMs: WORKER_START_MS,
    idleMs: WORKER_IDLE_MS,
    heapMib: WORKER_HEAP_MIB,
    ...limits,
  };
  const pages = new LanePool(workers, options);
  // One at a time, because the process' growth is its measure; apart, so that no page waits behind a PDF.
  const pdfOptions = { ...options, heapMib: PDF_HEAP_MIB, timeLimitMs: PDF_MS, growthMib: PDF_GROWTH_MIB, ...limits };
  const pdfs = new LanePool(1, pdfOptions);

  return {
    async extract(input) {
      const outcome = await (isPdf(input) ? pdfs : pages).run<Extraction>(input);
      return "failed" in outcome ? outcome : outcome.result;
    },
    async close() {
      await Promise.all([pages.close(), pdfs.close()]);
    },
  };
}
