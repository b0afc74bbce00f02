import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { SatchelError, type SessionId, SignInWithPassword, texts, type UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { Parts } from "../parts.ts";
import { provePassword } from "../prove-password.ts";
import { findOwner } from "./find-owner.ts";
import { mailCode, noAddress } from "./mail-code.ts";

/**
 * Signs in by password. A wrong one, an account without one and an address without an account have the same answer,
 * time and limits.
 */
export const signInWithPassword = (parts: Parts): CommandHandler =>
  handler(SignInWithPassword, async ({ email, password, locale, client, ...session }, { commandId, retry }) => {
    const address = normaliseAddress(email);
    if (password === undefined) {
      if (address === undefined) throw noAddress();
      const { passwordHash } = await findOwner(parts, address);
      if (passwordHash !== undefined) throw unauthenticated(texts.login.passwordRequired);
      await mailCode(parts, { address, locale, client }, commandId);
      throw unauthenticated(texts.verification.required);
    }
    if (address === undefined) throw invalid();
    const { userId, passwordHash, passwordChangedBy } = await findOwner(parts, address);
    const who = parts.limitKeys.ofAddress(address);
    const right = await provePassword(parts, { passwordHash, password, client, who });
    if (!right || userId === undefined || passwordHash === undefined) throw invalid();
    await renewHash(parts, userId, passwordHash, password);
    const sessionId = uuidv5("session", commandId) as SessionId;
    const result = await parts.sessions.begin(sessionId, { ...session, userId, verified: true }, retry);
    // A change of the password meanwhile has ended the sessions there were; this one was not among them.
    if ((await parts.credentials.get(userId))?.passwordChangedBy !== passwordChangedBy) {
      await parts.sessions.end(userId, sessionId);
      throw invalid();
    }
    return { result };
  });

/** Hashes the password again if its hash is weaker than today's, unless another sign-in was faster. */
async function renewHash(
  { passwords, credentials }: Parts,
  userId: UserId,
  passwordHash: string,
  password: string,
): Promise<void> {
  if (!passwords.isOutdated(passwordHash)) return;
  const renewed = await passwords.hash(password);
  await credentials.change(userId, (standing) => ({
    ...(standing?.passwordHash === passwordHash ? { put: { ...standing, passwordHash: renewed } } : {}),
    outcome: undefined,
  }));
}

const unauthenticated = (detail: string): SatchelError => new SatchelError("unauthenticated", detail);
const invalid = (): SatchelError => unauthenticated(texts.login.invalid);
