import { constants, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { collectAtRest } from "../src/heap-at-rest.ts";

// Works once, then rests. Says how large its heap is, in MB: before the work, after it, at each collection that was asked
// for, and from then on.
const MEGABYTES = 2 ** 20;
const heap = (): number => getHeapStatistics().total_heap_size / MEGABYTES;

const before = heap();
let work: unknown[] | undefined = Array.from({ length: 400_000 }, (_, n) => ({ n, text: `item ${n}` }));
console.log(`${work.length} items`);
work = undefined;
console.log(`before ${before} after ${heap()}`);

// V8's own collections, which come seconds or minutes later, are not forced.
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { flags = 0 } = (entry as { detail?: { flags?: number } }).detail ?? {};
    if ((flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) console.log(`collected ${heap()}`);
  }
}).observe({ entryTypes: ["gc"] });
collectAtRest(100);
setInterval(() => console.log(`now ${heap()}`), 1000);
