import { type TaskFailure, type TaskResult, WorkerPool } from "@satchel/chassis";
import {
  PAGE_PICTURES_CPU_MS,
  PICTURE_WORKER_GROWTH_MIB,
  PICTURE_WORKER_HEAP_MIB,
  PICTURE_WORKER_IDLE_MS,
} from "../limits.ts";
import type { EncodingInput, EncodingOutcome } from "./re-encode.ts";

interface EncodingOptions {
  /** Milliseconds of processor time at most. */
  readonly cpuMs?: number;
  /** The page's account: accounts take turns. */
  readonly owner?: string;
}

export interface ReEncoder {
  /** Encodes a picture. Never throws for a picture: one that exceeds the limits is a failure. */
  reEncode(input: EncodingInput, options?: EncodingOptions): Promise<TaskResult<EncodingOutcome> | TaskFailure>;
  /** Ends the process; pictures in progress or waiting end as `no-worker`. */
  close(): Promise<void>;
}

// The built file, even when this runs from source: both are at the same depth.
const WORKER_FILE = new URL("../../dist/pictures/picture-worker.js", import.meta.url);

/**
 * Encodes pictures in one worker process, one after another, so that hostile ones can use the memory of one large picture at
 * most. An idle service has no such process.
 */
export function createReEncoder({ cpuMs = PAGE_PICTURES_CPU_MS }: { cpuMs?: number } = {}): ReEncoder {
  const pool = new WorkerPool({
    file: WORKER_FILE,
    workers: 1,
    cpuMs,
    idleMs: PICTURE_WORKER_IDLE_MS,
    heapMib: PICTURE_WORKER_HEAP_MIB,
    growthMib: PICTURE_WORKER_GROWTH_MIB,
  });
  return {
    reEncode: (input, options) => pool.run<EncodingOutcome>(input, options),
    close: () => pool.close(),
  };
}
