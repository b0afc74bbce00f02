import { Worker } from "node:worker_threads";
import { PARSER_HEAP_MB, PARSER_YOUNG_HEAP_MB } from "../limits.ts";

// As it is built, whatever runs from source: this file is at the same depth in src and in dist.
const ENTRY = new URL("../../dist/reading/reader-thread.js", import.meta.url);

/** Starts a thread of {@link file://./reader-thread.ts}. */
export function startThread(): Worker {
  return new Worker(ENTRY, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: PARSER_HEAP_MB, maxYoungGenerationSizeMb: PARSER_YOUNG_HEAP_MB },
  });
}
