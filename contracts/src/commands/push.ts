import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { SessionId, UserId } from "../ids.ts";
import { NOTICE_TITLE_CHARS, PUSH_ENDPOINT_CHARS, URL_CHARS } from "../limits/index.ts";
import { Locale } from "../locale.ts";
import { defineCommand } from "./define.ts";

const session = { userId: UserId, sessionId: SessionId };

/** Where and how a browser is reached (W3C Push API, PushSubscription): the keys are of RFC 8291 section 2, in base64url. */
export const PushSubscription = Type.Object({
  endpoint: Type.String({ pattern: "^https://[!-~]+$", maxLength: PUSH_ENDPOINT_CHARS }),
  p256dh: Type.String({ pattern: "^[A-Za-z0-9_-]{87}=?$" }),
  auth: Type.String({ pattern: "^[A-Za-z0-9_-]{22}(?:==)?$" }),
});
export type PushSubscription = Static<typeof PushSubscription>;

/** Whether a session's browser gets notifications, and the installation's key for them (RFC 8292). */
export const ReadPush = defineCommand(
  "identity",
  "read-push",
  session,
  Type.Object({ publicKey: Type.String(), endpoint: Nullable(Type.String()) }),
);

/** Has notifications sent to a session's browser while the session lasts; null: no more. `not-found` for a session that ended. */
export const ChangePush = defineCommand("identity", "change-push", {
  ...session,
  subscription: Nullable(PushSubscription),
  locale: Locale,
});

/** A notification in one language. */
const Notice = Type.Object({
  title: Type.String({ maxLength: NOTICE_TITLE_CHARS }),
  body: Type.String({ maxLength: NOTICE_TITLE_CHARS }),
});
export type Notice = Static<typeof Notice>;

/**
 * Encrypts a notification for each browser of an account that wants it (RFC 8291), signed with the installation's key (RFC 8292).
 * `tag` names what it is about: a later one with the same tag replaces it. `path` is opened by it.
 */
export const PreparePush = defineCommand(
  "identity",
  "prepare-push",
  {
    userId: UserId,
    notice: Type.Object({ en: Notice, de: Notice }),
    tag: Type.String({ pattern: "^[A-Za-z0-9_-]{1,32}$" }),
    path: Type.String({ pattern: "^/", maxLength: URL_CHARS }),
  },
  Type.Object({
    requests: Type.Array(
      Type.Object({
        sessionId: SessionId,
        endpoint: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        /** In base64. */
        body: Type.String(),
      }),
    ),
  }),
);

/** The push service says that it knows a browser no more: nothing is sent to this address any more. */
export const DropPush = defineCommand("identity", "drop-push", {
  ...session,
  endpoint: Type.String({ maxLength: PUSH_ENDPOINT_CHARS }),
});
