import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { laterTexts, SatchelError, SignInByProxy } from "@satchel/contracts";
import { ensureAccount } from "../../accounts/registration.ts";
import { sessionIdOf } from "../../domain/session.ts";
import type { Parts } from "../parts.ts";

/**
 * Signs in whoever a trusted proxy names. No proof that an existing account is theirs: the operator vouches by naming the
 * proxy. A session of anybody else in that browser ends. The new one ends with the browser: the proxy signs in again.
 */
export const signInByProxy = (parts: Parts): CommandHandler =>
  handler(SignInByProxy, async ({ address: named, session, device }, { commandId, retry }) => {
    const address = normaliseAddress(named);
    if (address === undefined) throw new SatchelError("rejected", laterTexts.sso.header);
    const { accounts, sessions } = parts;
    if (session !== undefined) {
      const isTheirs = (await accounts.find(address)) === session.userId;
      if (isTheirs && (await sessions.isValid(session.userId, session.sessionId))) return { result: {} };
      // Before anything can fail: whoever the proxy names must not go on as somebody else.
      await sessions.end(session.userId, session.sessionId);
    }
    const { userId, position } = await ensureAccount(parts, address, commandId);
    const begun = { userId, stayLoggedIn: false, verified: true, device };
    return { result: { tokens: await sessions.begin(sessionIdOf(commandId), begun, retry) }, position };
  });
