import { type CommandClient, type CommandHandler, handler, type Journal } from "@satchel/chassis";
import {
  type BulkAction,
  type BulkId,
  bulkOfMail,
  ChangeLinks,
  laterTexts,
  type LinkId,
  type MailId,
  type ResultOf,
  SatchelError,
  UndoMail,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { broughtBy, notYet, readMail, type StoredMail } from "./mails.ts";

export interface UndoDeps {
  readonly journal: Pick<Journal, "last">;
  readonly client: CommandClient;
}

/** What an undo did; see the outcome `undone` of the contracts. */
interface UndoResult {
  readonly deleted: number;
  readonly restored: number;
  readonly kept: number;
}

/** Undoes a mail from the page. */
export const undoMail = (deps: UndoDeps): CommandHandler =>
  handler(UndoMail, async ({ userId, mailId }, { commandId }) => {
    const mail = await readMail(deps.journal, userId, mailId);
    if (mail === undefined) throw new SatchelError("not-found", laterTexts.captures.notFound);
    const bulkId = commandId as BulkId;
    const undone = await undo(deps, userId, mailId, mail, bulkId);
    if (undone.deleted + undone.restored === 0) {
      throw new SatchelError("rejected", laterTexts.captures.nothingToUndo);
    }
    return { result: { bulkId, ...undone } };
  });

/**
 * Undoes what a mail did. Links that it brought are deleted by the call `bulkId`, whatever was done to them since: they can be
 * brought back. What it changed at others is undone where nothing has changed them since. The same again does nothing more.
 */
export async function undo(
  { client }: UndoDeps,
  userId: UserId,
  mailId: MailId,
  mail: StoredMail,
  bulkId: BulkId,
): Promise<UndoResult> {
  const change = async (linkIds: LinkId[], action: BulkAction, id: BulkId): Promise<ResultOf<typeof ChangeLinks>> => {
    if (linkIds.length === 0) return { changed: 0, unchanged: 0, failed: [] };
    const command = { userId, bulkId: id, linkIds, action };
    // It may have been sent before by a process that died: then it answers as it did.
    return (await client.send(ChangeLinks, command, v5(`${mailId} ${action.kind}`, bulkId), true)).result;
  };
  if (mail.kind === "links") {
    const { saved, known } = broughtBy(mail.outcome ?? notYet());
    const [brought, changed] = [
      await change(saved, { kind: "delete" }, bulkId),
      await change(known, { kind: "undo" }, bulkOfMail(mailId)),
    ];
    return { deleted: brought.changed, restored: changed.changed, kept: 0 };
  }
  const { outcome, linkIds } = mail.done ?? notYet();
  if (outcome.kind !== "changed" && outcome.kind !== "undone") return { deleted: 0, restored: 0, kept: 0 };
  const { changed, unchanged, failed } = await change([...linkIds], { kind: "undo" }, bulkOfMail(mailId));
  return { deleted: 0, restored: changed, kept: unchanged + failed.length };
}
