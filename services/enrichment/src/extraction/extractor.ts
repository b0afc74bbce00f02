import { extname } from "node:path";
import type { PageDescription } from "@satchel/contracts";
import { EXTRACTION_MS, WORKER_HEAP_MIB, WORKER_IDLE_MS, WORKER_START_MS } from "../limits.ts";
import type { ExtractionInput } from "./extract-page.ts";
import { type LaneOptions, type TaskFailure, WorkerLane } from "./worker-lane.ts";

export type ExtractorOptions = {
  /** Pages described at the same time, each in a thread of its own; more wait. */
  workers: number;
} & Partial<LaneOptions>;

export type Extractor = {
  /** Describes a page. Never throws for a page: one that can't be described within the limits is a failure. */
  extract(input: ExtractionInput): Promise<{ page: PageDescription } | TaskFailure>;
  /** Ends all workers; pages under way or waiting end as `crash`. */
  close(): Promise<void>;
};

/** The worker beside this module: TypeScript when run from source, JavaScript when built. */
const WORKER_FILE = new URL(`./extraction-worker${extname(import.meta.url)}`, import.meta.url);

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
  const lanes = Array.from({ length: workers }, () => new WorkerLane(options));
  const free = [...lanes];
  const waiting: ((lane: WorkerLane | undefined) => void)[] = [];
  let isClosed = false;

  function takeLane(): Promise<WorkerLane | undefined> {
    const lane = free.pop();
    return lane === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(lane);
  }

  function giveBack(lane: WorkerLane): void {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  }

  return {
    async extract(input) {
      const lane = isClosed ? undefined : await takeLane();
      if (lane === undefined) return { failed: "crash", detail: "the extractor is closed" };
      try {
        const outcome = await lane.run<PageDescription>(input);
        return "failed" in outcome ? outcome : { page: outcome.result };
      } finally {
        giveBack(lane);
      }
    },
    async close() {
      isClosed = true;
      for (const next of waiting.splice(0)) next(undefined);
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
