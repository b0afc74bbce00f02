import { setTimeout as delay } from "node:timers/promises";
import {
  DeliverPolicy,
  type JetStreamClient,
  JetStreamError,
  type JetStreamManager,
  type JsMsg,
  type StoredMsg,
} from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";
import type { Streams } from "./connect.ts";

const BATCH = 500;
const EXPIRES_MS = 5000;

/** Milliseconds between attempts to reach a consumer that its server does not know yet, and the number of attempts. */
const REACH_MS = 50;
const REACH_ATTEMPTS = 20;

/**
 * A request for messages that reached no server ("no responders"): in a cluster, the answer to the creation of a consumer
 * may come before all servers know it.
 */
const isNoResponders = (error: unknown): boolean =>
  error instanceof JetStreamError && "code" in error && error.code === 503;

/**
 * Reads single messages of a stream that allows direct reads, each the newest that was acknowledged. Of streams with several
 * copies from the leader: a replica that lags would not find a message that exists. The only copy is read by direct get,
 * which costs the server neither JSON nor Base64 nor its queue of API requests.
 */
export const storedMessages = ({ jsm, copies }: Omit<Streams, "js">) => (copies === 1 ? jsm.direct : jsm.streams);

export type StoredMessages = ReturnType<typeof storedMessages>;

/**
 * The first message of a subject or prefix at or after a sequence; undefined when there is none. Read from the stream's
 * leader: a replica that lags would not find a message that exists.
 */
export async function messageFrom(
  jsm: JetStreamManager,
  seq: number,
  filter: string,
  stream = JOURNAL,
): Promise<StoredMsg | undefined> {
  // The client's type lacks `next_by_subj` here; the server accepts it (JSApiMsgGetRequest).
  const query = { seq, next_by_subj: filter };
  return (await jsm.streams.getMessage(stream, query)) ?? undefined;
}

/** The time of the first message of several subjects at or after a sequence; undefined when there is none. */
export async function timeFrom(
  jsm: JetStreamManager,
  seq: number,
  filters: readonly string[],
  stream: string,
): Promise<Date | undefined> {
  const messages = await Promise.all(filters.map((filter) => messageFrom(jsm, seq, filter, stream)));
  const times = messages.flatMap((message) => (message === undefined ? [] : [message.time.getTime()]));
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/**
 * `stream`: by default the journal. `after`: only messages after this sequence. `batch`: messages that are requested
 * together, and buffered until they are consumed.
 */
interface ReadOptions {
  readonly stream?: string;
  readonly after?: number;
  readonly batch?: number;
}

/**
 * Reads the messages of a subject or prefix that are stored when the reading begins, oldest first.
 * @throws Error when the server stops answering in the middle: half an aggregate must not be taken for a whole one.
 */
export async function* readMessages(
  js: JetStreamClient,
  jsm: JetStreamManager,
  filter: string,
  { stream = JOURNAL, after = 0, batch: size = BATCH }: ReadOptions = {},
): AsyncGenerator<JsMsg> {
  // Needed because the server's count of pending messages may include erased ones (nats-server 2.10.27), which never come.
  const last = (await jsm.streams.getMessage(stream, { last_by_subj: filter }))?.seq;
  const first = (await messageFrom(jsm, after + 1, filter, stream))?.seq;
  if (first === undefined || last === undefined) return;
  const consumer = await js.consumers.get(stream, {
    filter_subjects: filter,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: first,
  });
  try {
    let pending = 1;
    let read = first - 1;
    for (let failures = 0; pending > 0; ) {
      let received = 0;
      try {
        const batch = await consumer.fetch({ max_messages: Math.min(size, pending), expires: EXPIRES_MS });
        for await (const message of batch) {
          received++;
          read = message.seq;
          pending = message.seq >= last ? 0 : message.info.pending;
          yield message;
          if (pending === 0) break;
        }
      } catch (error) {
        if (!isNoResponders(error) || ++failures > REACH_ATTEMPTS) throw error;
        await delay(REACH_MS);
        continue;
      }
      if (received === 0) {
        pending = (await consumer.info()).num_pending;
        if (pending > 0) throw new Error(`Reading ${filter} stopped with ${pending} messages to go`);
      }
      // The replica that is read may lag behind the leader, and then it counts fewer pending messages than there are.
      if (pending === 0 && read < last) {
        const next = (await messageFrom(jsm, read + 1, filter, stream))?.seq ?? Number.POSITIVE_INFINITY;
        if (next > last) return;
        if (received === 0) throw new Error(`Reading ${filter} stopped at ${read}: the copy lags behind`);
        pending = 1;
      }
    }
  } finally {
    await consumer.delete().catch(() => false);
  }
}
