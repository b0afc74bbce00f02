import type { EndedSessions } from "@satchel/chassis";
import { ENDED_SESSION_SECONDS } from "@satchel/contracts";
import type { Session } from "./access-token.ts";

type SessionRef = Pick<Session, "userId" | "sessionId">;

/** The ended sessions whose access tokens have not expired, as this process knows them. */
export interface EndedSet {
  has(session: SessionRef): boolean;
  /** Calls back once when the session ends from now on. @returns a function that cancels this */
  onEnd(session: SessionRef, ended: () => void): () => void;
  close(): void;
}

/**
 * Follows ended sessions on the bus. Resolves when the sessions that ended before are known, so that a new gateway
 * admits no session that others refuse.
 * @param lifeSeconds how long each is stored: no token lives longer
 */
export async function followEndedSessions(bus: EndedSessions, lifeSeconds = ENDED_SESSION_SECONDS): Promise<EndedSet> {
  const ended = new Map<string, NodeJS.Timeout>();
  const waiting = new Map<string, Set<() => void>>();

  const following = await bus.follow((userId, sessionId) => {
    const key = keyOf({ userId, sessionId });
    // Delivered again after a reconnect.
    if (ended.has(key)) return;
    ended.set(key, setTimeout(() => ended.delete(key), lifeSeconds * 1000).unref());
    const callbacks = waiting.get(key);
    waiting.delete(key);
    for (const callback of callbacks ?? []) callback();
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
    close: () => {
      following.close();
      for (const timer of ended.values()) clearTimeout(timer);
    },
  };
}

const keyOf = ({ userId, sessionId }: SessionRef): string => `${userId}.${sessionId}`;
