import { jetstream, jetstreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { type Bus, ensureStream } from "@satchel/chassis";
import { ERASURES, erasedSubject, type UserId } from "@satchel/contracts";

/** The list of who was erased. It is kept apart from the journal, so that a restored older journal brings nobody back. */
export interface Erasures {
  /** Adds a user; resolves when the bus has stored it. Adding once more changes nothing. */
  add(userId: UserId): Promise<void>;
  has(userId: UserId): Promise<boolean>;
  /** Everybody on the list, in no order. */
  list(): Promise<UserId[]>;
}

const STREAM = {
  name: ERASURES,
  subjects: [erasedSubject("*")],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  max_msgs_per_subject: 1,
};

/** Opens the stream, making it where it does not exist: in files, one message a user, for ever. */
export async function openErasures(bus: Bus): Promise<Erasures> {
  const js = jetstream(bus.nc, { timeout: 5000 });
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  await ensureStream(jsm, STREAM, bus.copies);
  return {
    add: async (userId) => {
      await js.publish(erasedSubject(userId), "");
    },
    has: async (userId) => (await jsm.streams.getMessage(ERASURES, { last_by_subj: erasedSubject(userId) })) !== null,
    list: async () => {
      const { state } = await jsm.streams.info(ERASURES, { subjects_filter: erasedSubject("*") });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice("erased.".length) as UserId);
    },
  };
}
