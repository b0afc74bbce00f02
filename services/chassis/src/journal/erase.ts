import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import { aggregateSubject, JOURNAL, type UserId } from "@satchel/contracts";
import { overwriteMessage } from "../bus/overwrite.ts";
import type { Journal } from "./journal.ts";
import { readMessages } from "./read.ts";

/**
 * Erases the events on a subject or prefix before a sequence, from the stored blocks as well. What is stored meanwhile is
 * left alone; whoever died over it begins anew.
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
 * Erases single events, by their sequences, from the stored blocks as well. One after the other: the server syncs each, and
 * appends of others wait behind what it was given (16 at once: twice as fast, and appends took five times as long).
 */
export async function eraseSequences(jsm: JetStreamManager, sequences: readonly number[]): Promise<void> {
  for (const sequence of sequences) await overwriteMessage(jsm, JOURNAL, sequence);
}

/**
 * Whether a user was erased. Work that was begun for them before asks this once more before it appends; what slips
 * through nevertheless is found and erased by identity.
 */
export async function isErased(journal: Pick<Journal, "last">, userId: UserId): Promise<boolean> {
  return (await journal.last(aggregateSubject(userId, "identity")))?.type === "UserErased";
}
