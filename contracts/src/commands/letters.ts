import Type from "typebox";
import { Nullable, Tags } from "../fields.ts";
import { FolderId, MailId, SecretAddressId, SessionId, UserId } from "../ids.ts";
import { ADDRESS_CHARS, SECRET_ADDRESS_NAME_CHARS } from "../limits/index.ts";
import { StoredSecretAddress } from "../letters.ts";
import { defineCommand } from "./define.ts";

const Name = Type.String({ maxLength: SECRET_ADDRESS_NAME_CHARS });
const Folder = Nullable(FolderId);
const target = { userId: UserId, addressId: SecretAddressId };

/**
 * Makes a secret address in the session `sessionId` of its owner. `rejected` when the account has the maximum or the name
 * has no visible character; `limited` after too many.
 */
export const MakeSecretAddress = defineCommand(
  "identity",
  "make-secret-address",
  { userId: UserId, sessionId: SessionId, name: Name, folderId: Folder, tags: Tags },
  Type.Object({ address: StoredSecretAddress }),
);

/** The secret addresses of a user, the newest first, and the senders whose mails are dropped. */
export const ListSecretAddresses = defineCommand(
  "identity",
  "list-secret-addresses",
  { userId: UserId },
  Type.Object({ addresses: Type.Array(StoredSecretAddress), muted: Type.Array(Type.String()) }),
);

/** Changes a secret address of this user; the address itself stays. `not-found` when there is none. */
export const ChangeSecretAddress = defineCommand(
  "identity",
  "change-secret-address",
  {
    ...target,
    newName: Type.Optional(Name),
    folderId: Type.Optional(Folder),
    tags: Type.Optional(Tags),
  },
  Type.Object({ address: StoredSecretAddress }),
);

/** Revokes a secret address of this user, at once and for good. `ended` is false when there was none. */
export const EndSecretAddress = defineCommand(
  "identity",
  "end-secret-address",
  target,
  Type.Object({ ended: Type.Boolean() }),
);

/** Mutes a sender, or no more: mails from it are taken and dropped. `rejected` when the account mutes the maximum. */
export const MuteSender = defineCommand("identity", "mute-sender", {
  userId: UserId,
  sender: Type.String({ minLength: 1, maxLength: ADDRESS_CHARS }),
  isMuted: Type.Boolean(),
});

/**
 * Ends a subscription as a mail to a secret address of this user offers it (RFC 8058): by one request. `not-found` where it
 * offers none; `rejected` when its server can't be reached or refuses.
 */
export const Unsubscribe = defineCommand("enrichment", "unsubscribe", { userId: UserId, mailId: MailId });

/** What an account says about mail to the save address. */
const MailSettings = Type.Object({ keepsAttachments: Type.Boolean() });

export const ReadMailSettings = defineCommand("identity", "read-mail-settings", { userId: UserId }, MailSettings);

/** Sets whether attachments of this user's mails to the save address become items. */
export const ChangeMailSettings = defineCommand(
  "identity",
  "change-mail-settings",
  { userId: UserId, keepsAttachments: Type.Boolean() },
  MailSettings,
);
