import { Worker } from "node:worker_threads";

/**
 * Why a task gave no result, with a sentence for the log. Its worker is gone by then; the next task gets a new one.
 * `no-worker` says nothing of the task: none started, or all are being closed.
 */
export type TaskFailure = { failed: "timeout" | "memory" | "crash" | "no-worker"; detail: string };

export type LaneOptions = {
  /** The module that a worker runs: it says "ready" once, then answers each message with one message. */
  file: URL;
  /** Milliseconds for one task, counted from when the worker is ready. */
  timeLimitMs: number;
  /** Milliseconds for a worker to get ready. */
  startLimitMs: number;
  /** Milliseconds without work after which the worker is ended, to give its memory back. */
  idleMs: number;
  /** MiB of JavaScript heap. */
  heapMib: number;
  /**
   * MiB by which the whole process may grow during a task; none: not watched. Bounds what lies outside of the heap, at
   * the price that others' growth counts too, so it has to be generous.
   */
  growthMib?: number;
};

const CLOSED: TaskFailure = { failed: "no-worker", detail: "closed" };

/** Milliseconds between two looks at the process' size; in that time a task can take some tens of MiB. */
const WATCH_MS = 50;

/**
 * One worker thread, started when there is work and ended when there has been none for a while, which runs one task at
 * a time under limits that hold whatever the task does. Calls of `run` must not overlap.
 */
export class WorkerLane {
  readonly #options: LaneOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  async run<Result>(task: unknown): Promise<{ result: Result } | TaskFailure> {
    clearTimeout(this.#idle);
    if (this.#isClosed) return CLOSED;
    if (this.#worker === undefined) {
      this.#worker = this.#start();
      const start = await nextMessage(this.#worker, this.#options.startLimitMs);
      // However it failed to start, that is not the task's doing: a busy machine may need longer than the limit.
      if ("failed" in start) return this.#endedWith({ failed: "no-worker", detail: start.detail });
    }
    const worker = this.#worker;
    worker.ref();
    worker.postMessage(task);
    const outcome = await nextMessage<Result>(worker, this.#options.timeLimitMs, this.#options.growthMib);
    if ("failed" in outcome) return this.#endedWith(outcome);
    worker.unref();
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs).unref();
    return outcome;
  }

  /** Ends the worker, whatever it is doing, and starts none any more: a task under way or later fails for want of a worker. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #endedWith(failure: TaskFailure): Promise<TaskFailure> {
    await this.#end();
    return this.#isClosed ? CLOSED : failure;
  }

  #start(): Worker {
    const { file, heapMib } = this.#options;
    const worker = new Worker(file, {
      execArgv: [],
      // Nothing of the service's settings is of use to a thread that reads strangers' pages.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 16 },
    });
    worker.on("error", () => {}); // an error between two tasks ends the worker and nothing else
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}

function nextMessage<Result>(worker: Worker, ms: number, mib?: number): Promise<{ result: Result } | TaskFailure> {
  return new Promise((resolve) => {
    const settle = (outcome: { result: Result } | TaskFailure) => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(outcome);
    };
    const timer = setTimeout(() => settle({ failed: "timeout", detail: `not done within ${ms} ms` }), ms);
    const watch = mib === undefined ? undefined : watchGrowth(mib, (detail) => settle({ failed: "memory", detail }));
    const onMessage = (result: Result) => settle({ result });
    const onExit = () => settle({ failed: "crash", detail: "the worker ended" });
    const onError = (error: unknown) => {
      settle({ failed: isOutOfMemory(error) ? "memory" : "crash", detail: String(error) });
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

/** Calls `exceeded` once the process has grown by more than `mib` since now, at every look. */
function watchGrowth(mib: number, exceeded: (detail: string) => void): NodeJS.Timeout {
  const limit = process.memoryUsage.rss() + mib * 1024 * 1024;
  return setInterval(() => {
    if (process.memoryUsage.rss() > limit) exceeded(`the process grew by more than ${mib} MiB`);
  }, WATCH_MS).unref();
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
