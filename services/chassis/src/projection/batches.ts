import { setImmediate as nextRound } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { within } from "../pause.ts";

/** Milliseconds to wait for messages that the server reports as pending; after a reconnect they may take longer. */
const STALL_MS = 20;

/**
 * Groups messages into batches: all that have arrived, `size` at most. A batch waits only for messages that the server
 * reports as pending, so a single event is applied at once, and a backlog in few transactions. (The client's own count of
 * buffered messages includes its internal signals, so it may never become 0.)
 */
export async function* inBatches(messages: AsyncIterable<JsMsg>, size: number): AsyncGenerator<JsMsg[]> {
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
    while (taken !== undefined && taken.done !== true) {
      batch.push(taken.value);
      next = take();
      if (batch.length === size) break;
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
