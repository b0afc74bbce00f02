import { type TaskFailure, WorkerPool } from "@satchel/chassis";
import { COPIES_AT_ONCE, COPY_CPU_MS, COPY_HEAP_MIB, WORKER_IDLE_MS } from "../limits.ts";
import type { CopyTask, MadeCopy } from "./make-copy.ts";

// The built file, even when this runs from source: both are at the same depth.
const WORKER_FILE = new URL("../../dist/making/copy-worker.js", import.meta.url);

export interface CopyMaker {
  /** Makes a copy. Never throws for a page: one that exceeds the limits is a failure. @param owner accounts take turns */
  make(task: CopyTask, owner: string): Promise<MadeCopy | TaskFailure>;
  close(): Promise<void>;
}

/** Makes copies in worker threads, which exist only while there is work. */
export function createCopyMaker(): CopyMaker {
  const pool = new WorkerPool({
    file: WORKER_FILE,
    threads: COPIES_AT_ONCE,
    cpuMs: COPY_CPU_MS,
    heapMib: COPY_HEAP_MIB,
    idleMs: WORKER_IDLE_MS,
  });
  return {
    make: async (task, owner) => {
      const outcome = await pool.run<MadeCopy>(task, { owner });
      return "failed" in outcome ? outcome : outcome.result;
    },
    close: () => pool.close(),
  };
}
