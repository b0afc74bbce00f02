import type { JsMsg } from "@nats-io/jetstream";

/** Milliseconds to wait for messages that the server has announced as pending; a reconnect may delay them longer. */
const STALL_MS = 20;

/**
 * Groups messages into batches: all that have arrived, `size` at most. A batch does not wait for messages that the server
 * has not announced, so a single event is applied at once, and a backlog in few transactions. (The client's own count of
 * buffered messages includes its internal signals, so waiting for it to become 0 may never end.)
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
      taken = await within(next, taken.value.info.pending === 0 ? 0 : STALL_MS);
    }
    if (batch.length > 0) yield batch;
    if (taken?.done === true) return;
  }
}

/** The value, if it comes within one round of the event loop, or within `milliseconds` if these are not 0; else undefined. */
async function within<T>(coming: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const atOnce = await Promise.race([coming, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
  if (atOnce !== undefined || milliseconds === 0) return atOnce;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
