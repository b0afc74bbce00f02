import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";

/** A stream to be made; what is left out is as the server has it by default. */
export type NewStream = Partial<StreamConfig> & Pick<StreamConfig, "name">;

/**
 * Makes a stream, or leaves the one that stands but for the number of its copies, which is brought to what is wanted: so
 * an installation grows from one server to a cluster by a setting.
 * @param copies over the servers of a cluster: 1, 3 or 5
 */
export async function ensureStream(jsm: JetStreamManager, stream: NewStream, copies: number): Promise<StreamInfo> {
  const found = await jsm.streams.info(stream.name).catch(unlessMissing);
  if (found === undefined) return jsm.streams.add({ ...stream, num_replicas: copies });
  if (found.config.num_replicas === copies) return found;
  return jsm.streams.update(stream.name, { num_replicas: copies });
}

/** Brings a bucket, made by the client's own library, to as many copies. @param stream `KV_…` or `OBJ_…` */
export async function keepCopies(jsm: JetStreamManager, stream: string, copies: number): Promise<void> {
  const { config } = await jsm.streams.info(stream);
  if (config.num_replicas !== copies) await jsm.streams.update(stream, { num_replicas: copies });
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
  throw error;
}
