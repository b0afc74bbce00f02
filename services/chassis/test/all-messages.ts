import type { JsMsg } from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";
import type { Journal } from "../src/journal/journal.ts";

/** All messages of the journal, oldest first. Read without a filter, which would be slow with many subjects. */
export async function allMessages(journal: Journal): Promise<JsMsg[]> {
  const consumer = await journal.js.consumers.get(JOURNAL);
  const all: JsMsg[] = [];
  for (let pending = (await consumer.info()).num_pending; pending > 0; ) {
    for await (const message of await consumer.fetch({ max_messages: pending, expires: 5000 })) {
      all.push(message);
      pending = message.info.pending;
    }
  }
  await consumer.delete();
  return all;
}
