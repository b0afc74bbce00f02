import { type JetStreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { ERASURES, erasedSubject, type UserId } from "@satchel/contracts";
import type { Streams } from "./bus/connect.ts";
import { timeFrom } from "./bus/messages.ts";
import { ensureStream, findStream } from "./bus/streams.ts";

/**
 * The list of erased users. It is not in the journal, so that restoring an older journal restores no erased user.
 */
export interface Erasures {
  /** Adds a user; resolves when the bus has stored it. Idempotent. */
  add(userId: UserId): Promise<void>;
  has(userId: UserId): Promise<boolean>;
  list(): Promise<UserId[]>;
  /** The users who were added last, `count` at most, the last one last. */
  newest(count: number): Promise<UserId[]>;
}

const STREAM = {
  name: ERASURES,
  subjects: [erasedSubject("*")],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  max_msgs_per_subject: 1,
};
const PREFIX = erasedSubject("*").slice(0, -1);

/** Opens the stream, creating it if missing: in files, one message a user, without an age limit. */
export async function openErasures(bus: Streams): Promise<Erasures> {
  const { js, jsm } = bus;
  await ensureStream(bus, STREAM);
  return {
    add: async (userId) => {
      await js.publish(erasedSubject(userId), "");
    },
    has: async (userId) => (await jsm.streams.getMessage(ERASURES, { last_by_subj: erasedSubject(userId) })) !== null,
    list: () => listErased(jsm),
    newest: async (count) => {
      const { state } = await jsm.streams.info(ERASURES);
      const users: UserId[] = [];
      for (let seq = Math.max(1, state.first_seq, state.last_seq - count + 1); seq <= state.last_seq; seq++) {
        const message = await jsm.streams.getMessage(ERASURES, { seq });
        if (message !== null) users.push(message.subject.slice(PREFIX.length) as UserId);
      }
      return users;
    },
  };
}

/** All users on the list, in no order; none where there is no list. */
export async function listErased(jsm: JetStreamManager): Promise<UserId[]> {
  if ((await findStream(jsm, ERASURES)) === undefined) return [];
  const { state } = await jsm.streams.info(ERASURES, { subjects_filter: erasedSubject("*") });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(PREFIX.length) as UserId);
}

/** The newest entry of the list; 0 where there is none. */
export const lastErasure = async (jsm: JetStreamManager): Promise<number> =>
  (await findStream(jsm, ERASURES))?.state.last_seq ?? 0;

/** The time of the first entry after a sequence; undefined where there is none. */
export async function firstErasureAfter(jsm: JetStreamManager, sequence: number): Promise<Date | undefined> {
  if ((await findStream(jsm, ERASURES)) === undefined) return undefined;
  return timeFrom(jsm, sequence + 1, [erasedSubject("*")], ERASURES);
}
