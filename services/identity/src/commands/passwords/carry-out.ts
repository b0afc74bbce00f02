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
import { composeNotice, type NoticeKind } from "../../mail/notice.ts";
import type { Parts } from "../parts.ts";
import type { StoredCredentials } from "../../store/credentials.ts";

export interface PasswordWork {
  readonly userId: UserId;
  readonly decide: (standing: StoredCredentials | undefined) => PasswordChange<StoredCredentials>;
  /** The event to append; its id is the command's. */
  readonly event: PasswordEvent["type"];
  readonly notice: NoticeKind;
  /** The session that stays. */
  readonly keep?: SessionId;
  readonly locale: Locale;
  readonly commandId: string;
}

/**
 * Changes a password: first the credentials, then the other sessions end, then the event is appended and the owner
 * informed. Every step finds its own work done, so that a repeated command completes it after a crash.
 * @throws {SatchelError} what `decide` rejects, and `unauthenticated` when the account is gone
 */
export async function carryOut(parts: Parts, work: PasswordWork): Promise<Position> {
  const { accounts, credentials, sessions } = parts;
  const { userId, commandId } = work;
  const { decision, standing } = await credentials.change(userId, (found) => {
    const made = work.decide(found);
    const outcome = { decision: made, standing: found };
    return made.kind === "changed" ? { put: made.credentials, outcome } : { outcome };
  });
  if (decision.kind === "rejected") {
    const has = standing?.passwordHash !== undefined;
    await accounts.agreeOnPassword(userId, has, uuidv5("password agreed on", commandId));
    throw new SatchelError(decision.error.code, decision.error.detail);
  }
  await sessions.endAll(userId, work.keep);
  const { position, primaryAddress } = await accounts
    .recordPassword(userId, work.event, commandId)
    .catch(async (error: unknown) => {
      // Erased in between: the record just written must not outlive the account.
      if (isSatchelError(error) && error.code === "unauthenticated") await credentials.remove(userId);
      throw error;
    });
  const at = new Date(parts.clock());
  const notice = { kind: work.notice, address: primaryAddress, locale: work.locale, at, publicUrl: parts.publicUrl };
  // The mailer logs what it can't deliver.
  void parts.mailer.send(composeNotice(notice)).catch(() => undefined);
  return position;
}
