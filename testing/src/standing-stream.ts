/** What is needed of JetStream's manager to make a stream. */
interface MakingStreams {
  readonly streams: { add(config: { name: string; subjects: string[] }): Promise<unknown> };
}

/** The name of the stream that `keepStreamStanding` makes. */
export const STANDING = "STANDING";

/**
 * Makes a stream that nothing uses, for a test that deletes all others and makes one of them anew: while one stands, the
 * server leaves the folder of its streams alone. After the last was deleted, nats-server has answered already when it
 * removes the empty folder, also from under a stream that is just being made, which it then refuses with "error creating
 * store for stream" (`stop` in its server/stream.go). A Satchel in use has other streams beside each that it makes.
 */
export async function keepStreamStanding(jsm: MakingStreams): Promise<void> {
  await jsm.streams.add({ name: STANDING, subjects: ["standing"] });
}
