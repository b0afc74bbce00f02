import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { SatchelError, type SessionId, texts, VerifyCode } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { Parts } from "../parts.ts";
import { ensureAccount } from "../../accounts/registration.ts";

/**
 * Proves an address by its code: uses the code up, registers the account if there is none, begins a verified session.
 * Code and session have the command's id, so that a repeated command continues after a crash.
 */
export const verifyCode = ({ codes, journal, sessions, addressKey }: Parts): CommandHandler =>
  handler(VerifyCode, async ({ email, code, client, stayLoggedIn, device }, { commandId, retry }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw wrongCode();
    if (!(await codes.prove("sign-in", { address, code, client }, commandId))) throw wrongCode();
    const { userId, position } = await ensureAccount(journal, addressKey, address, commandId);
    const sessionId = uuidv5("session", commandId) as SessionId;
    const result = await sessions.begin(sessionId, { userId, stayLoggedIn, verified: true, device }, retry);
    return { result, position };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.verification.invalid);
