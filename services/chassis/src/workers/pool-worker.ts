import { availableParallelism } from "node:os";
import type { RunningWorker, TaskFailure, WorkerEvents, WorkerLimits } from "./running-worker.ts";
import type { READY, WorkerAnswer } from "./serve-tasks.ts";
import { startProcess } from "./start-process.ts";

/** A task's result, and the milliseconds of processor time that it took. */
export interface TaskResult<Result> {
  readonly result: Result;
  readonly cpuMs: number;
}

/** Milliseconds for a worker to start, for a very busy machine. */
const START_MS = 5 * 60_000;

/**
 * Milliseconds without any processor time after which a task is ended as stuck. They are added up from check to check, so
 * that a pause of the whole process does not count.
 */
const STUCK_MS = 5 * 60_000;

/** Shortest time between two checks of a task, in milliseconds. */
const CHECK_MS = 20;

/** Milliseconds between two checks of the process' size; in that time a task can take some tens of MiB. */
const GROWTH_CHECK_MS = 50;

/** The part of the growth limit that a process may keep after a task; one that keeps more is ended, to free its memory. */
const KEPT_GROWTH = 0.25;

const MIB = 1024 * 1024;

/** The result of tasks of a closed pool. */
export const CLOSED: TaskFailure = { failed: "no-worker", detail: "the worker pool is closed" };

type Settle<Message> = (outcome: { message: Message } | TaskFailure) => void;
type GiveUp = (failure: TaskFailure) => void;

/** A process that is started for its first task and runs one task at a time, under limits that no task can evade. */
export class PoolWorker {
  readonly #limits: WorkerLimits;
  #worker: RunningWorker | undefined;
  /** Octets that the worker took when it was ready. */
  #readyMemory = 0;
  #started: Promise<TaskFailure | undefined> | undefined;
  /** Gets the worker's next message, or its end. */
  #settle: Settle<unknown> | undefined;
  #isEnded = false;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
  }

  /** Starts the worker if it does not run. @returns the failure */
  start(): Promise<TaskFailure | undefined> {
    if (this.#worker === undefined) this.#started = this.#begin();
    return this.#started ?? Promise.resolve(CLOSED);
  }

  /** Runs a task; calls must not overlap. After a failure the worker is gone, and the next task starts another one. */
  async run<Result>(task: unknown, cpuMs: number): Promise<TaskResult<Result> | TaskFailure> {
    const failure = await this.start();
    const worker = this.#worker;
    if (failure !== undefined || worker === undefined) return failure ?? CLOSED;
    const before = worker.cpuMs();
    worker.setReferenced(true);
    worker.send(task);
    const outcome = await this.#nextMessage<WorkerAnswer>((giveUp) => {
      const ends = [this.#watchTime(() => worker.cpuMs() - before, cpuMs, giveUp), this.#watchGrowth(worker, giveUp)];
      return () => {
        for (const end of ends) end();
      };
    });
    if ("failed" in outcome) {
      await this.release();
      return this.#isEnded ? CLOSED : outcome;
    }
    const taken = worker.cpuMs() - before;
    worker.setReferenced(false);
    if (this.#keepsMuch(worker)) await this.release();
    return { result: outcome.message.result as Result, cpuMs: taken };
  }

  /** Ends the worker, to free its memory; the next task starts another one. */
  async release(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.end();
  }

  /** Ends the worker for good: current and later tasks fail without a worker. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.release();
  }

  async #begin(): Promise<TaskFailure | undefined> {
    if (this.#isEnded) return CLOSED;
    const events: WorkerEvents = {
      onMessage: (message) => this.#settle?.({ message }),
      onEnd: (failure) => {
        if (this.#worker === worker) this.#worker = undefined;
        this.#settle?.(failure);
      },
    };
    let worker: RunningWorker;
    try {
      worker = startProcess(this.#limits, events);
    } catch (error) {
      return { failed: "no-worker", detail: String(error) };
    }
    this.#worker = worker;
    const outcome = await this.#nextMessage<typeof READY>((giveUp) => {
      const timer = setTimeout(() => giveUp({ failed: "no-worker", detail: "it did not start" }), START_MS);
      return () => clearTimeout(timer);
    });
    if ("failed" in outcome) {
      await this.release();
      // A failed start is not the task's fault.
      return this.#isEnded ? CLOSED : { failed: "no-worker", detail: outcome.detail };
    }
    worker.setReferenced(false);
    this.#readyMemory = worker.memory();
    return undefined;
  }

  /** The worker's next message, or the failure. @param watch begins to watch the worker, and returns a function that ends it */
  #nextMessage<Message>(watch: (giveUp: GiveUp) => () => void): Promise<{ message: Message } | TaskFailure> {
    return new Promise((resolve) => {
      const settle: Settle<Message> = (outcome) => {
        this.#settle = undefined;
        endWatch();
        resolve(outcome);
      };
      this.#settle = settle as Settle<unknown>;
      const endWatch = watch(settle);
    });
  }

  /** Ends a task once its worker has used its milliseconds of processor time. */
  #watchTime(takenMs: () => number, cpuMs: number, giveUp: GiveUp): () => void {
    // Before this time the limit can't be reached: a process can use all processors at once.
    const processors = availableParallelism();
    let [taken, stuckMs] = [0, 0];
    let timer: NodeJS.Timeout;
    const checkIn = (ms: number) => {
      timer = setTimeout(() => {
        const now = takenMs();
        stuckMs = now > taken ? 0 : stuckMs + ms;
        taken = now;
        if (taken >= cpuMs) giveUp({ failed: "timeout", detail: `it took over ${cpuMs} ms of processor time` });
        else if (stuckMs >= STUCK_MS) giveUp({ failed: "crash", detail: "it waits for something that never comes" });
        else checkIn(Math.max((cpuMs - taken) / processors, CHECK_MS));
      }, ms);
    };
    checkIn(cpuMs / processors);
    return () => clearTimeout(timer);
  }

  /** Ends a task once its process has grown by more than it may. */
  #watchGrowth(worker: RunningWorker, giveUp: GiveUp): () => void {
    const { growthMib } = this.#limits;
    if (growthMib === undefined) return () => {};
    const limit = this.#readyMemory + growthMib * MIB;
    const timer = setInterval(() => {
      if (worker.memory() > limit)
        giveUp({ failed: "memory", detail: `the process grew by more than ${growthMib} MiB` });
    }, GROWTH_CHECK_MS);
    return () => clearInterval(timer);
  }

  /** Whether a process keeps so much memory that the next task may lack some. */
  #keepsMuch(worker: RunningWorker): boolean {
    const { growthMib } = this.#limits;
    if (growthMib === undefined) return false;
    return worker.memory() - this.#readyMemory > growthMib * KEPT_GROWTH * MIB;
  }
}
