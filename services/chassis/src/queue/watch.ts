import type { JetStreamManager } from "@nats-io/jetstream";
import { timeFrom } from "../bus/messages.ts";
import { DEAD_LETTERS, deadLetterSubject } from "@satchel/contracts";
import { deadLetters, queueAge, queueLength, redeliveries } from "../operations/metrics.ts";
import { onScrape } from "../operations/scrape.ts";

interface QueueMetrics {
  readonly jsm: JetStreamManager;
  readonly stream: string;
  readonly name: string;
  /** The subjects of its work. */
  readonly subjects: readonly string[];
  /** Whether it has dead letters. */
  readonly letters?: boolean;
}

/**
 * Measures a queue at every scrape: its backlog, its age and its dead letters. Every replica reports the same.
 * @returns a function that ends it
 */
export function watchQueue({ jsm, stream, name, subjects, letters = false }: QueueMetrics): () => void {
  redeliveries.inc({ queue: name }, 0);
  const forget = onScrape(async () => {
    try {
      const { num_pending, num_ack_pending, delivered } = await jsm.consumers.info(stream, name);
      const since = num_pending === 0 ? undefined : await timeFrom(jsm, delivered.stream_seq + 1, subjects, stream);
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

async function lettersOf(jsm: JetStreamManager, queue: string): Promise<number> {
  const { state } = await jsm.streams.info(DEAD_LETTERS, { subjects_filter: deadLetterSubject(queue, "*") });
  return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
}
