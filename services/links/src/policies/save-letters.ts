import type { HandlerResult, Journal, StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  isSatchelError,
  type LetterReceived,
  type LinkId,
  mailedItemKey,
  mailedSubject,
  type MailId,
  type UserId,
} from "@satchel/contracts";
import { type LinkIds, savingOf } from "../commands/link-id.ts";
import type { LinkCommands } from "../commands/links.ts";
import { isPurgeable } from "../domain/link.ts";
import { appendOutcome } from "./mail-outcome.ts";

interface Deps {
  readonly journal: Pick<Journal, "append" | "last">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly linkIds: LinkIds;
  readonly commands: Pick<LinkCommands, "saveItem">;
}

/**
 * Makes each mail to a secret address an item, and then appends the outcome, as for the links of other mails. A mail may
 * only add: where there is or was an item of its address, nothing is changed. The ids follow from the mail's event, so
 * that one mail is one item under redelivery and after a killed worker.
 */
export const saveLetters =
  (deps: Deps) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    const { at } = event;
    if (event.type !== "LetterReceived" || at.kind !== "aggregate") return "done";
    const { userId } = at;
    const mailId = at.aggregateId as MailId;
    const letter = event.data as EventOf<typeof LetterReceived>["data"];
    const before = await deps.journal.last(mailedSubject(userId, mailId));
    // An earlier event is the outcome of the same mail before it was purged and sent again.
    if (before !== undefined && before.sequence > event.sequence) return "done";

    const linkId = deps.linkIds(userId, mailedItemKey(letter.url));
    const isKnown = await exists(deps, userId, linkId);
    const isSaved = isKnown || (await save(deps, event, { userId, mailId, linkId, letter }));
    const place = [{ linkId, url: 0 }];
    const data = {
      mailId,
      saved: isSaved && !isKnown ? place : [],
      known: isKnown ? place : [],
      unusable: [],
      ...(isSaved ? {} : { withoutRoom: [0] }),
      ...(letter.folderId === undefined ? {} : { folderId: letter.folderId }),
    };
    await appendOutcome(deps.journal, userId, event, data, before?.sequence ?? 0);
    return "done";
  };

interface NewLetter {
  readonly userId: UserId;
  readonly mailId: MailId;
  readonly linkId: LinkId;
  readonly letter: EventOf<typeof LetterReceived>["data"];
}

/** @returns false where the account has no room for another item */
async function save({ commands }: Deps, event: StoredEvent, made: NewLetter): Promise<boolean> {
  const { userId, mailId, linkId, letter } = made;
  const { url, addressId, sender, senderName, subject, folderId, tags } = letter;
  const item = {
    userId,
    url,
    origin: { kind: "letter" as const, mailId, addressId, sender },
    suggestedTitle: subject === "" ? (senderName ?? sender) : subject,
    ...(tags === undefined ? {} : { tags }),
  };
  const context = { commandId: savingOf(event.id, linkId), retry: true };
  try {
    await commands.saveItem(folderId === undefined ? item : { ...item, folderId }, context);
    return true;
  } catch (error) {
    if (!isSatchelError(error)) throw error;
    if (error.code === "full") return false;
    if (folderId === undefined || error.code !== "not-found") throw error;
  }
  // The folder was deleted in the meantime.
  return save({ commands } as Deps, event, { ...made, letter: withoutFolder(letter) });
}

function withoutFolder({ folderId: _folderId, ...letter }: NewLetter["letter"]): NewLetter["letter"] {
  return letter;
}

/** Whether there is an item of this id, or one that was deleted and can be restored. */
async function exists({ journal, now }: Deps, userId: UserId, linkId: LinkId): Promise<boolean> {
  const last = await journal.last(aggregateSubject(userId, "links", linkId));
  if (last === undefined || last.type === "LinkPurged") return false;
  if (last.type !== "LinkDeleted") return true;
  const { final } = last.data as { final?: true };
  return final !== true && !isPurgeable({ deletedAt: last.time }, new Date(now()));
}
