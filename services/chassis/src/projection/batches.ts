import type { JsMsg } from "@nats-io/jetstream";

/** Milliseconds to wait for messages that the server has announced; a reconnect may keep them for longer. */
const STALL_MS = 20;

/**
 * Gathers messages as they come into batches: as many as are there, `size` at most. A batch is not held back for
 * messages that may come some time, so a single event is applied at once and a flood in few transactions. (The client's
 * own count of what it holds includes its inner signals; a batch that waits for it to become 0 may wait for ever.)
 */
export async function* inBatches(messages: AsyncIterable<JsMsg>, size: number): AsyncGenerator<JsMsg[]> {
  const iterator = messages[Symbol.asyncIterator]();
  const take = (): Promise<IteratorResult<JsMsg>> => {
    const next = iterator.next();
    // Whoever stops listening must not leave a rejection behind that nobody hears.
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

/** What comes before the event loop has gone round, or within the milliseconds when there are any; else undefined. */
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
