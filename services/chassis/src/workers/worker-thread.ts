import { Worker } from "node:worker_threads";
import type { WorkerAnswer, WorkerReady } from "./serve-tasks.ts";
import { threadTimeMs } from "./thread-time.ts";

/**
 * Why a task gave no result, with a sentence for the log. `timeout` (of processor time), `memory` and `crash` are the
 * task's own doing; `no-worker` says nothing of it: no thread started, too many tasks wait, or the pool is being closed.
 */
export type TaskFailure = { failed: "timeout" | "memory" | "crash" | "no-worker"; detail: string };

/** A task's result, and the milliseconds of processor time that it took. */
export interface TaskResult<Result> {
  readonly result: Result;
  readonly cpuMs: number;
}

export interface ThreadLimits {
  /** The module that the thread runs: it calls `serveTasks`. */
  readonly file: URL;
  /** MiB of JavaScript heap. */
  readonly heapMib: number;
  /** MiB of the part of that heap where objects begin. */
  readonly youngHeapMib?: number;
  /**
   * MiB by which the whole process may grow during a task; none: not watched. Bounds what lies outside of the heap, at
   * the price that others' growth counts too, so it has to be generous, and only one such task runs at a time.
   */
  readonly growthMib?: number;
}

/** MiB of the part of the heap where objects begin, unless a pool says otherwise: Node's own. */
const YOUNG_HEAP_MIB = 16;

/** Milliseconds for a thread to start: none was ever seen to need them, but a machine may be very busy. */
const START_MS = 5 * 60_000;

/**
 * Milliseconds without any processor time after which a task is given up: it waits for something that never comes. Only
 * the time between two looks counts, so that a process that was stopped and goes on has lost nothing.
 */
const STUCK_MS = 5 * 60_000;

/** Milliseconds between two looks at a task at least. */
const LOOK_MS = 20;

/** Milliseconds between two looks at the process' size; in that time a task can take some tens of MiB. */
const GROWTH_LOOK_MS = 50;

/** What tasks of a closed pool end with. */
export const CLOSED: TaskFailure = { failed: "no-worker", detail: "the worker pool is closed" };

/** One thread, started for its first task, which runs one task at a time under limits that hold whatever the task does. */
export class WorkerThread {
  readonly #limits: ThreadLimits;
  #worker: Worker | undefined;
  /** The worker's thread, as the system knows it. */
  #thread: string | undefined;
  #started: Promise<TaskFailure | undefined> | undefined;
  #isEnded = false;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** Starts the thread if it does not run. @returns why there is none */
  start(): Promise<TaskFailure | undefined> {
    if (this.#worker === undefined) this.#started = this.#begin();
    return this.#started ?? Promise.resolve(CLOSED);
  }

  /** Runs a task; calls must not overlap. After a failure the thread is gone, and the next task starts another one. */
  async run<Result>(task: unknown, cpuMs: number): Promise<TaskResult<Result> | TaskFailure> {
    const failure = await this.start();
    const worker = this.#worker;
    if (failure !== undefined || worker === undefined) return failure ?? CLOSED;
    const thread = this.#thread;
    const before = threadTimeMs(thread);
    worker.ref();
    worker.postMessage(task);
    const outcome = await nextMessage<WorkerAnswer>(worker, (settle) => {
      const { growthMib } = this.#limits;
      const ends = [watchTime(thread, before, cpuMs, settle)];
      if (growthMib !== undefined) ends.push(watchGrowth(growthMib, settle));
      return () => {
        for (const end of ends) end();
      };
    });
    if ("failed" in outcome) {
      await this.rest();
      return this.#isEnded ? CLOSED : outcome;
    }
    worker.unref();
    return { result: outcome.message.result as Result, cpuMs: threadTimeMs(thread) - before };
  }

  /** Ends the thread, to give its memory back; the next task starts another one. */
  async rest(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** Ends the thread, whatever it does, and starts none any more: a task under way or later fails for want of a worker. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.rest();
  }

  async #begin(): Promise<TaskFailure | undefined> {
    if (this.#isEnded) return CLOSED;
    const { file, heapMib, youngHeapMib = YOUNG_HEAP_MIB } = this.#limits;
    const worker = new Worker(file, {
      execArgv: [],
      // Nothing of the service's settings is of use to a thread that reads what strangers wrote.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: youngHeapMib },
    });
    this.#worker = worker;
    worker.on("error", () => {}); // an error between two tasks ends the thread and nothing else
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    const outcome = await nextMessage<WorkerReady>(worker, (settle) => {
      const timer = setTimeout(() => settle({ failed: "no-worker", detail: "it did not start" }), START_MS);
      return () => clearTimeout(timer);
    });
    if ("failed" in outcome) {
      await this.rest();
      // However it failed to start, that is not the task's doing.
      return this.#isEnded ? CLOSED : { failed: "no-worker", detail: outcome.detail };
    }
    worker.unref();
    this.#thread = outcome.message.thread;
    return undefined;
  }
}

type Settle = (failure: TaskFailure) => void;

/** The next message of a worker, or why none comes. @param watch begins to watch it, and gives what ends that */
function nextMessage<Message>(
  worker: Worker,
  watch: (settle: Settle) => () => void,
): Promise<{ message: Message } | TaskFailure> {
  return new Promise((resolve) => {
    const settle = (outcome: { message: Message } | TaskFailure) => {
      endWatch();
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(outcome);
    };
    const onMessage = (message: Message) => settle({ message });
    const onExit = () => settle({ failed: "crash", detail: "the worker ended" });
    const onError = (error: unknown) => {
      settle({ failed: isOutOfMemory(error) ? "memory" : "crash", detail: String(error) });
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    const endWatch = watch(settle);
  });
}

/** Gives a task up once its thread has taken the milliseconds of processor time that it may. */
function watchTime(thread: string | undefined, before: number, cpuMs: number, settle: Settle): () => void {
  let [taken, stuckMs] = [0, 0];
  let timer: NodeJS.Timeout;
  // A thread can't take more processor time than passes, so before that much has passed there is nothing to see.
  const lookIn = (ms: number) => {
    timer = setTimeout(() => {
      const now = threadTimeMs(thread) - before;
      stuckMs = now > taken ? 0 : stuckMs + ms;
      taken = now;
      if (taken >= cpuMs) settle({ failed: "timeout", detail: `it took over ${cpuMs} ms of processor time` });
      else if (stuckMs >= STUCK_MS) settle({ failed: "crash", detail: "it waits for something that never comes" });
      else lookIn(Math.max(cpuMs - taken, LOOK_MS));
    }, ms);
  };
  lookIn(cpuMs);
  return () => clearTimeout(timer);
}

/** Gives a task up once the process has grown by more than `mib`. */
function watchGrowth(mib: number, settle: Settle): () => void {
  const limit = process.memoryUsage.rss() + mib * 1024 * 1024;
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limit) {
      settle({ failed: "memory", detail: `the process grew by more than ${mib} MiB` });
    }
  }, GROWTH_LOOK_MS);
  return () => clearInterval(timer);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
