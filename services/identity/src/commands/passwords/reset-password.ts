import { randomInt } from "node:crypto";
import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { RequestPasswordReset, ResetPassword, SatchelError, texts } from "@satchel/contracts";
import { resetPassword as decideReset } from "../../domain/credentials.ts";
import { RESET_MAIL_WITHIN_MS } from "../../limits.ts";
import { composeResetCode } from "../../mail/reset-code.ts";
import type { Parts } from "../parts.ts";
import { noAddress } from "../sign-in/mail-code.ts";
import { carryOut } from "./carry-out.ts";

/**
 * Mails a code to the owner of an account. A code is made, counted and stored for any address, and the answer never
 * waits for the mail: answer, limits and time reveal no account.
 */
export const requestPasswordReset = ({ accounts, codes, mailer, publicUrl, clock }: Parts): CommandHandler =>
  handler(RequestPasswordReset, async ({ email, locale, client }, { commandId }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw noAddress();
    const code = await codes.issue("reset", { address, client }, commandId);
    const mail = composeResetCode({ code, address, locale, requestedAt: new Date(clock()), publicUrl });
    const userId = await accounts.find(address);
    if (userId !== undefined) {
      // The mailer logs what it can't deliver; the user requests another code.
      setTimeout(() => void mailer.send(mail).catch(() => undefined), randomInt(1, RESET_MAIL_WITHIN_MS));
    }
    return { result: {} };
  });

/** Gives the account of an address a new password by the mailed code, and ends all its sessions. */
export const resetPassword = (parts: Parts): CommandHandler =>
  handler(ResetPassword, async ({ email, code, newPassword, locale, client }, { commandId }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw wrongCode();
    const passwordHash = await parts.passwords.hash(newPassword, async () => {
      if (!(await parts.codes.prove("reset", { address, code, client }, commandId))) throw wrongCode();
    });
    const userId = await parts.accounts.find(address);
    if (userId === undefined) throw wrongCode();
    const position = await carryOut(parts, {
      userId,
      locale,
      commandId,
      decide: (standing) => decideReset(standing, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-reset",
    });
    return { result: {}, position };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.reset.invalid);
