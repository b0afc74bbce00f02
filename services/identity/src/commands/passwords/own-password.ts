import { type CommandHandler, handler, type RateLimit } from "@satchel/chassis";
import {
  ChangePassword,
  PASSWORDS_PER_HOUR,
  RemovePassword,
  SatchelError,
  SetPassword,
  texts,
  type UserId,
} from "@satchel/contracts";
import * as decide from "../../domain/credentials.ts";
import type { Parts } from "../parts.ts";
import { verifyPassword } from "../verify-password.ts";
import { updatePassword } from "./update-password.ts";

const NEW: RateLimit = { name: "passwords", count: PASSWORDS_PER_HOUR, seconds: 3600 };

export const setPassword = (parts: Parts): CommandHandler =>
  handler(SetPassword, async ({ userId, sessionId, locale, newPassword }, { commandId, retry }) => {
    const { limits, limitKeys, passwords } = parts;
    if (!retry) await limits.take(NEW, limitKeys.ofUser(userId));
    const passwordHash = await passwords.hash(newPassword);
    const position = await updatePassword(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (current) => decide.setPassword(current, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-set",
    });
    return { result: {}, position };
  });

/** Replaces the password, after the old one was verified. */
export const changePassword = (parts: Parts): CommandHandler =>
  handler(ChangePassword, async ({ userId, sessionId, locale, ...request }, { commandId, retry }) => {
    const { limits, limitKeys, passwords } = parts;
    const verifiedHash = await verifyOldPassword(parts, { userId, commandId, ...request });
    // Counted where the old one was right, so that nobody else at an open session can use this up.
    if (!retry) await limits.take(NEW, limitKeys.ofUser(userId));
    const passwordHash = await passwords.hash(request.newPassword);
    const position = await updatePassword(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (current) => decide.changePassword(current, verifiedHash, passwordHash, commandId),
      event: "PasswordSet",
      notice: "password-changed",
    });
    return { result: {}, position };
  });

/** Removes the password, after it was verified. */
export const removePassword = (parts: Parts): CommandHandler =>
  handler(RemovePassword, async ({ userId, sessionId, locale, ...request }, { commandId }) => {
    const verifiedHash = await verifyOldPassword(parts, { userId, commandId, ...request });
    const position = await updatePassword(parts, {
      userId,
      locale,
      commandId,
      keep: sessionId,
      decide: (current) => decide.removePassword(current, verifiedHash, commandId),
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
 * Verifies the old password.
 * @returns its hash; undefined where there is no password, or where an earlier attempt of this command has changed it
 * @throws {SatchelError} `rejected` when it is wrong
 */
async function verifyOldPassword(
  parts: Parts,
  { userId, oldPassword, client, commandId }: OldPassword,
): Promise<string | undefined> {
  const { passwordHash, passwordChangedBy } = (await parts.credentials.get(userId)) ?? {};
  if (passwordHash === undefined || passwordChangedBy === commandId) return undefined;
  const attempt = { passwordHash, password: oldPassword, client, limitKey: parts.limitKeys.ofUser(userId) };
  if (await verifyPassword(parts, attempt)) return passwordHash;
  throw new SatchelError("rejected", texts.password.wrongOld);
}
