import { setTimeout as delay } from "node:timers/promises";
import {
  type JetStreamClient,
  type JetStreamManager,
  JetStreamError,
  type JetStreamPublishOptions,
  type PubAck,
  type StreamInfo,
} from "@nats-io/jetstream";
import { errors, type NatsConnection } from "@nats-io/transport-node";
import { JOURNAL, type UserId, userSubjects } from "@satchel/contracts";
import { retryOpen } from "../bus/retry-open.ts";
import type { Bus, Streams } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";
import { isLeaderless, isWrongLastSequence } from "../faults.ts";
import { appends } from "../operations/metrics.ts";
import { withSpan } from "../tracing/tracing.ts";
import { decodeEvent, encodeEvent, eventIdOf, type NewEvent, type RawMessage, type StoredEvent } from "./envelope.ts";
import { readMessages, type StoredMessages, storedMessages } from "../bus/messages.ts";
import { overwriteMessage, overwriteMessages } from "../bus/overwrite.ts";
import { readBack } from "./read-back.ts";
import { assertSyncAlways, ensureJournal } from "./stream.ts";

/**
 * Milliseconds for the first attempt to append an event, and for all of them; each may take twice as long as the one before. A
 * message that is sent during a reconnect is lost. Sending it again is harmless, because the server recognises its id.
 */
const TRY_MS = 1500;
const APPEND_MS = 7 * TRY_MS;
/** Milliseconds between two attempts while the stream has no leader: the servers elect one within seconds. */
const LEADERLESS_MS = 100;

/** Another writer appended to the aggregate after it was read. */
export class JournalConflict extends Error {
  readonly subject: string;
  /** Sequence of the aggregate's last event as the server has it, 0 when unknown. */
  readonly lastSequence: number;

  constructor(subject: string, lastSequence: number) {
    super(`${subject} has moved on to sequence ${lastSequence}`);
    this.name = "JournalConflict";
    this.subject = subject;
    this.lastSequence = lastSequence;
  }
}

/** The sequence at which an event is stored. `duplicate`: it was stored before, so this was a retry. */
interface AppendResult {
  readonly sequence: number;
  readonly duplicate: boolean;
}

interface AppendRequest {
  readonly subject: string;
  readonly event: NewEvent;
  /** Sequence of the aggregate's last event that the decision was based on; 0 when there was none. */
  readonly expected: number;
}

/** The journal: an append-only stream with optimistic concurrency per aggregate. All tables are built from it. */
export interface Journal extends Streams {
  readonly nc: NatsConnection;
  /**
   * Appends one event; resolves after the server has synced it to disk.
   * @throws {JournalConflict} when `expected` is not the aggregate's last sequence and the event is not stored already.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  last(subject: string): Promise<StoredEvent | undefined>;
  /** All events of an aggregate, oldest first. The cost grows with their number: only where all of them are needed. */
  readAggregate(subject: string): Promise<StoredEvent[]>;
  /** The same, one after another: an aggregate that its owner may change without limit is never in memory as a whole. */
  read(subject: string): AsyncIterable<StoredEvent>;
  /**
   * Events of an aggregate, newest first. Each is read when the caller asks for it. Ends at the first event, or at an erased
   * one.
   * @param from the sequence to begin at; by default the newest. For a sequence of another aggregate it yields nothing
   */
  readBack(subject: string, from?: number): AsyncIterable<StoredEvent>;
  /** The number of events on a subject or prefix. The server has it in memory. */
  count(filter: string): Promise<number>;
  /** All events of one user after a sequence, or from the beginning, oldest first. */
  readUser(userId: UserId, after?: number): AsyncIterable<StoredEvent>;
  /**
   * Erases the events of a subject or prefix before a sequence, from the stored blocks as well. After a crash, call it
   * again. One after another: the server syncs each, and appends of others wait for them (16 at once: twice as fast, but
   * appends took five times as long).
   * @param stopping ends it between two events
   * @returns their number
   * @throws the reason of `stopping`
   */
  erase(filter: string, before?: number, stopping?: AbortSignal): Promise<number>;
  /** Erases single events from the stored blocks, by their sequences. */
  eraseEvents(sequences: readonly number[]): Promise<void>;
  /** The stream's state: its creation time, its first and last sequence. */
  info(): Promise<StreamInfo>;
}

interface JournalOptions {
  logger: Logger;
  syncUnchecked?: boolean;
}

/** Opens the journal, creating it if missing, and checks that the server syncs events before it acknowledges them. */
export async function openJournal(bus: Bus, options: JournalOptions): Promise<Journal> {
  await assertSyncAlways(bus, options.logger, options.syncUnchecked ?? false);
  const { nc, js, jsm, copies } = bus;
  await retryOpen(() => ensureJournal(bus));
  const stored = storedMessages(bus);
  return {
    nc,
    js,
    jsm,
    copies,
    append: (request) =>
      withSpan(`append ${request.event.type}`, { kind: "producer" }, () => append(js, stored, request)),
    last: (subject) => last(stored, subject),
    readAggregate: (subject) => collect(read(js, jsm, subject)),
    read: (subject) => read(js, jsm, subject),
    readBack: (subject, from) => readBack(stored, subject, from),
    count: (filter) => count(jsm, filter),
    readUser: (userId, after) => read(js, jsm, userSubjects(userId), after),
    erase: (filter, before, stopping) => overwriteMessages(jsm, JOURNAL, filter, before, stopping),
    eraseEvents: async (sequences) => {
      for (const sequence of sequences) await overwriteMessage(jsm, JOURNAL, sequence);
    },
    info: () => jsm.streams.info(JOURNAL),
  };
}

async function append(
  js: JetStreamClient,
  stored: StoredMessages,
  { subject, event, expected }: AppendRequest,
): Promise<AppendResult> {
  const { payload, headers } = encodeEvent(subject, event);
  const done = appends.startTimer();
  try {
    const ack = await publish(js, subject, payload, {
      headers,
      msgID: event.id,
      expect: { streamName: JOURNAL, lastSubjectSequence: expected },
    });
    // A leader that can't reach the others answers a repeated publish like this, but has stored nothing (nats-server 2.10).
    if (ack.duplicate && ack.seq === 0) {
      const { sequence, isOwn } = await newest(stored, subject, event.id);
      if (!isOwn) throw new JetStreamError("the event is not stored yet");
      done({ outcome: "duplicate" });
      return { sequence, duplicate: true };
    }
    done({ outcome: ack.duplicate ? "duplicate" : "stored" });
    return { sequence: ack.seq, duplicate: ack.duplicate };
  } catch (error) {
    if (!isWrongLastSequence(error)) {
      done({ outcome: "failed" });
      throw error;
    }
    // A retry of a publish that succeeded is refused like a conflict (NATS 2.15 checks the sequence before the message
    // id). If the subject's last message has our id, it was a retry.
    const { sequence, isOwn } = await newest(stored, subject, event.id);
    done({ outcome: isOwn ? "duplicate" : "conflict" });
    if (isOwn) return { sequence, duplicate: true };
    throw new JournalConflict(subject, sequence);
  }
}

/** The sequence of a subject's newest event (0 where there is none), and whether its id is `eventId`. */
async function newest(
  stored: StoredMessages,
  subject: string,
  eventId: string,
): Promise<{ readonly sequence: number; readonly isOwn: boolean }> {
  const message = await lastRaw(stored, subject);
  return { sequence: message?.seq ?? 0, isOwn: message !== undefined && eventIdOf(message) === eventId };
}

/** Publishes as soon as the stream has a leader, and again where no answer came, within the time of all attempts. */
async function publish(
  js: JetStreamClient,
  subject: string,
  payload: Uint8Array,
  options: Partial<JetStreamPublishOptions>,
): Promise<PubAck> {
  const deadline = performance.now() + APPEND_MS;
  for (let timeout = TRY_MS; ; ) {
    try {
      return await js.publish(subject, payload, { ...options, timeout });
    } catch (error) {
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0 || !(isLeaderless(error) || error instanceof errors.TimeoutError)) throw error;
      if (isLeaderless(error)) await delay(LEADERLESS_MS);
      else timeout = Math.min(2 * timeout, left);
    }
  }
}

const lastRaw = async (stored: StoredMessages, subject: string): Promise<RawMessage | undefined> =>
  (await stored.getMessage(JOURNAL, { last_by_subj: subject })) ?? undefined;

async function last(stored: StoredMessages, subject: string): Promise<StoredEvent | undefined> {
  const message = await lastRaw(stored, subject);
  return message === undefined ? undefined : decodeEvent(message);
}

/** Reads the events of a subject or prefix that are stored when the reading begins, in order. */
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
