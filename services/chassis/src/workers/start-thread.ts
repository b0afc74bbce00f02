import { Worker } from "node:worker_threads";
import type { RunningWorker, TaskFailure, WorkerEvents, WorkerLimits } from "./running-worker.ts";

/** MiB of the part of the heap where objects begin: Node's own. */
const YOUNG_HEAP_MIB = 16;

/** Starts a worker in a thread of this process. */
export function startThread({ file, heapMib }: WorkerLimits, events: WorkerEvents): RunningWorker {
  const worker = new Worker(file, {
    execArgv: [],
    // A thread that reads untrusted input must not have the service's settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
  });
  let failure: TaskFailure = { failed: "crash", detail: "the worker ended" };
  worker.on("error", (error: unknown) => {
    failure = { failed: isOutOfMemory(error) ? "memory" : "crash", detail: String(error) };
  });
  worker.on("message", (message) => events.onMessage(message));
  worker.once("exit", () => events.onEnd(failure));
  return {
    send: (task) => worker.postMessage(task),
    setReferenced: (isReferenced) => (isReferenced ? worker.ref() : worker.unref()),
    memory: () => 0,
    end: async () => void (await worker.terminate()),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
