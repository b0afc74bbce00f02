import { type CommandHandler, handler } from "@satchel/chassis";
import { ChangePassword, RemovePassword, SatchelError, SetPassword, texts, type UserId } from "@satchel/contracts";
import * as decide from "../../domain/credentials.ts";
import type { Parts } from "../parts.ts";
import { provePassword } from "../prove-password.ts";
import { carryOut } from "./carry-out.ts";

export const setPassword = (parts: Parts): CommandHandler =>
  handler(SetPassword, async ({ userId, sessionId, locale, newPassword }, { commandId }) => {
    const passwordHash = await parts.passwords.hash(newPassword);
    const position = await carryOut(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (standing) => decide.setPassword(standing, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-set",
    });
    return { result: {}, position };
  });

/** Replaces the password, after proof of the old one. */
export const changePassword = (parts: Parts): CommandHandler =>
  handler(ChangePassword, async ({ userId, sessionId, locale, ...given }, { commandId }) => {
    const proved = await proveOld(parts, { userId, commandId, ...given });
    const passwordHash = await parts.passwords.hash(given.newPassword);
    const position = await carryOut(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (standing) => decide.changePassword(standing, proved, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-changed",
    });
    return { result: {}, position };
  });

/** Removes the password, after proof of it. */
export const removePassword = (parts: Parts): CommandHandler =>
  handler(RemovePassword, async ({ userId, sessionId, locale, ...given }, { commandId }) => {
    const proved = await proveOld(parts, { userId, commandId, ...given });
    const position = await carryOut(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (standing) => decide.removePassword(standing, proved, commandId),
      event: "PasswordRemoved",
      notice: "password-removed",
    });
    return { result: {}, position };
  });

interface OldPassword {
  readonly userId: UserId;
  readonly oldPassword: string;
  readonly client: string;
  readonly commandId: string;
}

/**
 * Compares the old password.
 * @returns its hash; undefined where there is no password, or where this command has changed it before
 */
async function proveOld(
  parts: Parts,
  { userId, oldPassword, client, commandId }: OldPassword,
): Promise<string | undefined> {
  const { passwordHash, passwordChangedBy } = (await parts.credentials.get(userId)) ?? {};
  if (passwordHash === undefined || passwordChangedBy === commandId) return undefined;
  const attempt = { passwordHash, password: oldPassword, client, who: parts.limitKeys.ofUser(userId) };
  if (await provePassword(parts, attempt)) return passwordHash;
  throw new SatchelError("rejected", texts.password.wrongOld);
}
