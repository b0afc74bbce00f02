import { setImmediate as nextRound } from "node:timers/promises";
import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { within } from "../pause.ts";

/** Milliseconds to wait for messages that the server reports as pending; after a reconnect they may take longer. */
const STALL_MS = 20;

/** What a batch has at most. The last message may go beyond the octets. */
interface BatchLimits {
  readonly messages: number;
  readonly octets: number;
}

/**
 * Groups messages into batches: all that have arrived, up to the limits. A batch waits only for messages that the server
 * reports as pending, so a single event is applied at once, and a backlog in few transactions. (The client's own count of
 * buffered messages includes its internal signals, so it may never become 0.)
 */
export async function* inBatches(messages: AsyncIterable<JsMsg>, limits: BatchLimits): AsyncGenerator<JsMsg[]> {
  const iterator = messages[Symbol.asyncIterator]();
  const take = (): Promise<IteratorResult<JsMsg>> => {
    const next = iterator.next();
    // A caller that stops early must not leave an unhandled rejection.
    next.catch(() => {});
    return next;
  };
  let next = take();
  for (;;) {
    let taken: IteratorResult<JsMsg> | undefined = await next;
    const batch: JsMsg[] = [];
    let octets = 0;
    while (taken !== undefined && taken.done !== true) {
      batch.push(taken.value);
      next = take();
      octets += taken.value.data.length;
      if (batch.length === limits.messages || octets >= limits.octets) break;
      taken = await soon(next, taken.value.info.pending === 0 ? 0 : STALL_MS);
    }
    if (batch.length > 0) yield batch;
    if (taken?.done === true) return;
  }
}

/** The value, if it is there after one round of the event loop, or within `milliseconds`; else undefined. */
async function soon<T>(coming: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const value = await Promise.race([coming, nextRound(undefined)]);
  return value !== undefined || milliseconds === 0 ? value : within(coming, milliseconds);
}

/**
 * Ends a reading whose server sends no heartbeats, so that the runner restarts it from the checkpoints: the client itself
 * would try to resume it for half a minute (nats.js 3.4, `resetPending`).
 */
export async function stopWhenSilent(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === "heartbeats_missed") messages.stop();
}
