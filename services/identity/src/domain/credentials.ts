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
  standing: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  standing?.passwordHash === undefined || standing.passwordChangedBy === commandId
    ? resetPassword(standing, passwordHash, commandId)
    : rejected(texts.password.alreadySet);

/**
 * Replaces the password that was proved.
 * @param proved the hash that the old password was compared with
 */
export const changePassword = <T extends PasswordState>(
  standing: T | undefined,
  proved: string | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> => mayReplace(standing, proved, commandId) ?? resetPassword(standing, passwordHash, commandId);

/** Removes the password that was proved; the other credentials stay. */
export function removePassword<T extends PasswordState>(
  standing: T | undefined,
  proved: string | undefined,
  commandId: string,
): PasswordChange<Omit<T, "passwordHash">> {
  const refusal = mayReplace(standing, proved, commandId);
  if (refusal !== undefined) return refusal;
  if (standing === undefined || standing.passwordChangedBy === commandId) return { kind: "done" };
  const { passwordHash: _, ...rest } = standing;
  return { kind: "changed", credentials: { ...rest, passwordChangedBy: commandId } };
}

/** Sets a password, with or without an earlier one. */
export const resetPassword = <T extends PasswordState>(
  standing: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  standing?.passwordChangedBy === commandId
    ? { kind: "done" }
    : { kind: "changed", credentials: { ...(standing as T), passwordHash, passwordChangedBy: commandId } };

/** Whether the account has a password according to its events. */
export const hasPassword = (events: readonly AccountEvent[]): boolean =>
  events.findLast(({ type }) => type === "PasswordSet" || type === "PasswordRemoved")?.type === "PasswordSet";

/** The refusal, if the password was changed or removed since it was proved. */
function mayReplace(
  standing: PasswordState | undefined,
  proved: string | undefined,
  commandId: string,
): { readonly kind: "rejected"; readonly error: ErrorData } | undefined {
  if (standing?.passwordChangedBy === commandId) return undefined;
  if (standing?.passwordHash === undefined) return rejected(texts.password.none);
  return standing.passwordHash === proved ? undefined : rejected(texts.password.wrongOld);
}

const rejected = (detail: string): { kind: "rejected"; error: ErrorData } => ({
  kind: "rejected",
  error: { code: "rejected", detail },
});
