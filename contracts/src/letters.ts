import Type, { type Static } from "typebox";
import { Nullable } from "./fields.ts";
import { FolderId, SecretAddressId } from "./ids.ts";

/** A secret address as it is stored. The address has to be shown, so it can't be a hash. */
export const StoredSecretAddress = Type.Object({
  id: SecretAddressId,
  name: Type.String(),
  /** The part before the `@`; the part after it is the save address'. */
  local: Type.String(),
  folderId: Nullable(FolderId),
  tags: Type.Array(Type.String()),
  /** Milliseconds since 1970. */
  createdAt: Type.Integer({ minimum: 0 }),
});
export type StoredSecretAddress = Static<typeof StoredSecretAddress>;

/**
 * What an account says about its incoming mail, in one record: its secret addresses, the newest first, the senders whose
 * mails are dropped, and whether attachments of mails to the save address are kept.
 */
export interface StoredSecretAddresses {
  readonly addresses: readonly StoredSecretAddress[];
  /** In lower case. */
  readonly muted: readonly string[];
  /** Missing: they are not. */
  readonly keepsAttachments?: boolean;
}

/** The form of the local part of every secret address: all others are refused without a look. */
export const SECRET_LOCAL = /^(?:[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?\.)?[a-z2-7]{12}$/;
