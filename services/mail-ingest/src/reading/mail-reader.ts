import type { Worker } from "node:worker_threads";
import { MAIL_PARSE_MS } from "@satchel/contracts";
import { PARSERS, PARSERS_QUEUE } from "../limits.ts";
import type { MailContent } from "./read-mail.ts";
import type { ReaderAnswer } from "./reader-thread.ts";
import { startThread } from "./start-thread.ts";

/** Why a mail is not read: see `RefusalReason` of the contracts. */
export type UnreadableReason = "unreadable" | "too-complex" | "too-many-links";

/** A mail that can't be read: it has too much of something, or reading it took too much time or memory. */
export class UnreadableMail extends Error {
  readonly reason: UnreadableReason;

  constructor(message: string, reason: UnreadableReason = "unreadable") {
    super(`The mail can't be read: ${message}`);
    this.name = "UnreadableMail";
    this.reason = reason;
  }
}

const reasons: Readonly<Record<string, UnreadableReason>> = {
  TooComplex: "too-complex",
  TooManyLinks: "too-many-links",
};

/** No thread can read the mail now: too many wait, or threads can't be started. Says nothing about the mail. */
export class ReaderUnavailable extends Error {
  constructor(reason: string) {
    super(`Mails can't be read now: ${reason}`);
    this.name = "ReaderUnavailable";
  }
}

/** Reads mails in threads of its own, so that a mail made to be slow stops nobody but itself. */
export interface MailReader {
  /**
   * Takes the memory of `raw` over into the thread: it is empty afterwards.
   * @throws {UnreadableMail} {@link ReaderUnavailable}
   */
  read(raw: Buffer): Promise<MailContent>;
  /** Resolves once a thread is ready, or could not be started. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

interface Job {
  readonly raw: Buffer;
  readonly resolve: (content: MailContent) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  ready: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

export interface MailReaderOptions {
  /** Milliseconds for one mail from the moment its thread takes it up. */
  limitMs?: number;
  threads?: number;
}

/** Starts a reader. The first thread starts at once, others when mails wait; a thread that is ended is replaced. */
export function startMailReader({ limitMs = MAIL_PARSE_MS, threads = PARSERS }: MailReaderOptions = {}): MailReader {
  const pool = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;
  let resolveStarted = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    resolveStarted = resolve;
  });

  const settle = (thread: Thread): Job | undefined => {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = undefined;
    return job;
  };

  const end = (thread: Thread, reason: string): void => {
    if (!pool.delete(thread)) return;
    settle(thread)?.reject(new UnreadableMail(reason));
    void thread.worker.terminate();
    if (thread.ready) return closed ? undefined : spawn();
    resolveStarted();
    // One that does not even start is not tried for ever, but once for each mail.
    for (const job of waiting.splice(0)) job.reject(new ReaderUnavailable(reason));
  };

  const assign = (): void => {
    for (const thread of pool) {
      if (!thread.ready || thread.job !== undefined) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      thread.job = job;
      thread.timer = setTimeout(() => end(thread, `it took over ${limitMs} ms`), limitMs);
      const bytes = new Uint8Array(job.raw);
      thread.worker.postMessage(bytes, [bytes.buffer]);
    }
    if (waiting.length > 0 && pool.size < threads) spawn();
  };

  const spawn = (): void => {
    const worker = startThread();
    const thread: Thread = { worker, ready: false, job: undefined, timer: undefined };
    pool.add(thread);
    worker.on("message", (message: ReaderAnswer | "ready") => {
      thread.ready = true;
      resolveStarted();
      if (message !== "ready") {
        const job = settle(thread);
        if ("content" in message) job?.resolve(message.content);
        else job?.reject(new UnreadableMail(message.fault.message, reasons[message.fault.name]));
      }
      assign();
    });
    worker.on("error", (error) => end(thread, error.message));
    worker.on("exit", (code) => end(thread, `its thread ended with ${code}`));
    worker.unref();
  };

  spawn();
  return {
    read: (raw) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ReaderUnavailable("it is closed"));
        if (waiting.length >= PARSERS_QUEUE) return reject(new ReaderUnavailable("too many wait"));
        waiting.push({ raw, resolve, reject });
        assign();
      }),
    started,
    close: async () => {
      closed = true;
      await Promise.all([...pool].map(({ worker }) => worker.terminate()));
    },
  };
}
