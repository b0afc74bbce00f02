import { type TaskFailure, type TaskResult, WorkerPool } from "@satchel/chassis";
import {
  PAGE_PICTURES_CPU_MS,
  PICTURE_WORKER_GROWTH_MIB,
  PICTURE_WORKER_HEAP_MIB,
  PICTURE_WORKER_IDLE_MS,
} from "../limits.ts";
import type { EncodingInput, EncodingOutcome } from "./re-encode.ts";

export interface EncodingOptions {
  /** Milliseconds of processor time that it may take. */
  readonly cpuMs?: number;
  /** Whose page it is of: accounts take turns. */
  readonly owner?: string;
}

export interface ReEncoder {
  /** Makes a picture from another one. Never throws for a picture: one that is too much for the limits is a failure. */
  reEncode(input: EncodingInput, options?: EncodingOptions): Promise<TaskResult<EncodingOutcome> | TaskFailure>;
  /** Ends the process; pictures under way or waiting end as `no-worker`. */
  close(): Promise<void>;
}

// As it is built, whatever runs from source: this file is at the same depth in src and in dist.
const WORKER_FILE = new URL("../../dist/pictures/picture-worker.js", import.meta.url);

/**
 * Makes pictures in one worker process, one after the other: memory for one large picture is all that hostile ones can
 * take, and none while there is nothing to do.
 */
export function createReEncoder({ cpuMs = PAGE_PICTURES_CPU_MS }: { cpuMs?: number } = {}): ReEncoder {
  const pool = new WorkerPool({
    file: WORKER_FILE,
    runIn: "process",
    threads: 1,
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
