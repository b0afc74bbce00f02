import Type from "typebox";
import { Nullable } from "../fields.ts";
import { CopySource, TextNames } from "../events/archive.ts";
import { BulkId, CopyId, Instant, LinkId, UserId } from "../ids.ts";
import { BULK_CHUNK, FILE_READ_MS } from "../limits/index.ts";
import { PastEffects } from "../rules.ts";
import { defineCommand } from "./define.ts";

const target = { userId: UserId, linkId: LinkId };

/** Fetches a link's page again, and keeps another copy of it. */
export const KeepAgain = defineCommand("archive", "keep-again", target);

/** Keeps a page that its owner sent. Its document is stored under the version. */
export const KeepUploaded = defineCommand("archive", "keep-uploaded", {
  ...target,
  version: CopyId,
  source: CopySource,
  charset: Type.Optional(Type.String({ maxLength: 40 })),
});

/**
 * Makes another text the newest version of an item that is a text. It is packed in the bucket of documents under the new
 * version. `conflict` where `before` is not the newest version any more, `full` while the account's copies take all that they
 * may, `rejected` for a text that can't be shown.
 */
export const ChangeText = defineCommand(
  "archive",
  "change-text",
  {
    ...target,
    version: CopyId,
    /** The version that its owner changed. */
    before: CopyId,
    /** When it was sent: the same work makes the same octets. */
    sentAt: Instant,
    edit: TextNames,
  },
  Type.Object({ version: CopyId }),
  { answerMs: FILE_READ_MS },
);

/** Deletes a version of a link's copy, which can be undone for a while. */
export const DeleteCopy = defineCommand("archive", "delete-copy", { ...target, version: CopyId });

/** Undoes the deletion of a version. */
export const RestoreCopy = defineCommand("archive", "restore-copy", { ...target, version: CopyId });

/** Sets whether a link's page is kept; null: as the account says. */
export const ChangeLinkKeeping = defineCommand("archive", "change-link-keeping", {
  ...target,
  isOn: Nullable(Type.Boolean()),
});

/** Sets whether the pages of an account's links are kept. */
export const ChangeKeeping = defineCommand("archive", "change-keeping", { userId: UserId, isOn: Type.Boolean() });

/** Records how far a link's article was read, in thousandths. */
export const MoveReading = defineCommand("archive", "move-reading", {
  ...target,
  part: Type.Integer({ minimum: 0, maximum: 1000 }),
});

/**
 * Does to many links what a rule does to copies and reading, or undoes what the call `bulkId` did, except for what was changed
 * since. It is answered when the tables show it. A repeated command does nothing twice.
 */
export const ChangeKept = defineCommand("archive", "change-many", {
  userId: UserId,
  bulkId: BulkId,
  linkIds: Type.Array(LinkId, { maxItems: BULK_CHUNK }),
  action: Type.Union([
    Type.Object({ kind: Type.Literal("rule"), ...PastEffects.properties }),
    Type.Object({ kind: Type.Literal("undo") }),
  ]),
});

/**
 * Whether an account's copies take all that they may, deleted ones that can be restored included. Asked before a mail to a
 * secret address is taken, so that its sender's server keeps it meanwhile.
 */
export const CheckRoom = defineCommand(
  "archive",
  "check-room",
  { userId: UserId },
  Type.Object({ isFull: Type.Boolean() }),
);
