import type { JetStreamManager } from "@nats-io/jetstream";
import type { RawMessage } from "./envelope.ts";

/** Reads single messages of a stream, each the newest that was acknowledged. */
export interface StoredMessages {
  getMessage(stream: string, query: { seq: number } | { last_by_subj: string }): Promise<RawMessage | null>;
}

/**
 * Of streams with several copies, messages are read from the leader: a replica that lags would not find a message that
 * exists. The only copy is read by direct get, which costs the server neither JSON nor Base64 nor its queue of API requests.
 */
export const storedMessages = (jsm: JetStreamManager, copies: number): StoredMessages =>
  copies === 1 ? jsm.direct : jsm.streams;
