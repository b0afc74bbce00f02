import { setTimeout as delay } from "node:timers/promises";
import {
  type JetStreamClient,
  type JetStreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  JetStreamError,
  type JetStreamPublishOptions,
  jetstream,
  jetstreamManager,
  type PubAck,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { JOURNAL, type UserId, userSubjects } from "@satchel/contracts";
import { opening } from "../bus/opening.ts";
import type { Bus } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";
import { isLeaderless } from "../faults.ts";
import { appends } from "../operations/metrics.ts";
import { traced } from "../tracing/tracing.ts";
import { decodeEvent, encodeEvent, eventIdOf, type NewEvent, type StoredEvent } from "./envelope.ts";
import { eraseEvents, eraseSequences } from "./erase.ts";
import { readMessages } from "./read.ts";
import { readBack } from "./read-back.ts";
import { assertSyncAlways, ensureJournal } from "./stream.ts";

/**
 * Milliseconds for one try to store an event, and how many there are. What is sent while the connection is being made
 * anew is lost; sending it again is harmless, for its id is recognised. Together they stay within a command's time.
 */
const TRY_MS = 1500;
const TRIES = 3;
/** Milliseconds before the servers are asked again, which agree on another leader within seconds. */
const LEADERLESS_MS = 100;

/** Somebody else appended to the aggregate since it was read. */
export class JournalConflict extends Error {
  readonly subject: string;
  /** Sequence of the aggregate's last event as the server has it, 0 when it could not be told. */
  readonly lastSequence: number;

  constructor(subject: string, lastSequence: number) {
    super(`${subject} has moved on to sequence ${lastSequence}`);
    this.name = "JournalConflict";
    this.subject = subject;
    this.lastSequence = lastSequence;
  }
}

/** Where an event was stored. `duplicate`: it was there already, a retry of an append that did succeed. */
export interface AppendResult {
  readonly sequence: number;
  readonly duplicate: boolean;
}

export interface AppendRequest {
  readonly subject: string;
  readonly event: NewEvent;
  /** Sequence of the aggregate's last event that the decision knew of; 0 when it knew of none. */
  readonly expected: number;
}

/** The journal: the one truth, an append-only stream with optimistic concurrency per aggregate. */
export interface Journal {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** See {@link Bus.copies}. */
  readonly copies: number;
  /**
   * Appends one event; resolves after the server has synced it to disk.
   * @throws {JournalConflict} when `expected` is not the aggregate's last sequence and the event is not stored already.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  last(subject: string): Promise<StoredEvent | undefined>;
  /** All events of an aggregate, oldest first. It costs as much as there are: only where all of them are needed. */
  readAggregate(subject: string): Promise<StoredEvent[]>;
  /**
   * Events of an aggregate, newest first, each read when it is asked for. Ends at the first one, or at what was erased.
   * @param from the sequence of one of them, to begin there; the newest when missing. With one of another aggregate's there
   * is nothing
   */
  readBack(subject: string, from?: number): AsyncIterable<StoredEvent>;
  /** How many events there are on a subject or prefix, as the server counts them in memory. */
  count(filter: string): Promise<number>;
  /** Everything about one user behind a sequence, or from the beginning, oldest first. */
  readUser(userId: UserId, after?: number): AsyncIterable<StoredEvent>;
  /** Erases a subject or prefix from the stored blocks, up to but without a sequence; returns how many events went. */
  erase(filter: string, before?: number): Promise<number>;
  /** Erases single events from the stored blocks, by their sequences. */
  eraseEvents(sequences: readonly number[]): Promise<void>;
  /** The stream as it stands: when it was made, its first and last sequence. */
  info(): Promise<StreamInfo>;
}

export interface JournalOptions {
  logger: Logger;
  syncUnchecked?: boolean;
}

/** Opens the journal, making it where it does not exist, and checks that it keeps what it acknowledges. */
export async function openJournal(bus: Bus, options: JournalOptions): Promise<Journal> {
  await assertSyncAlways(bus, options.logger, options.syncUnchecked ?? false);
  const js = jetstream(bus.nc, { timeout: 5000 });
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  await opening(() => ensureJournal(jsm, bus.copies));
  return {
    nc: bus.nc,
    copies: bus.copies,
    js,
    jsm,
    append: (request) => traced(`append ${request.event.type}`, { kind: "producer" }, () => append(js, jsm, request)),
    last: (subject) => last(jsm, subject),
    readAggregate: (subject) => collect(read(js, jsm, subject)),
    readBack: (subject, from) => readBack(jsm, subject, from),
    count: (filter) => count(jsm, filter),
    readUser: (userId, after) => read(js, jsm, userSubjects(userId), after),
    erase: (filter, before) => eraseEvents(js, jsm, filter, before),
    eraseEvents: (sequences) => eraseSequences(jsm, sequences),
    info: () => jsm.streams.info(JOURNAL),
  };
}

async function append(
  js: JetStreamClient,
  jsm: JetStreamManager,
  { subject, event, expected }: AppendRequest,
): Promise<AppendResult> {
  const { payload, headers } = encodeEvent(subject, event);
  const done = appends.startTimer();
  try {
    const ack = await publish(js, subject, payload, {
      headers,
      msgID: event.id,
      timeout: TRY_MS,
      retries: TRIES,
      expect: { streamName: JOURNAL, lastSubjectSequence: expected },
    });
    // A leader that can't reach the others answers a repeated publish so while it has stored nothing (nats-server 2.10).
    if (ack.duplicate && ack.seq === 0) {
      const { sequence, isOurs } = await newest(jsm, subject, event.id);
      if (!isOurs) throw new JetStreamError("the event is not stored yet");
      done({ outcome: "duplicate" });
      return { sequence, duplicate: true };
    }
    done({ outcome: ack.duplicate ? "duplicate" : "stored" });
    return { sequence: ack.seq, duplicate: ack.duplicate };
  } catch (error) {
    if (!isWrongSequence(error)) {
      done({ outcome: "failed" });
      throw error;
    }
    // A retry of a publish that did succeed is refused like a lost race (NATS 2.15 checks the sequence before the
    // message id): the id of the subject's last message tells them apart.
    const { sequence, isOurs } = await newest(jsm, subject, event.id);
    done({ outcome: isOurs ? "duplicate" : "conflict" });
    if (isOurs) return { sequence, duplicate: true };
    throw new JournalConflict(subject, sequence);
  }
}

/** The sequence of a subject's newest event, 0 where there is none, and whether that is the one of this id. */
async function newest(
  jsm: JetStreamManager,
  subject: string,
  eventId: string,
): Promise<{ readonly sequence: number; readonly isOurs: boolean }> {
  const stored = await lastRaw(jsm, subject);
  return { sequence: stored?.seq ?? 0, isOurs: stored !== undefined && eventIdOf(stored) === eventId };
}

/** Publishes as soon as a server leads the stream, within the time of all tries. */
async function publish(
  js: JetStreamClient,
  subject: string,
  payload: Uint8Array,
  options: Partial<JetStreamPublishOptions>,
): Promise<PubAck> {
  const deadline = performance.now() + TRY_MS * TRIES;
  for (;;) {
    try {
      return await js.publish(subject, payload, options);
    } catch (error) {
      if (!isLeaderless(error) || performance.now() > deadline) throw error;
      await delay(LEADERLESS_MS);
    }
  }
}

const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);

const lastRaw = async (jsm: JetStreamManager, subject: string) =>
  (await jsm.streams.getMessage(JOURNAL, { last_by_subj: subject })) ?? undefined;

async function last(jsm: JetStreamManager, subject: string): Promise<StoredEvent | undefined> {
  const message = await lastRaw(jsm, subject);
  return message === undefined ? undefined : decodeEvent(message);
}

/** Reads the events of a subject or prefix that stand when the reading begins, in order. */
async function* read(
  js: JetStreamClient,
  jsm: JetStreamManager,
  filter: string,
  after = 0,
): AsyncIterable<StoredEvent> {
  for await (const message of readMessages(js, jsm, filter, { after })) yield decodeEvent(message);
}

async function count(jsm: JetStreamManager, filter: string): Promise<number> {
  const { state } = await jsm.streams.info(JOURNAL, { subjects_filter: filter });
  return Object.values(state.subjects ?? {}).reduce((sum, messages) => sum + messages, 0);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
