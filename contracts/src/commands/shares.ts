import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { PublicName, shareFields, ShareSource } from "../http/shares.ts";
import { Instant, SessionId, ShareId, UserId } from "../ids.ts";
import {
  PASSWORD_CHARS,
  PASSWORD_CHARS_MIN,
  SHARE_NAME_CHARS,
  SHARE_VISITS_AT_ONCE,
  TITLE_CHARS,
} from "../limits/index.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";
import { Client } from "./identity.ts";

/** A share as identity keeps it: `name` is the last part of its address, public or random. */
export const KeptShare = Type.Object({
  ...shareFields,
  name: Type.String(),
});
export type KeptShare = Static<typeof KeptShare>;

const choices = {
  publicName: Type.Optional(Nullable(PublicName)),
  notes: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(Nullable(Instant)),
  password: Type.Optional(Nullable(Type.String({ minLength: PASSWORD_CHARS_MIN, maxLength: PASSWORD_CHARS }))),
};

/**
 * Shares something of this user, which the caller has looked for, in the session `sessionId`. `title` is for the mail to
 * the owner. `taken` when it is shared already or the public name is somebody's, `rejected` with the maximum, `invalid`
 * for an expiry that is past, `limited` after too many.
 */
export const CreateShare = defineCommand(
  "identity",
  "create-share",
  {
    userId: UserId,
    sessionId: SessionId,
    source: ShareSource,
    title: Type.String({ maxLength: TITLE_CHARS }),
    locale: Locale,
    ...choices,
  },
  Type.Object({ share: KeptShare }),
);

/** What this user shares, the newest first, expired ones included. */
export const ListShares = defineCommand(
  "identity",
  "list-shares",
  { userId: UserId },
  Type.Object({ shares: Type.Array(KeptShare) }),
);

/** Changes a share; what is missing stays. Errors as of {@link CreateShare}; `rejected` when the operator has ended it. */
export const ChangeShare = defineCommand(
  "identity",
  "change-share",
  { userId: UserId, shareId: ShareId, ...choices },
  Type.Object({ share: KeptShare }),
);

/** Ends a share. `ended` is false when there was none; `rejected` when the operator has ended it, so that it stays so. */
export const EndShare = defineCommand(
  "identity",
  "end-share",
  { userId: UserId, shareId: ShareId },
  Type.Object({ ended: Type.Boolean() }),
);

const Name = Type.String({ maxLength: SHARE_NAME_CHARS });

/**
 * What an address opens. `lock` is null without a password; otherwise it changes with the password, and says nothing
 * about it.
 */
export const OpenedShare = Type.Object({
  userId: UserId,
  id: ShareId,
  source: ShareSource,
  isPublic: Type.Boolean(),
  notes: Type.Boolean(),
  expiresAt: Nullable(Instant),
  createdAt: Instant,
  lock: Nullable(Type.String()),
});
export type OpenedShare = Static<typeof OpenedShare>;

/** Looks an address up. `opened` is null for an unknown, ended and expired one alike. Asked once in {@link SHARE_CHECK_MS}. */
export const OpenShare = defineCommand(
  "identity",
  "open-share",
  { name: Name },
  Type.Object({ opened: Nullable(OpenedShare) }),
);

/**
 * Compares a visitor's password. `lock` is null for a wrong one, and for an address without a password; `limited` after
 * too many wrong ones.
 */
export const EnterShare = defineCommand(
  "identity",
  "enter-share",
  { name: Name, password: Type.String({ maxLength: 2 * PASSWORD_CHARS }), client: Client },
  Type.Object({ lock: Nullable(Type.String()) }),
);

/** Adds visits of a day; nothing happens where the share has ended. */
export const CountVisits = defineCommand("identity", "count-visits", {
  userId: UserId,
  shareId: ShareId,
  day: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
  count: Type.Integer({ minimum: 1, maximum: SHARE_VISITS_AT_ONCE }),
});

/** The operator ends a share, by the last part of its address, for good. `blocked` is false where there is none. */
export const BlockShare = defineCommand(
  "identity",
  "block-share",
  { name: Name },
  Type.Object({ blocked: Type.Boolean() }),
);
