import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { SatchelError, texts, VerifyCode } from "@satchel/contracts";
import { ensureAccount } from "../../accounts/registration.ts";
import { sessionIdOf } from "../../domain/session.ts";
import type { Parts } from "../parts.ts";

/**
 * Verifies an address by its code: uses the code up, registers the account if there is none and the server takes new
 * ones, begins a verified session.
 * Code and session keep the command's id, so that a repeated command continues after a crash.
 */
export const verifyCode = (parts: Parts): CommandHandler =>
  handler(VerifyCode, async ({ email, code, client, stayLoggedIn, device }, { commandId, retry }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw wrongCode();
    const { codes, sessions } = parts;
    if (!(await codes.verify("sign-in", { address, code, client }, commandId))) throw wrongCode();
    const { userId, position } = await ensureAccount(parts, address, commandId);
    const result = await sessions.begin(
      sessionIdOf(commandId),
      { userId, stayLoggedIn, verified: true, device },
      retry,
    );
    return { result, position };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.verification.invalid);
