import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import { messageFrom } from "./messages.ts";
import { unlessMissing } from "./streams.ts";

// nats-server's errors.json: JSSequenceNotFoundErrF, and JSStreamMsgDeleteFailedF around "no message found".
const GONE = new Set<number>([JetStreamApiCodes.NoMessageFound, 10043, 10057]);

/**
 * Removes one message and overwrites its bytes on disk, which removing and purging alone leave in their block until it
 * is compacted. One that another process removed before is ignored.
 */
export async function overwriteMessage(jsm: JetStreamManager, stream: string, sequence: number): Promise<void> {
  try {
    await jsm.streams.deleteMessage(stream, sequence, true);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && GONE.has(error.code))) throw error;
  }
}

/**
 * Removes and overwrites the messages on a subject or prefix of a stream that may not exist. One after another.
 * Other processes may do the same at the same time.
 * @param before only messages with lower sequences
 * @param stopping ends it between two messages
 * @returns their number
 * @throws the reason of `stopping`
 */
export async function overwriteMessages(
  jsm: JetStreamManager,
  stream: string,
  filter: string,
  before = Number.POSITIVE_INFINITY,
  stopping?: AbortSignal,
): Promise<number> {
  for (let count = 0, seq = 1; ; count++) {
    stopping?.throwIfAborted();
    const found = await messageFrom(jsm, seq, filter, stream).catch(unlessMissing);
    if (found === undefined || found.seq >= before) return count;
    await overwriteMessage(jsm, stream, found.seq);
    seq = found.seq + 1;
  }
}

/**
 * Overwrites the values of a bucket, which may not exist, that were written so many seconds ago or more, the oldest
 * first.
 * @param now in milliseconds since 1970
 * @param isDue whether a value of that age has expired; markers of removed ones are due
 */
export async function eraseExpired(
  jsm: JetStreamManager,
  bucket: string,
  seconds: number,
  now: number,
  isDue: (text: string) => boolean = () => true,
): Promise<void> {
  for (let seq = 1; ; seq++) {
    const oldest = await messageFrom(jsm, seq, `$KV.${bucket}.>`, `KV_${bucket}`).catch(unlessMissing);
    if (oldest === undefined || oldest.time.getTime() > now - seconds * 1000) return;
    const text = oldest.string();
    if (text === "" || isDue(text)) await overwriteMessage(jsm, `KV_${bucket}`, oldest.seq);
    seq = oldest.seq;
  }
}
