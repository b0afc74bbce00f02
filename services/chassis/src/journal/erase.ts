import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import { JOURNAL, type UserId, userSubjects } from "@satchel/contracts";
import { readMessages } from "./read.ts";

/** Messages overwritten at the same time: each is a small write of its own on the server. */
const PARALLEL = 16;

/**
 * Erases every event of one user. Purging alone only forgets where the messages lie, and their bytes stay in the block
 * until it is compacted; so each message is overwritten first, which is what `erase` of JetStream's message delete does.
 * @returns how many events were erased
 */
export async function purgeUser(js: JetStreamClient, jsm: JetStreamManager, userId: UserId): Promise<number> {
  const filter = userSubjects(userId);
  const sequences: number[] = [];
  for await (const message of readMessages(js, jsm, filter, true)) sequences.push(message.seq);
  for (let i = 0; i < sequences.length; i += PARALLEL) {
    const some = sequences.slice(i, i + PARALLEL);
    await Promise.all(some.map((sequence) => jsm.streams.deleteMessage(JOURNAL, sequence, true)));
  }
  await jsm.streams.purge(JOURNAL, { filter });
  return sequences.length;
}
