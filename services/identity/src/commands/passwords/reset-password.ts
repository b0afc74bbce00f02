import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { RequestPasswordReset, ResetPassword, SatchelError, texts } from "@satchel/contracts";
import { resetPassword as decideReset } from "../../domain/credentials.ts";
import { RESET_MAIL_WITHIN_MS } from "../../limits.ts";
import { composeCode } from "../../mail/code-mail.ts";
import type { Parts } from "../parts.ts";
import { requireAddress } from "../sign-in/mail-code.ts";
import { updatePassword } from "./update-password.ts";

/**
 * Mails a code to the owner of an account. A code is made, counted and stored for any address, and the answer does not
 * wait for the mail: so neither answer nor limits nor time reveal whether there is an account.
 */
export const requestPasswordReset = ({ accounts, codes, mailer, publicUrl, clock }: Parts): CommandHandler =>
  handler(RequestPasswordReset, async ({ email, locale, client }, { commandId }) => {
    const address = requireAddress(email);
    const code = await codes.issue("reset", { address, client }, commandId);
    const mail = composeCode("reset", { code, address, locale, requestedAt: new Date(clock()), publicUrl });
    const userId = await accounts.find(address);
    if (userId !== undefined) mailer.sendWithin(mail, RESET_MAIL_WITHIN_MS);
    return { result: {} };
  });

/** Gives the account of an address a new password by the mailed code, and ends all its sessions. */
export const resetPassword = (parts: Parts): CommandHandler =>
  handler(ResetPassword, async ({ email, code, newPassword, locale, client }, { commandId }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw wrongCode();
    const passwordHash = await parts.passwords.hash(newPassword, async () => {
      if (!(await parts.codes.verify("reset", { address, code, client }, commandId))) throw wrongCode();
    });
    const userId = await parts.accounts.find(address);
    if (userId === undefined) throw wrongCode();
    const position = await updatePassword(parts, {
      userId,
      locale,
      commandId,
      decide: (current) => decideReset(current, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-reset",
    });
    return { result: {}, position };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.reset.invalid);
