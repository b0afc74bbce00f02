import { addressKey, type CommandHandler, handler, type Journal, normaliseAddress } from "@satchel/chassis";
import { SatchelError, type SessionId, texts, VerifyCode } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { type SignInCode, verifyCode as judge } from "../domain/sign-in-code.ts";
import { ensureAccount } from "../registration.ts";
import { hashCode, sameCodeHash } from "../secrets/codes.ts";
import type { Sessions } from "../sessions.ts";
import type { Records } from "../store/records.ts";

export interface VerifyCodeOptions {
  readonly codes: Records<SignInCode>;
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly addressKey: string;
  readonly codeKey: string;
  readonly clock: () => number;
}

/**
 * Proves an address by its code: uses the code up, registers the account where there is none, begins a verified session.
 * Code and session carry the command's id, so that the command, sent again after a crash at any point, goes on from there.
 */
export const verifyCode = (options: VerifyCodeOptions): CommandHandler =>
  handler(VerifyCode, async ({ email, code, stayLoggedIn }, { commandId, retry }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw wrongCode();
    const guess = hashCode(options.codeKey, address, code);
    const accepted = await options.codes.change(addressKey(options.addressKey, address), (standing) => {
      const matches = (codeHash: string): boolean => sameCodeHash(codeHash, guess);
      const verification = judge(standing, matches, commandId, options.clock());
      return { put: verification.code, outcome: verification.kind === "accepted" };
    });
    if (!accepted) throw wrongCode();
    const { userId, position } = await ensureAccount(options.journal, options.addressKey, address, commandId);
    const sessionId = uuidv5("session", commandId) as SessionId;
    const result = await options.sessions.begin(sessionId, { userId, stayLoggedIn, verified: true }, retry);
    return { result, position };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.verification.invalid);
