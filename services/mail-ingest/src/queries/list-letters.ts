import {
  CAPTURE_SECONDS,
  CONFIRMATIONS_LISTED,
  CONFIRMATIONS_SHOWN_SECONDS,
  type LetterConfirmation,
  type LinkId,
  type MailId,
  SOURCES_LISTED,
  type Unsubscription,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { CapturesTables } from "../projection/tables.ts";

/** A sender of mails to the secret addresses of an account, with its newest mail. */
export interface LetterSource {
  readonly sender: string;
  readonly name: string | null;
  /** Mails within {@link CAPTURE_SECONDS}. */
  readonly count: number;
  readonly mailId: MailId;
  readonly subject: string;
  readonly receivedAt: Date;
  readonly linkId: LinkId | null;
  readonly unsubscription: Unsubscription | null;
}

/**
 * The senders of mails to a user's secret addresses, those with the newest mail first.
 * @param sender only this one, in lower case
 * @param now milliseconds since 1970
 */
export async function listSources(
  db: Kysely<CapturesTables>,
  userId: UserId,
  sender?: string,
  now: number = Date.now(),
): Promise<LetterSource[]> {
  const only = sender === undefined ? sql`` : sql`and sender = ${sender}`;
  const { rows } = await sql<LetterSource>`
    select sender, sender_name as name, count, id as "mailId", subject, received_at as "receivedAt",
      link_id as "linkId", unsubscription
    from (
      select *, (count(*) over (partition by sender))::int as count,
        row_number() over (partition by sender order by position desc) as place
      from captures.letters
      where user_id = ${userId} and received_at > ${new Date(now - CAPTURE_SECONDS * 1000)} ${only}
    ) as l
    where place = 1
    order by position desc
    limit ${SOURCES_LISTED}`.execute(db);
  return rows;
}

/** The newest mails that ask to confirm something. @param now milliseconds since 1970 */
export async function listConfirmations(
  db: Kysely<CapturesTables>,
  userId: UserId,
  now: number = Date.now(),
): Promise<LetterConfirmation[]> {
  const rows = await db
    .selectFrom("captures.letters")
    .select(["id", "address_id", "sender", "subject", "received_at", "confirmation"])
    .where("user_id", "=", userId)
    .where("received_at", ">", new Date(now - CONFIRMATIONS_SHOWN_SECONDS * 1000))
    .where("confirmation", "is not", null)
    .orderBy("position", "desc")
    .limit(CONFIRMATIONS_LISTED)
    .execute();
  return rows.map(({ id, address_id, sender, subject, received_at, confirmation }) => ({
    mail_id: id,
    address_id,
    sender,
    subject,
    received_at: received_at.toISOString(),
    code: confirmation?.code ?? null,
    url: confirmation?.url ?? null,
  }));
}
