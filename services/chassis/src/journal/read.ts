import { DeliverPolicy, type JetStreamClient, type JetStreamManager, type JsMsg } from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";

const BATCH = 500;
const EXPIRES_MS = 5000;

/**
 * Reads the messages of a subject or prefix that stand when the reading begins, oldest first. `headersOnly` leaves their
 * data on the server.
 * @throws Error when the server stops answering in the middle: half an aggregate must not be taken for a whole one.
 */
export async function* readMessages(
  js: JetStreamClient,
  jsm: JetStreamManager,
  filter: string,
  headersOnly = false,
): AsyncGenerator<JsMsg> {
  const first = await jsm.direct.getMessage(JOURNAL, { seq: 1, next_by_subj: filter });
  if (first === null) return;
  const consumer = await js.consumers.get(JOURNAL, {
    filter_subjects: filter,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: first.seq,
    headers_only: headersOnly,
  });
  try {
    let pending = 1;
    while (pending > 0) {
      let received = 0;
      const batch = await consumer.fetch({ max_messages: Math.min(BATCH, pending), expires: EXPIRES_MS });
      for await (const message of batch) {
        received++;
        pending = message.info.pending;
        yield message;
      }
      if (received === 0) {
        pending = (await consumer.info()).num_pending;
        if (pending > 0) throw new Error(`Reading ${filter} stopped with ${pending} messages to go`);
      }
    }
  } finally {
    await consumer.delete().catch(() => false);
  }
}
