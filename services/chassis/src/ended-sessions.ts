import { jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { ENDED_SESSION_SECONDS, ENDED_SESSIONS, type SessionId, type UserId } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { opening } from "./bus/opening.ts";
import { keepCopies } from "./bus/streams.ts";

/**
 * Sessions that were ended while access tokens of theirs may still be good. Identity tells of them, every gateway
 * listens and turns them away.
 */
export interface EndedSessions {
  /** Tells every gateway that a session has ended; resolves when the bus has stored it. */
  add(userId: UserId, sessionId: SessionId): Promise<void>;
  /** Whether this session was ended a moment ago. */
  has(userId: UserId, sessionId: SessionId): Promise<boolean>;
  /**
   * Calls `heard` for every session that has ended, some more than once: resolves when those of the past are told, goes
   * on with those of the future, and catches up with what was missed whenever the bus was away.
   */
  follow(heard: (userId: UserId, sessionId: SessionId) => void): Promise<SessionFeed>;
}

/** What was begun by {@link EndedSessions.follow}. */
export interface SessionFeed {
  close(): void;
}

// A bucket is a stream, and writing a key is publishing on the key's subject (NATS ADR-8): whoever subscribes to the
// subjects hears it at once, without a consumer that would have to be watched over.
const STREAM = `KV_${ENDED_SESSIONS}`;
const SUBJECTS = `$KV.${ENDED_SESSIONS}.*.*`;

/** Milliseconds between tries to catch up while JetStream does not answer. */
const RETRY_MS = 250;

/** Opens the bucket of ended sessions, making it where it does not exist. */
export async function openEndedSessions(bus: Bus): Promise<EndedSessions> {
  const options = { history: 1, ttl: ENDED_SESSION_SECONDS * 1000, replicas: bus.copies };
  const kv = await opening(() => new Kvm(bus.nc).create(ENDED_SESSIONS, options));
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  await keepCopies(jsm, STREAM, bus.copies);

  return {
    add: async (userId, sessionId) => {
      await kv.put(`${userId}.${sessionId}`, "");
    },

    // Asked of the leader: a replica that lags would let a session begin anew.
    has: async (userId, sessionId) =>
      (await jsm.streams.getMessage(STREAM, { last_by_subj: `$KV.${ENDED_SESSIONS}.${userId}.${sessionId}` })) !== null,

    follow: async (heard) => {
      let closed = false;
      const tell = (subject: string): void => {
        const [, , userId, sessionId] = subject.split(".");
        heard(userId as UserId, sessionId as SessionId);
      };
      const subscription = bus.nc.subscribe(SUBJECTS, {
        callback: (error, { subject }) => {
          if (error === null) tell(subject);
        },
      });
      const catchUp = async (): Promise<void> => {
        const { state } = await jsm.streams.info(STREAM, { subjects_filter: SUBJECTS });
        for (const subject of Object.keys(state.subjects ?? {})) tell(subject);
      };
      const catchUpAfterReconnects = async (): Promise<void> => {
        for await (const { type } of bus.nc.status()) {
          while (type === "reconnect" && !closed && !bus.nc.isClosed()) {
            if (
              await catchUp().then(
                () => true,
                () => false,
              )
            )
              break;
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          }
          if (closed) return;
        }
      };
      // In this order: what ends between the two is heard by the subscription, which has reached the server by then.
      await bus.nc.flush();
      void catchUpAfterReconnects();
      await opening(catchUp);
      return {
        close: () => {
          closed = true;
          subscription.unsubscribe();
        },
      };
    },
  };
}
