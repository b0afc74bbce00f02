import { randomUUID } from "node:crypto";
import { aggregateSubject, type SessionTokens, SetPassword, SignInWithPassword, type UserId } from "@satchel/contracts";
import { claimsOf, clientOf, type RunningIdentity } from "./running-identity.ts";

export const PASSWORD = "correct horse battery";

/** A session, as far as its commands carry it. */
export const ownerOf = (tokens: SessionTokens) => {
  const { sub, sid } = claimsOf(tokens);
  return { userId: sub, sessionId: sid, locale: "en" as const };
};

/** An account with a session and perhaps a password. */
export async function signedUp(identity: RunningIdentity, email: string, password?: string): Promise<SessionTokens> {
  const tokens = await identity.signIn(email);
  if (password !== undefined) {
    await identity.send(SetPassword, { ...ownerOf(tokens), newPassword: password }, randomUUID());
  }
  return tokens;
}

/** Signing in by password, as the gateway sends it. */
export const byPassword = (
  identity: RunningIdentity,
  email: string,
  password?: string,
  client = clientOf(email),
): Promise<SessionTokens> =>
  identity.send(SignInWithPassword, {
    email,
    ...(password === undefined ? {} : { password }),
    locale: "en",
    stayLoggedIn: true,
    client,
    device: "Firefox on Linux",
  });

/** The events of an account in the journal, in order. */
export const eventsOf = async (identity: RunningIdentity, userId: UserId): Promise<string[]> =>
  (await identity.journal.readAggregate(aggregateSubject(userId, "identity"))).map(({ type }) => type);
