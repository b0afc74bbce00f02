import { type TaskFailure, WorkerPool, type WorkerPoolOptions } from "@satchel/chassis";
import {
  COPY_CPU_MS,
  EXTRACTION_CPU_MS,
  PDF_CPU_MS,
  PDF_GROWTH_MIB,
  PDF_HEAP_MIB,
  WORKER_HEAP_MIB,
  WORKER_IDLE_MS,
} from "../limits.ts";
import type { Extraction, ExtractionInput } from "../domain/extraction/extraction.ts";
import { isPdf } from "../domain/extraction/is-pdf.ts";
import type { FoundReferences, ReferencesTask } from "../gathering/find-references.ts";

export type ExtractorOptions = {
  /** Pages described at a time, each in its own process. */
  workers: number;
};

export type Extractor = {
  /** Starts a process for a page that is being fetched: a start takes as long as many fetches. */
  prepare(): void;
  /** Describes a page. Never throws for a page: one that can't be described within the limits is a failure. */
  extract(input: ExtractionInput): Promise<Extraction | TaskFailure>;
  /** Finds what a page or stylesheet shows, in the same processes. Never throws for one. @param owner accounts take turns */
  findReferences(task: ReferencesTask, owner: string): Promise<FoundReferences | TaskFailure>;
  /** Ends all workers; pages in progress or waiting end as `no-worker`. */
  close(): Promise<void>;
};

// The built file, even when this runs from source: both are at the same depth.
const WORKER_FILE = new URL("../../dist/reading/extraction-worker.js", import.meta.url);

const PAGES: Omit<WorkerPoolOptions, "workers"> = {
  file: WORKER_FILE,
  cpuMs: EXTRACTION_CPU_MS,
  idleMs: WORKER_IDLE_MS,
  heapMib: WORKER_HEAP_MIB,
};

/** A separate pool, so that no page waits behind a PDF. */
const PDFS: WorkerPoolOptions = {
  ...PAGES,
  workers: 1,
  cpuMs: PDF_CPU_MS,
  heapMib: PDF_HEAP_MIB,
  growthMib: PDF_GROWTH_MIB,
};

/** Describes pages and PDFs in processes, which do not exist while there is nothing to do. */
export function createExtractor({ workers }: ExtractorOptions): Extractor {
  const pages = new WorkerPool({ ...PAGES, workers });
  const pdfs = new WorkerPool(PDFS);

  return {
    prepare: () => void pages.start(),
    async extract(input) {
      const outcome = await (isPdf(input) ? pdfs : pages).run<Extraction>(input);
      return "failed" in outcome ? outcome : outcome.result;
    },
    async findReferences(task, owner) {
      const outcome = await pages.run<FoundReferences>(task, { owner, cpuMs: COPY_CPU_MS });
      return "failed" in outcome ? outcome : outcome.result;
    },
    async close() {
      await Promise.all([pages.close(), pdfs.close()]);
    },
  };
}
