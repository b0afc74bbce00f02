import { setTimeout as delay } from "node:timers/promises";
import { createInbox, errors, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { type Bus, within } from "@satchel/chassis";
import { DamagedBackup, type StreamBegin } from "./archive.ts";

/** Octets of a piece: the server's default. */
const PIECE_BYTES = 128 * 1024;
/** Milliseconds without a piece or an answer after which the backup fails. */
const SILENT_MS = 120_000;
/** Milliseconds between two tries to reach the server that takes a stream, and the number of tries. */
const REACH_MS = 100;
const REACH_TRIES = 100;
/** EOF of a snapshot, as the status of an empty message (nats-server, jetstream_api.go). */
const COMPLETE = 204;

/**
 * A new reply subject below the connection's own prefix, to which only its user may subscribe. The client's type does
 * not show its options.
 */
function newInbox(nc: NatsConnection): string {
  const { options } = nc as NatsConnection & { readonly options?: { readonly inboxPrefix?: string } };
  return createInbox(options?.inboxPrefix);
}

interface ApiError {
  readonly error?: { readonly code: number; readonly err_code: number; readonly description: string };
}

interface SnapshotAnswer extends ApiError {
  readonly config?: Record<string, unknown>;
  readonly state?: { readonly messages: number; readonly last_seq: number };
}

async function ask<T extends ApiError>(nc: NatsConnection, subject: string, payload: Uint8Array | string): Promise<T> {
  const answer = (await nc.request(subject, payload, { timeout: SILENT_MS })).json<T>();
  if (answer.error !== undefined) throw new Error(`The NATS server refuses ${subject}: ${answer.error.description}`);
  return answer;
}

/**
 * The server's own snapshot of a stream while it is written to: sequences, times and gaps as they are, without
 * consumers. The server sends only a few pieces ahead. It does not check the messages.
 */
export async function snapshot(nc: NatsConnection, name: string) {
  const inbox = newInbox(nc);
  const subscription = nc.subscribe(inbox);
  const request = { deliver_subject: inbox, no_consumers: true, chunk_size: PIECE_BYTES };
  try {
    const { config, state } = await ask<SnapshotAnswer>(nc, `$JS.API.STREAM.SNAPSHOT.${name}`, JSON.stringify(request));
    if (config === undefined || state === undefined)
      throw new Error(`The NATS server sent no configuration or state of ${name}`);
    const messages = subscription[Symbol.asyncIterator]();
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          const next = await within(messages.next(), SILENT_MS);
          if (next === undefined) throw new Error(`The NATS server fell silent over ${name}`);
          const { value, done } = next;
          if (done === true) throw new Error(`The snapshot of ${name} ended too early`);
          if (value.data.length === 0) {
            if (value.headers !== undefined && value.headers.code !== COMPLETE) {
              throw new Error(`The snapshot of ${name} failed: ${value.headers.code} ${value.headers.description}`);
            }
            return;
          }
          yield value.data;
          value.respond();
        }
      } finally {
        subscription.unsubscribe();
      }
    };
    return { config, state: state as Record<string, unknown> & typeof state, pieces: pieces() };
  } catch (error) {
    subscription.unsubscribe();
    throw error;
  }
}

/**
 * Sends a piece to the server of a cluster that takes a stream. It may be another one than that of this connection, which
 * learns of the subject a moment later: what reached nobody ("no responders") is sent again.
 */
export async function sendPiece(nc: NatsConnection, subject: string, piece: Uint8Array | string): Promise<Msg> {
  for (let tries = 1; ; tries++) {
    try {
      return await nc.request(subject, piece, { timeout: SILENT_MS });
    } catch (error) {
      const isNobody =
        error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
      if (!isNobody || tries === REACH_TRIES) throw error;
      await delay(REACH_MS);
    }
  }
}

/** The restore of one stream from the pieces of its snapshot. */
export interface StreamRestore {
  take(piece: Uint8Array): Promise<void>;
  /** @throws {DamagedBackup} when the server can't create a stream from the pieces: it creates none then */
  finish(): Promise<{ readonly messages: number; readonly lastSequence: number }>;
}

/**
 * Begins to create a stream from a snapshot; there must be none of that name. It gets this bus' number of replicas.
 * @param metadata is added to the stream's own
 */
export async function restoreStream(
  { nc, copies }: Pick<Bus, "nc" | "copies">,
  { name, config, state }: Pick<StreamBegin, "name" | "config" | "state">,
  metadata: Record<string, string> = {},
): Promise<StreamRestore> {
  const own = config.metadata as Record<string, string> | undefined;
  const changed = {
    ...config,
    num_replicas: copies,
    ...(own === undefined ? {} : { metadata: { ...own, ...metadata } }),
  };
  const { deliver_subject } = await ask<ApiError & { deliver_subject: string }>(
    nc,
    `$JS.API.STREAM.RESTORE.${name}`,
    JSON.stringify({ config: changed, state }),
  );
  return {
    take: async (piece) => {
      // An answer with a text is the server's error.
      const answer = await sendPiece(nc, deliver_subject, piece);
      if (answer.data.length > 0) throw new DamagedBackup(`the server does not take ${name}: ${answer.string()}`);
    },
    finish: async () => {
      const answer = (await sendPiece(nc, deliver_subject, "")).json<SnapshotAnswer>();
      if (answer.error !== undefined || answer.state === undefined) {
        throw new DamagedBackup(`the server can't make ${name} of it: ${answer.error?.description ?? "no answer"}`);
      }
      return { messages: answer.state.messages, lastSequence: answer.state.last_seq };
    },
  };
}
