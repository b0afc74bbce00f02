import { isSuspended, JournalConflict, letterName, type OpenSecretAddress } from "@satchel/chassis";
import { aggregateSubject, type EventOf, LetterReceived, type MailId, type UserId } from "@satchel/contracts";
import { LETTER_STORE_MS } from "../limits.ts";
import type { MailBus } from "./mail-bus.ts";
import { mailEventId } from "./mail-ids.ts";

interface LetterKey {
  readonly userId: UserId;
  readonly mailId: MailId;
}

/** Secret addresses and the mails to them, as the SMTP server needs them. All methods throw `StoreUnavailable`. */
export interface LetterStore {
  /** The secret address of a local part; undefined for one that never was, a revoked one, and one of a suspended account. */
  findAddress(local: string): Promise<OpenSecretAddress | undefined>;
  /** Whether a mail is stored already. */
  isStored(letter: LetterKey): Promise<boolean>;
  /** Stores the content of a mail, then the event; does nothing more when the mail is stored already. */
  store(letter: LetterKey, content: Uint8Array, data: EventOf<typeof LetterReceived>["data"]): Promise<void>;
}

export const letterStore = (bus: MailBus): LetterStore => ({
  findAddress: (local) =>
    bus.request(async ({ settings, journal }) => {
      const found = await settings.find(local);
      return found === undefined || (await isSuspended(journal, found.userId)) ? undefined : found;
    }),
  isStored: ({ userId, mailId }) =>
    bus.request(async ({ journal }) => (await journal.last(aggregateSubject(userId, "mail", mailId))) !== undefined),
  store: ({ userId, mailId }, content, data) =>
    bus.request(async ({ journal, documents }) => {
      // First, so that no event is without it. What a crash leaves is stored again with the mail, or dropped by age.
      await documents.put(letterName(userId, mailId, data.content), content);
      const event = { id: mailEventId(mailId, LetterReceived.type), type: LetterReceived.type, data };
      try {
        await journal.append({ subject: aggregateSubject(userId, "mail", mailId), event, expected: 0 });
      } catch (error) {
        // The mail came twice at the same moment, or another one of its Message-ID, whose content is dropped by age.
        if (!(error instanceof JournalConflict)) throw error;
      }
    }, LETTER_STORE_MS),
});
