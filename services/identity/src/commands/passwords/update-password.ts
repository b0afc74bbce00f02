import {
  isSatchelError,
  type Locale,
  type Position,
  SatchelError,
  type SessionId,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { PasswordChange, PasswordEvent } from "../../domain/credentials.ts";
import type { NoticeKind } from "../../mail/notice.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";
import type { StoredCredentials } from "../../store/credentials.ts";

interface PasswordUpdate {
  readonly userId: UserId;
  readonly decide: (current: StoredCredentials | undefined) => PasswordChange<StoredCredentials>;
  /** The event to append; its id is the command's. */
  readonly event: PasswordEvent["type"];
  readonly notice: NoticeKind;
  /** The session that stays. */
  readonly keep?: SessionId;
  readonly locale: Locale;
  readonly commandId: string;
}

/**
 * Changes a password: changes the credentials, ends the other sessions, the API tokens and the webhooks, appends the event, and informs the owner. Each
 * step does nothing where it was done before, so that a repeated command completes it after a crash.
 * @throws {SatchelError} what `decide` rejects, and `unauthenticated` when the account is gone
 */
export async function updatePassword(parts: Parts, update: PasswordUpdate): Promise<Position> {
  const { accounts, apiTokens, credentials, sessions, webhooks } = parts;
  const { userId, commandId, notice, locale } = update;
  const { decision, hasPassword } = await credentials.change(userId, (current) => {
    const decision = update.decide(current);
    const outcome = { decision, hasPassword: current?.passwordHash !== undefined };
    return decision.kind === "changed" ? { put: decision.credentials, outcome } : { outcome };
  });
  if (decision.kind === "rejected") {
    await accounts.correctPasswordEvent(userId, hasPassword, uuidv5("password agreed on", commandId));
    throw new SatchelError(decision.error.code, decision.error.detail);
  }
  await sessions.endAll(userId, update.keep);
  await apiTokens.endAll(userId);
  await webhooks.endAll(userId);
  const { position, primaryAddress } = await accounts
    .recordPassword(userId, update.event, commandId)
    .catch(async (error: unknown) => {
      // Erased in between: the record that was written just now must not outlive the account.
      if (isSatchelError(error) && error.code === "unauthenticated") await credentials.remove(userId);
      throw error;
    });
  void notifyOwner(parts, { kind: notice, address: primaryAddress, locale });
  return position;
}
