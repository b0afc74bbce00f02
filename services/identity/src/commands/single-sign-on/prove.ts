import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { isSatchelError, laterTexts, ProveSso, SatchelError, texts } from "@satchel/contracts";
import { ensureAccount } from "../../accounts/registration.ts";
import { sessionIdOf } from "../../domain/session.ts";
import type { Parts } from "../parts.ts";
import { connectPerson } from "./connect-person.ts";

/**
 * Connects a person to the account of their address, by the code that was mailed there, and begins a session. Code and
 * session keep the command's id, so that a repeated command continues after a crash.
 */
export const proveSso = (parts: Parts): CommandHandler =>
  handler(ProveSso, async ({ flow, code, client, device, locale }, { commandId, retry }) => {
    const claimant = await parts.ssoFlows.openClaimant(flow);
    const address = claimant && normaliseAddress(claimant.address);
    if (claimant === undefined || address === undefined) throw new SatchelError("rejected", laterTexts.sso.expired);
    if (!(await parts.codes.verify("connect", { address, code, client }, commandId))) {
      throw new SatchelError("rejected", texts.verification.invalid);
    }
    // The account may have been erased since; then the code has proven the address, as when signing in with one.
    const { userId } = await ensureAccount(parts, address, commandId);
    const { issuer, subject, stayLoggedIn } = claimant;
    const position = await connectPerson(parts, { userId, person: { issuer, subject }, locale }, commandId).catch(
      (error: unknown) => {
        if (isSatchelError(error) && (error.code === "taken" || error.code === "full")) {
          throw new SatchelError("rejected", error.data.detail);
        }
        throw error;
      },
    );
    const session = { userId, stayLoggedIn, verified: true, device };
    return { result: await parts.sessions.begin(sessionIdOf(commandId), session, retry), position };
  });
