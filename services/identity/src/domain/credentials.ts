import { type AccountEvent, type ErrorData, texts } from "@satchel/contracts";

/** The part of a user's credentials that is about the password. */
export interface PasswordState {
  /** Argon2id in PHC string format; missing where the account has no password. */
  readonly passwordHash?: string;
  /** The command that changed it last: sent again, it finds its work done. */
  readonly passwordChangedBy?: string;
}

export type PasswordEvent = Extract<AccountEvent, { type: "PasswordSet" | "PasswordRemoved" }>;

/** What a command makes of credentials. `done`: an earlier try of the same command has changed them already. */
export type PasswordChange<T> =
  | { readonly kind: "changed"; readonly credentials: T }
  | { readonly kind: "done" }
  | { readonly kind: "rejected"; readonly error: ErrorData };

/** Gives an account without a password one. */
export const setPassword = <T extends PasswordState>(
  standing: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  standing?.passwordHash === undefined || standing.passwordChangedBy === commandId
    ? resetPassword(standing, passwordHash, commandId)
    : rejected(texts.password.alreadySet);

/**
 * Puts another password in the place of the one that was proved.
 * @param proved the hash that the old password was compared with
 */
export const changePassword = <T extends PasswordState>(
  standing: T | undefined,
  proved: string | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> => mayReplace(standing, proved, commandId) ?? resetPassword(standing, passwordHash, commandId);

/** Removes the password that was proved; whatever else the credentials hold stays. */
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

/** Gives an account a password, whatever it had. */
export const resetPassword = <T extends PasswordState>(
  standing: T | undefined,
  passwordHash: string,
  commandId: string,
): PasswordChange<T> =>
  standing?.passwordChangedBy === commandId
    ? { kind: "done" }
    : { kind: "changed", credentials: { ...(standing as T), passwordHash, passwordChangedBy: commandId } };

/** Whether the account has a password by what was recorded of it. */
export const hasPassword = (events: readonly AccountEvent[]): boolean =>
  events.findLast(({ type }) => type === "PasswordSet" || type === "PasswordRemoved")?.type === "PasswordSet";

/** The refusal, when the password was changed or removed by somebody else since it was proved. */
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
