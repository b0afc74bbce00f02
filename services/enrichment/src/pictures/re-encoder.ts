import { type LaneOptions, type TaskFailure, WorkerLane } from "../extraction/worker-lane.ts";
import {
  LARGE_PICTURE_PIXELS,
  PICTURE_MS,
  PICTURE_WORKER_HEAP_MIB,
  PICTURE_WORKER_IDLE_MS,
  WORKER_START_MS,
} from "../limits.ts";
import { readPictureHeader } from "./picture-header.ts";
import type { EncodingInput, EncodingOutcome } from "./re-encode.ts";

export interface ReEncoder {
  /** Makes a picture anew. Never throws for a picture: one that can't be made within the limits is a failure. */
  reEncode(input: EncodingInput): Promise<EncodingOutcome | TaskFailure>;
  /** Ends the thread; pictures under way or waiting end as `no-worker`. */
  close(): Promise<void>;
}

/** The worker beside this module: TypeScript when run from source, JavaScript when built. */
// As it is built, whatever runs from source: this file is at the same depth in src and in dist.
const WORKER_FILE = new URL("../../dist/pictures/picture-worker.js", import.meta.url);

/**
 * Makes pictures anew in one worker thread, one after the other: memory for the pixels of one large picture is all that
 * hostile ones can take, and none while there is nothing to do.
 */
export function createReEncoder(limits: Partial<LaneOptions> = {}): ReEncoder {
  const options: LaneOptions = {
    file: WORKER_FILE,
    timeLimitMs: PICTURE_MS,
    startLimitMs: WORKER_START_MS,
    idleMs: PICTURE_WORKER_IDLE_MS,
    heapMib: PICTURE_WORKER_HEAP_MIB,
    ...limits,
  };
  let lane = new WorkerLane(options);
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  return {
    reEncode: (input) => {
      const outcome = last.then(async () => {
        const done = await lane.run<EncodingOutcome>(input);
        if (isLarge(input.bytes) && !isClosed) {
          await lane.close();
          lane = new WorkerLane(options);
          // Whoever closed meanwhile closed the one before.
          if (isClosed) await lane.close();
        }
        return "failed" in done ? done : done.result;
      });
      last = outcome;
      return outcome;
    },
    close: () => {
      isClosed = true;
      return lane.close();
    },
  };
}

function isLarge(bytes: Uint8Array): boolean {
  const header = readPictureHeader(bytes);
  return header !== undefined && header.width * header.height >= LARGE_PICTURE_PIXELS;
}
