import { type Journal, JournalConflict, type StoredEvent } from "@satchel/chassis";
import { type EventOf, mailedSubject, MailWorkedThrough, type UserId } from "@satchel/contracts";
import { v5 } from "uuid";

export type MailOutcome = EventOf<typeof MailWorkedThrough>["data"];

/**
 * Appends the outcome of a mail, once: that of the first worker counts.
 * @param mail its event
 * @param expected sequence of the outcome of the same mail before it was purged and sent again; 0 where there is none
 */
export async function appendOutcome(
  journal: Pick<Journal, "append">,
  userId: UserId,
  mail: StoredEvent,
  data: MailOutcome,
  expected: number,
): Promise<void> {
  const event = { id: v5("worked through", mail.id), type: MailWorkedThrough.type, data };
  try {
    await journal.append({ subject: mailedSubject(userId, data.mailId), event, expected });
  } catch (error) {
    if (!(error instanceof JournalConflict) || error.lastSequence < mail.sequence) throw error;
  }
}
