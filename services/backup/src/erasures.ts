import { type JetStreamManager, jetstream, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import type { Bus } from "@satchel/chassis";
import { ERASURES, erasedSubject, type UserId } from "@satchel/contracts";

const PREFIX = erasedSubject("*").slice(0, -1);

/** Who was erased, as the bus has it; nobody where it has no list. */
export async function listErased(jsm: JetStreamManager): Promise<string[]> {
  try {
    const { state } = await jsm.streams.info(ERASURES, { subjects_filter: erasedSubject("*") });
    return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(PREFIX.length));
  } catch (error) {
    if (error instanceof Error && error.name === "StreamNotFoundError") return [];
    throw error;
  }
}

/** Adds users to the list, making it where it is missing; nobody is ever taken off it. */
export async function addErased(
  { nc }: Pick<Bus, "nc">,
  jsm: JetStreamManager,
  users: Iterable<string>,
): Promise<void> {
  await jsm.streams.add({
    name: ERASURES,
    subjects: [erasedSubject("*")],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_msgs_per_subject: 1,
  });
  const known = new Set(await listErased(jsm));
  const js = jetstream(nc);
  for (const user of users) if (!known.has(user)) await js.publish(erasedSubject(user as UserId), "");
}
