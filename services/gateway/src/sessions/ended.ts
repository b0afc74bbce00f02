import type { EndedSessions } from "@satchel/chassis";
import { ENDED_SESSION_SECONDS } from "@satchel/contracts";
import type { Session } from "./access-token.ts";

type Named = Pick<Session, "userId" | "sessionId">;

/** The sessions that have ended although access tokens of theirs are still good, as this process has heard. */
export interface EndedSet {
  has(session: Named): boolean;
  /** Calls back once when the session ends from now on. @returns what takes the wish back */
  onEnd(session: Named, ended: () => void): () => void;
  close(): void;
}

/**
 * Hears of ended sessions from the bus. Resolves when those of the past are known, so that a gateway that has just
 * started lets nobody in whom another has turned away.
 * @param lifeSeconds how long each is remembered: no token outlives that
 */
export async function hearEndedSessions(bus: EndedSessions, lifeSeconds = ENDED_SESSION_SECONDS): Promise<EndedSet> {
  const ended = new Map<string, NodeJS.Timeout>();
  const waiting = new Map<string, Set<() => void>>();

  const following = await bus.follow((userId, sessionId) => {
    const key = keyOf({ userId, sessionId });
    // Told again after the bus was away; the first time counts.
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

const keyOf = ({ userId, sessionId }: Named): string => `${userId}.${sessionId}`;
