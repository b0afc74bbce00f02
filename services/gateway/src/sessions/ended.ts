import type { EndedSessions } from "@satchel/chassis";
import { ENDED_SESSION_SECONDS, type UserId } from "@satchel/contracts";
import type { Session } from "./access-token.ts";

type SessionRef = Pick<Session, "userId" | "sessionId">;

/** The ended sessions whose access tokens have not expired, as this process knows them. */
export interface EndedSet {
  has(session: SessionRef): boolean;
  /** Calls back once when the session ends from now on. @returns a function that cancels this */
  onEnd(session: SessionRef, ended: () => void): () => void;
  /**
   * When this process heard that an account was suspended or resumed, by `performance.now`: what was known of its
   * secrets before counts no more. Without a user: the last time of any account.
   */
  readonly recheckedAt: (userId?: UserId) => number | undefined;
  close(): void;
}

/**
 * Follows ended sessions on the bus. Resolves when the sessions that ended before are known, so that a new gateway
 * admits no session that others refuse.
 * @param lifeSeconds how long each is stored: no token lives longer
 */
export async function followEndedSessions(bus: EndedSessions, lifeSeconds = ENDED_SESSION_SECONDS): Promise<EndedSet> {
  const ended = new Map<string, NodeJS.Timeout>();
  const rechecked = new Map<UserId, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  let last: number | undefined;
  const waiting = new Map<string, Set<() => void>>();

  const tell = (key: string): void => {
    const callbacks = waiting.get(key);
    waiting.delete(key);
    for (const callback of callbacks ?? []) callback();
  };

  const following = await bus.follow({
    onEnded: (userId, sessionId) => {
      const key = keyOf({ userId, sessionId });
      // Delivered again after a reconnect.
      if (ended.has(key)) return;
      ended.set(key, setTimeout(() => ended.delete(key), lifeSeconds * 1000).unref());
      tell(key);
    },
    onRecheck: (userId) => {
      // Also where it is known: it may have happened again.
      clearTimeout(rechecked.get(userId)?.timer);
      const timer = setTimeout(() => rechecked.delete(userId), lifeSeconds * 1000).unref();
      last = performance.now();
      rechecked.set(userId, { at: last, timer });
      for (const key of [...waiting.keys()].filter((each) => each.startsWith(`${userId}.`))) tell(key);
    },
  });

  return {
    has: (session) => ended.has(keyOf(session)),
    onEnd: (session, callback) => {
      const key = keyOf(session);
      const callbacks = waiting.get(key) ?? new Set();
      waiting.set(key, callbacks.add(callback));
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0 && waiting.get(key) === callbacks) waiting.delete(key);
      };
    },
    recheckedAt: (userId) => (userId === undefined ? last : rechecked.get(userId)?.at),
    close: () => {
      following.close();
      for (const { timer } of rechecked.values()) clearTimeout(timer);
      for (const timer of ended.values()) clearTimeout(timer);
    },
  };
}

const keyOf = ({ userId, sessionId }: SessionRef): string => `${userId}.${sessionId}`;
