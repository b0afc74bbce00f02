/** The part of JetStream's manager that creates streams. */
interface StreamFactory {
  readonly streams: { add(config: { name: string; subjects: string[] }): Promise<unknown> };
}

/** The name of the stream that `addSpareStream` makes. */
export const SPARE_STREAM = "SPARE_STREAM";

/**
 * Adds an unused stream, for a test that deletes all others and creates one of them again. After the last stream was deleted,
 * nats-server answers before it removes their empty folder. A stream that is created meanwhile fails with "error creating store
 * for stream" (`stop` in its server/stream.go). A Satchel in use always has other streams.
 */
export async function addSpareStream(jsm: StreamFactory): Promise<void> {
  await jsm.streams.add({ name: SPARE_STREAM, subjects: ["spare"] });
}
