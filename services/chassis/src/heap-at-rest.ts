import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds between two looks at whether the process rests. */
const LOOK_MS = 2000;
/** The share of the time in which a process at rest runs JavaScript at most. */
const REST = 0.1;
/** Octets by which the heap has to grow for a collection, which takes some 60 ms: at rest it grows so much in minutes. */
const GROWTH_BYTES = 12 * 2 ** 20;

/**
 * Collects all garbage when the process comes to rest after work, and gives its memory back to the system. By itself V8 does
 * so minutes later or never: it collects when it allocates.
 * @param lookMs milliseconds between two looks at whether it rests
 */
export function collectAtRest(lookMs = LOOK_MS): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let last = performance.eventLoopUtilization();
  let kept = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > REST || getHeapStatistics().total_heap_size < kept + GROWTH_BYTES) return;
    collect();
    kept = getHeapStatistics().total_heap_size;
  }, lookMs).unref();
}
