import { WorkerPool } from "@satchel/chassis";
import { MAIL_PARSE_CPU_MS } from "@satchel/contracts";
import { PARSER_HEAP_MB, PARSER_IDLE_MS, PARSERS, PARSERS_QUEUE } from "../limits.ts";
import type { OwnFile } from "../domain/attachments/attachment.ts";
import type { readOwnFile } from "../domain/attachments/read-attachments.ts";
import type { Letter } from "../domain/letter/letter.ts";
import type { MailContent } from "../domain/read-mail.ts";
import type { ReaderAnswer } from "./reader-answer.ts";
import type { ReaderTask } from "./reader-task.ts";

/** Why a mail is not read: see `RefusalReason` of the contracts. */
export type UnreadableReason = "unreadable" | "too-complex" | "too-many-links";

/** A mail that can't be read: it exceeds a limit, or reading it took too much processor time or memory. */
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

/** No process can read the mail now: too many mails wait, or none can be started. The mail may be fine. */
export class ReaderUnavailable extends Error {
  constructor(reason: string) {
    super(`Mails can't be read now: ${reason}`);
    this.name = "ReaderUnavailable";
  }
}

/** Reads mails in its own processes, so that a slow mail delays others only for a short time. */
export interface MailReader<Content = MailContent> {
  /**
   * @param owner of the mail: accounts take turns, so that one with slow mails does not delay the others
   * @param keepsAttachments whether that account keeps attachments, for the reader of mails to the save address. Default false
   * @throws {UnreadableMail} after a second attempt, without other mails at the same time, failed too
   * @throws {ReaderUnavailable}
   */
  read(raw: Buffer, owner?: string, keepsAttachments?: boolean): Promise<Content>;
  close(): Promise<void>;
}

interface MailReaderOptions {
  /** Milliseconds of processor time for one mail. */
  cpuMs?: number;
  workers?: number;
  /** Milliseconds without mails after which a process is ended. */
  idleMs?: number;
}

// Always the built file: this file has the same depth in src and in dist.
const PROGRAM = new URL("../../dist/reading/reader-program.js", import.meta.url);
const LETTER_PROGRAM = new URL("../../dist/reading/letter-program.js", import.meta.url);

/** Starts a reader of the links of mails. Its processes start when mails wait, and end when no mail comes. */
export function startMailReader(options: MailReaderOptions = {}): MailReader {
  const { run, close } = startReaders<ReaderTask, MailContent>(PROGRAM, options);
  return { read: (raw, owner, keepsAttachments = false) => run({ raw, keepsAttachments }, owner), close };
}

/** Starts a reader of mails that are items themselves, in a process of its own: strangers write them. */
export function startLetterReader(): MailReader<Letter> {
  const { run, close } = startReaders<Uint8Array, Letter>(LETTER_PROGRAM, { workers: 1 });
  return { read: run, close };
}

/** Reads files that their owners send, in its own processes. */
export interface FileReader {
  /** Otherwise as {@link MailReader}. @returns the item, or why it becomes none */
  read(file: OwnFile, owner: string): Promise<ReturnType<typeof readOwnFile>>;
  close(): Promise<void>;
}

export function startFileReader(): FileReader {
  const { run, close } = startReaders<ReaderTask, ReturnType<typeof readOwnFile>>(PROGRAM, { workers: 1 });
  return { read: ({ content, ...about }, owner) => run({ file: content, ...about }, owner), close };
}

interface Readers<Task, Content> {
  readonly run: (task: Task, owner?: string) => Promise<Content>;
  readonly close: () => Promise<void>;
}

function startReaders<Task, Content>(file: URL, options: MailReaderOptions): Readers<Task, Content> {
  const { cpuMs = MAIL_PARSE_CPU_MS, workers = PARSERS, idleMs = PARSER_IDLE_MS } = options;
  const pool = new WorkerPool({
    file,
    workers,
    cpuMs,
    idleMs,
    heapMib: PARSER_HEAP_MB,
    backlog: PARSERS_QUEUE,
  });
  return {
    run: async (task, owner = "") => {
      let outcome = await pool.run<ReaderAnswer<Content>>(task, { owner });
      // A mail may fail only because others are read at the same time: they share memory and processor caches.
      if ("failed" in outcome && outcome.failed !== "no-worker")
        outcome = await pool.run<ReaderAnswer<Content>>(task, { owner, isAlone: true });
      if ("failed" in outcome) {
        throw outcome.failed === "no-worker"
          ? new ReaderUnavailable(outcome.detail)
          : new UnreadableMail(outcome.detail);
      }
      const { result } = outcome;
      if ("content" in result) return result.content;
      throw new UnreadableMail(result.fault.message, reasons[result.fault.name]);
    },
    close: () => pool.close(),
  };
}
