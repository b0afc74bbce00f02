import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { SatchelError, SignInWithPassword, texts, type UserId } from "@satchel/contracts";
import { sessionIdOf } from "../../domain/session.ts";
import type { Parts } from "../parts.ts";
import { verifyPassword } from "../verify-password.ts";
import { findOwner } from "./find-owner.ts";
import { mailCode, requireAddress } from "./mail-code.ts";

/**
 * Signs in by password. A wrong one, an account without one and an address without an account have the same answer,
 * time and limits.
 */
export const signInWithPassword = (parts: Parts): CommandHandler =>
  handler(SignInWithPassword, async ({ email, password, locale, client, ...session }, { commandId, retry }) => {
    if (password === undefined) {
      const address = requireAddress(email);
      const { passwordHash } = await findOwner(parts, address);
      if (passwordHash !== undefined) throw unauthenticated(texts.login.passwordRequired);
      await mailCode(parts, { address, locale, client }, commandId);
      throw unauthenticated(texts.verification.required);
    }
    const address = normaliseAddress(email);
    if (address === undefined) throw invalid();
    const { userId, passwordHash, passwordChangedBy } = await findOwner(parts, address);
    const limitKey = parts.limitKeys.ofAddress(address);
    const isRight = await verifyPassword(parts, { passwordHash, password, client, limitKey });
    if (!isRight || userId === undefined || passwordHash === undefined) throw invalid();
    await renewHash(parts, userId, passwordHash, password);
    const sessionId = sessionIdOf(commandId);
    const result = await parts.sessions.begin(sessionId, { ...session, userId, verified: true }, retry);
    // A change of the password in the meantime ended the sessions of that moment, and this one was not among them.
    if ((await parts.credentials.get(userId))?.passwordChangedBy !== passwordChangedBy) {
      await parts.sessions.end(userId, sessionId);
      throw invalid();
    }
    return { result };
  });

/** Replaces a hash that is weaker than today's, unless the password was changed in the meantime. */
async function renewHash(
  { passwords, credentials }: Parts,
  userId: UserId,
  passwordHash: string,
  password: string,
): Promise<void> {
  if (!passwords.isOutdated(passwordHash)) return;
  const renewed = await passwords.hash(password);
  await credentials.change(userId, (current) => ({
    ...(current?.passwordHash === passwordHash ? { put: { ...current, passwordHash: renewed } } : {}),
    outcome: undefined,
  }));
}

const unauthenticated = (detail: string): SatchelError => new SatchelError("unauthenticated", detail);
const invalid = (): SatchelError => unauthenticated(texts.login.invalid);
