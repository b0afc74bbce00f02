import { setTimeout as delay } from "node:timers/promises";
import { ENDED_SESSION_SECONDS, ENDED_SESSIONS, type SessionId, type TokenId, type UserId } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { retryOpen } from "./bus/retry-open.ts";
import { openKv } from "./bus/streams.ts";

/**
 * Ended sessions whose access tokens have not expired, and ended API tokens that a gateway may remember. Identity adds
 * them, and every gateway refuses them.
 */
export interface EndedSessions {
  /** Announces the end of a session or API token to every gateway; resolves when the bus has stored it. */
  add(userId: UserId, id: SessionId | TokenId): Promise<void>;
  has(userId: UserId, sessionId: SessionId): Promise<boolean>;
  /** Announces that an account was suspended or resumed: what gateways remember of its secrets counts no more. */
  recheck(userId: UserId): Promise<void>;
  /**
   * Calls `onEnded` for every ended session, and `onRecheck` for every account that was suspended or resumed, for some of
   * them more than once. Resolves after the past ones, continues with later ones, and catches up after every disconnection.
   */
  follow(follower: EndFollower): Promise<SessionFeed>;
}

interface EndFollower {
  readonly onEnded: (userId: UserId, sessionId: SessionId) => void;
  readonly onRecheck: (userId: UserId) => void;
}

/** The subscription of {@link EndedSessions.follow}. */
interface SessionFeed {
  close(): void;
}

// A bucket is a stream, and writing a key is publishing on the key's subject (NATS ADR-8): a plain subscription
// receives it at once, without a consumer that would have to be watched.
const STREAM = `KV_${ENDED_SESSIONS}`;
const SUBJECTS = `$KV.${ENDED_SESSIONS}.*.*`;

/** In the place of a session's id, which it can't be. */
const RECHECK = "recheck";

/** Milliseconds between attempts to catch up while JetStream does not answer. */
const RETRY_MS = 250;

/** Opens the bucket of ended sessions, creating it if missing. */
export async function openEndedSessions(bus: Bus): Promise<EndedSessions> {
  const { jsm } = bus;
  const kv = await openKv(bus, ENDED_SESSIONS, { history: 1, ttl: ENDED_SESSION_SECONDS * 1000 });

  return {
    add: async (userId, id) => {
      await kv.put(`${userId}.${id}`, "");
    },

    recheck: async (userId) => {
      await kv.put(`${userId}.${RECHECK}`, "");
    },

    // Read from the leader: a lagging replica would accept the session.
    has: async (userId, sessionId) =>
      (await jsm.streams.getMessage(STREAM, { last_by_subj: `$KV.${ENDED_SESSIONS}.${userId}.${sessionId}` })) !== null,

    follow: async ({ onEnded, onRecheck }) => {
      let closed = false;
      const report = (subject: string): void => {
        const [, , userId, sessionId] = subject.split(".");
        if (sessionId === RECHECK) onRecheck(userId as UserId);
        else onEnded(userId as UserId, sessionId as SessionId);
      };
      const subscription = bus.nc.subscribe(SUBJECTS, {
        callback: (error, { subject }) => {
          if (error === null) report(subject);
        },
      });
      const catchUp = async (): Promise<void> => {
        const { state } = await jsm.streams.info(STREAM, { subjects_filter: SUBJECTS });
        for (const subject of Object.keys(state.subjects ?? {})) report(subject);
      };
      const catchUpAfterReconnects = async (): Promise<void> => {
        for await (const { type } of bus.nc.status()) {
          while (type === "reconnect" && !closed && !bus.nc.isClosed()) {
            const isCaughtUp = await catchUp().then(
              () => true,
              () => false,
            );
            if (isCaughtUp) break;
            await delay(RETRY_MS);
          }
          if (closed) return;
        }
      };
      // The subscription has to be active before the past sessions are read, so that none is missed.
      await bus.nc.flush();
      void catchUpAfterReconnects();
      await retryOpen(catchUp);
      return {
        close: () => {
          closed = true;
          subscription.unsubscribe();
        },
      };
    },
  };
}
