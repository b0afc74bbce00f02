import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";
import { readMessages } from "../bus/messages.ts";
import { overwriteMessage } from "../bus/overwrite.ts";

/**
 * Erases the events of a subject or prefix before a sequence, from the stored blocks as well. Events that are stored
 * meanwhile stay. After a crash, call it again.
 * @returns how many events were erased
 */
export async function eraseEvents(
  js: JetStreamClient,
  jsm: JetStreamManager,
  filter: string,
  before = Number.POSITIVE_INFINITY,
): Promise<number> {
  const sequences: number[] = [];
  for await (const { seq } of readMessages(js, jsm, filter, { headersOnly: true })) {
    if (seq < before) sequences.push(seq);
  }
  await eraseSequences(jsm, sequences);
  return sequences.length;
}

/**
 * Erases single events, by their sequences, from the stored blocks as well. One after another: the server syncs each, and
 * appends of others wait for them (16 at once: twice as fast, but appends took five times as long).
 */
export async function eraseSequences(jsm: JetStreamManager, sequences: readonly number[]): Promise<void> {
  for (const sequence of sequences) await overwriteMessage(jsm, JOURNAL, sequence);
}
