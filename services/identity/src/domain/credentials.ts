import { type AccountEvent, type ErrorData, texts } from "@satchel/contracts";

export interface PasswordState {
  /** Argon2id in PHC string format; missing where the account has no password. */
  readonly passwordHash?: string;
  /** The command that changed it last, by which a repeated command is recognised. */
  readonly passwordChangedBy?: string;
}

export type PasswordEvent = Extract<AccountEvent, { type: "PasswordSet" | "PasswordRemoved" }>;

/** The outcome of a command on credentials. `done`: an earlier attempt of the same command has changed them. */
export type PasswordChange<T> =
  | { readonly kind: "changed"; readonly credentials: T }
  | { readonly kind: "done" }
  | { readonly kind: "rejected"; readonly error: ErrorData };

export const setPassword = <T extends PasswordState>(
  current: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  current?.passwordHash === undefined || current.passwordChangedBy === commandId
    ? resetPassword(current, passwordHash, commandId)
    : rejected(texts.password.alreadySet);

/**
 * Replaces the password that was verified.
 * @param verifiedHash the hash that the old password was compared with
 */
export const changePassword = <T extends PasswordState>(
  current: T | undefined,
  verifiedHash: string | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  rejectReplacement(current, verifiedHash, commandId) ?? resetPassword(current, passwordHash, commandId);

/** Removes the password that was verified; the other credentials stay. */
export function removePassword<T extends PasswordState>(
  current: T | undefined,
  verifiedHash: string | undefined,
  commandId: string,
): PasswordChange<Omit<T, "passwordHash">> {
  const rejection = rejectReplacement(current, verifiedHash, commandId);
  if (rejection !== undefined) return rejection;
  if (current === undefined || current.passwordChangedBy === commandId) return { kind: "done" };
  const { passwordHash: _, ...rest } = current;
  return { kind: "changed", credentials: { ...rest, passwordChangedBy: commandId } };
}

/** Sets a password, whether or not there is one. */
export const resetPassword = <T extends PasswordState>(
  current: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  current?.passwordChangedBy === commandId
    ? { kind: "done" }
    : { kind: "changed", credentials: { ...(current as T), passwordHash, passwordChangedBy: commandId } };

/** Whether the account has a password according to its events. */
export const hasPassword = (events: readonly AccountEvent[]): boolean =>
  events.findLast(({ type }) => type === "PasswordSet" || type === "PasswordRemoved")?.type === "PasswordSet";

/** The rejection, if the password was changed or removed since it was verified. */
function rejectReplacement(
  current: PasswordState | undefined,
  verifiedHash: string | undefined,
  commandId: string,
): { readonly kind: "rejected"; readonly error: ErrorData } | undefined {
  if (current?.passwordChangedBy === commandId) return undefined;
  if (current?.passwordHash === undefined) return rejected(texts.password.none);
  return current.passwordHash === verifiedHash ? undefined : rejected(texts.password.wrongOld);
}

const rejected = (detail: string): { kind: "rejected"; error: ErrorData } => ({
  kind: "rejected",
  error: { code: "rejected", detail },
});
