import Type from "typebox";
import { BulkId, MailId, UserId } from "../ids.ts";
import { Locale } from "../locale.ts";
import { defineCommand } from "./define.ts";

/** Switches answers by mail on or off, and chooses their language. */
export const SwitchAnswers = defineCommand("identity", "switch-answers", {
  userId: UserId,
  isOn: Type.Boolean(),
  language: Locale,
});

/**
 * Undoes what a mail did: the links that it brought are deleted, what it changed at others is as before; links that were
 * changed since stay. `bulkId` undoes the deletion. `not-found` for a mail that is not there any more, `rejected` for one that
 * did nothing that can be undone.
 */
export const UndoMail = defineCommand(
  "post",
  "undo-mail",
  { userId: UserId, mailId: MailId },
  Type.Object({
    bulkId: BulkId,
    deleted: Type.Integer({ minimum: 0 }),
    restored: Type.Integer({ minimum: 0 }),
    kept: Type.Integer({ minimum: 0 }),
  }),
);
