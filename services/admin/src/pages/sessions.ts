import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { SESSION_MS, SESSIONS, WRONG_TOKENS, WRONG_TOKENS_MS } from "../limits.ts";

/** A signed-in operator's browser. */
export interface Session {
  /** The anti-forgery token of each form. */
  readonly csrf: string;
  readonly expiresAt: number;
}

/** The outcome of signing in: a new session's secret, a wrong token, or the seconds until tokens are checked again. */
type SignIn = { readonly secret: string } | "wrong" | { readonly retryAfter: number };

/** Sessions of the operator's page. They are in memory only, so a restart ends them. */
export interface Sessions {
  signIn(token: string): SignIn;
  find(secret: string): Session | undefined;
  signOut(secret: string): void;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares two texts in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** @param now milliseconds of a clock that nobody sets */
export function openSessions(token: string, now: () => number = () => performance.now()): Sessions {
  // Keyed by hashes, so that the time of a look-up reveals nothing about a secret.
  const sessions = new Map<string, Session>();
  const keyOf = (secret: string): string => digest(secret).toString("hex");
  let wrong: number[] = [];

  return {
    signIn: (entered) => {
      const at = now();
      wrong = wrong.filter((time) => at - time < WRONG_TOKENS_MS);
      const [first] = wrong;
      // The right token is refused too, so that guessing can't succeed meanwhile.
      if (first !== undefined && wrong.length >= WRONG_TOKENS) {
        return { retryAfter: Math.ceil((first + WRONG_TOKENS_MS - at) / 1000) };
      }
      if (!isSame(entered, token)) {
        wrong.push(at);
        return "wrong";
      }
      const tooMany = Math.max(0, sessions.size - SESSIONS + 1);
      for (const key of [...sessions.keys()].slice(0, tooMany)) sessions.delete(key);
      const secret = randomBytes(32).toString("base64url");
      sessions.set(keyOf(secret), { csrf: randomBytes(32).toString("base64url"), expiresAt: at + SESSION_MS });
      return { secret };
    },
    find: (secret) => {
      const session = sessions.get(keyOf(secret));
      return session !== undefined && session.expiresAt > now() ? session : undefined;
    },
    signOut: (secret) => void sessions.delete(keyOf(secret)),
  };
}
