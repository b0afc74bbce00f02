import { type TaskFailure, WorkerPool } from "@satchel/chassis";
import { COPIES_AT_ONCE, COPY_CPU_MS, COPY_HEAP_MIB, PDF_CPU_MS, PDF_GROWTH_MIB, WORKER_IDLE_MS } from "../limits.ts";
import { PDF } from "@satchel/contracts/media-types";
import type { CopyTask, MadeCopy } from "./make-copy.ts";

// The built file, even when this runs from source: both are at the same depth.
const WORKER_FILE = new URL("../../dist/making/copy-worker.js", import.meta.url);

export interface CopyMaker {
  /** Makes a copy. Never throws for a page: one that exceeds the limits is a failure. @param owner accounts take turns */
  make(task: CopyTask, owner: string): Promise<MadeCopy | TaskFailure>;
  close(): Promise<void>;
}

/** Makes copies in workers, which exist only while there is work. */
export function createCopyMaker(): CopyMaker {
  const options = {
    file: WORKER_FILE,
    workers: COPIES_AT_ONCE,
    cpuMs: COPY_CPU_MS,
    heapMib: COPY_HEAP_MIB,
    idleMs: WORKER_IDLE_MS,
  };
  const pages = new WorkerPool(options);
  // pdf.js unpacks outside of the heap, so the growth of its process is the limit (decision 24).
  const pdfs = new WorkerPool({
    ...options,
    workers: 1,
    cpuMs: PDF_CPU_MS,
    growthMib: PDF_GROWTH_MIB,
  });
  return {
    make: async (task, owner) => {
      const pool = task.page.type === PDF ? pdfs : pages;
      const outcome = await pool.run<MadeCopy>(task, { owner });
      return "failed" in outcome ? outcome : outcome.result;
    },
    close: async () => {
      await Promise.all([pages.close(), pdfs.close()]);
    },
  };
}
