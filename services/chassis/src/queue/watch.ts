import type { JetStreamManager } from "@nats-io/jetstream";
import { DEAD_LETTERS, deadLetterSubject } from "@satchel/contracts";
import { deadLetters, queueAge, queueLength, redeliveries } from "../operations/metrics.ts";
import { onScrape } from "../operations/scrape.ts";

export interface WatchedQueue {
  readonly jsm: JetStreamManager;
  readonly stream: string;
  readonly name: string;
  /** The subjects of its work. */
  readonly subjects: readonly string[];
  readonly letters?: boolean;
}

/**
 * Measures a queue at every scrape: its backlog and its age. Every replica reports the same.
 * @returns ends it
 */
export function watchQueue(queue: WatchedQueue): () => void {
  const { jsm, stream, name, letters = false } = queue;
  redeliveries.inc({ queue: name }, 0);
  const forget = onScrape(async () => {
    try {
      const { num_pending, num_ack_pending, delivered } = await jsm.consumers.info(stream, name);
      const since = num_pending === 0 ? undefined : await oldestBehind(queue, delivered.stream_seq);
      queueLength.set({ queue: name, state: "waiting" }, num_pending);
      queueLength.set({ queue: name, state: "in-hand" }, num_ack_pending);
      queueAge.set({ queue: name }, since === undefined ? 0 : Math.max(0, Date.now() - since.getTime()) / 1000);
      if (letters) deadLetters.set({ queue: name }, await lettersOf(jsm, name));
    } catch (error) {
      remove(name);
      throw error;
    }
  });
  return () => {
    forget();
    remove(name);
  };
}

function remove(queue: string): void {
  queueLength.remove({ queue, state: "waiting" });
  queueLength.remove({ queue, state: "in-hand" });
  queueAge.remove({ queue });
  deadLetters.remove({ queue });
}

/** The time of the first message after a sequence. */
async function oldestBehind({ jsm, stream, subjects }: WatchedQueue, sequence: number): Promise<Date | undefined> {
  const found = await Promise.all(
    subjects.map(async (subject) => {
      // The client's type lacks `next_by_subj` here; the server accepts it (JSApiMsgGetRequest).
      const query = { seq: sequence + 1, next_by_subj: subject };
      return jsm.streams.getMessage(stream, query);
    }),
  );
  const times = found.flatMap((message) => (message === null ? [] : [message.time.getTime()]));
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

async function lettersOf(jsm: JetStreamManager, queue: string): Promise<number> {
  const { state } = await jsm.streams.info(DEAD_LETTERS, { subjects_filter: deadLetterSubject(queue, "*") });
  return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
}
