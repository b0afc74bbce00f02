import { setTimeout as delay } from "node:timers/promises";
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import { type KV, Kvm, type KvOptions } from "@nats-io/kv";
import { errors } from "@nats-io/transport-node";
import type { Streams } from "./connect.ts";
import { retryOpen } from "./retry-open.ts";

/** A new stream; missing properties have the server's defaults. */
type NewStream = Partial<StreamConfig> & Pick<StreamConfig, "name">;

/** Milliseconds between two checks of replicas that are being created, and until they are no longer waited for. */
const CHECK_MS = 100;
const COPYING_MS = 120_000;

/** For `catch`: undefined for a stream that does not exist. @throws every other error */
export function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
  throw error;
}

/** A stream; undefined where there is none of that name. */
export const findStream = (jsm: JetStreamManager, name: string): Promise<StreamInfo | undefined> =>
  jsm.streams.info(name).catch(unlessMissing);

/**
 * Creates a stream, or changes the number of replicas of an existing one, so that a setting is enough to grow from one
 * server to a cluster.
 */
export function ensureStream({ jsm, copies }: Omit<Streams, "js">, stream: NewStream): Promise<StreamInfo> {
  return retryOpen(async () => {
    const found = await findStream(jsm, stream.name);
    if (found === undefined) return jsm.streams.add({ ...stream, num_replicas: copies });
    return setCopies(jsm, found, copies);
  });
}

/** Changes the number of replicas of a bucket, which the client's library created. @param stream `KV_…` or `OBJ_…` */
export async function keepCopies({ jsm, copies }: Omit<Streams, "js">, stream: string): Promise<void> {
  await retryOpen(async () => setCopies(jsm, await jsm.streams.info(stream), copies));
}

/** Opens a key-value bucket of the client's library, creating it if missing. */
export async function openKv(bus: Streams, name: string, options: Omit<Partial<KvOptions>, "replicas">): Promise<KV> {
  const kv = await retryOpen(() => new Kvm(bus.js).create(name, { ...options, replicas: bus.copies }));
  await keepCopies(bus, `KV_${name}`);
  return kv;
}

async function setCopies(jsm: JetStreamManager, found: StreamInfo, copies: number): Promise<StreamInfo> {
  const { name, num_replicas } = found.config;
  if (num_replicas === copies) return found;
  try {
    await jsm.streams.update(name, { num_replicas: copies });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Error(
      `${name} has ${num_replicas} copies on the bus and not ${copies} (NATS_REPLICAS), and this service may not change that. ` +
        "A backup restored with the same NATS_REPLICAS has them (docs/operations/scaling.md)",
      { cause: error },
    );
  }
  // During an election, published messages are lost without an answer.
  const deadline = Date.now() + COPYING_MS;
  for (;;) {
    const info = await jsm.streams.info(name).catch(unlessLeaderless);
    if (info !== undefined && (isSettled(info, copies) || Date.now() > deadline)) return info;
    await delay(CHECK_MS);
  }
}

/** Whether the server refuses something to this user of the bus. */
const isForbidden = (error: unknown): boolean =>
  error instanceof errors.PermissionViolationError ||
  (error instanceof Error && error.cause instanceof errors.PermissionViolationError);

const isSettled = ({ cluster }: StreamInfo, copies: number): boolean =>
  cluster?.leader !== undefined && (cluster.replicas ?? []).filter(({ current }) => current).length >= copies - 1;

function unlessLeaderless(error: unknown): undefined {
  if (error instanceof errors.TimeoutError) return undefined;
  throw error;
}
