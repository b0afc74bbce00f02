import Type, { type Static } from "typebox";
import { Instant, SessionId } from "../ids.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { SenderEmail } from "./sender-emails.ts";
import * as later from "./later-routes.ts";
import * as settings from "./settings-routes.ts";
import * as routes from "./routes.ts";

export const AuthStatus = Type.Object({ authenticated: Type.Boolean(), is_verified: Type.Boolean() });
export type AuthStatus = Static<typeof AuthStatus>;

export const User = Type.Object({
  created_at: Instant,
  sender_emails: Type.Array(SenderEmail, { description: "The first is the primary one" }),
  has_password: Type.Boolean(),
});
export type User = Static<typeof User>;

export const getStatus = defineOperation({
  ...routes.getStatus,
  summary: "Whether the caller has a session, and whether it is verified; never an error",
  access: "public",
  scope: "none",
  responses: { 200: AuthStatus },
});

export const getUser = defineOperation({
  ...routes.getUser,
  summary: "The signed-in account",
  scope: "account",
  responses: { 200: User },
});

export const deleteUser = defineOperation({
  ...settings.deleteUser,
  summary: "Erase the account and everything about it, for good; its addresses are free at once",
  scope: "account",
  responses: { 204: NoContent },
});

export const Session = Type.Object({
  id: SessionId,
  device: Type.String({ description: "Such as 'Firefox on Linux'" }),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  is_current: Type.Boolean({ description: "Whether it is the caller's" }),
});
export type Session = Static<typeof Session>;

export const listSessions = defineOperation({
  ...settings.listSessions,
  summary: "Where the account is signed in, the last used first",
  scope: "account",
  responses: { 200: Type.Object({ sessions: Type.Array(Session) }) },
});

export const deleteSession = defineOperation({
  ...settings.deleteSession,
  summary: "End a session, within a second",
  scope: "account",
  params: Type.Object({ id: SessionId }),
  responses: { 204: NoContent, 404: ErrorBody },
});

/** The version at the beginning of an account's export, by which an import recognises it (docs/api/imports.md). */
export const ACCOUNT_EXPORT_VERSION = 1;

/**
 * Everything about the account, as one streamed JSON object: `satchel_account` (1), `profile` (as {@link User}),
 * `addresses`, `sessions`, `passkeys`, `sign_ins`, `tokens`, `folders`, `links`, `captures`, and `events`, the whole journal of the account
 * in order, each `{sequence, id, type, version, time, context, aggregate, correlation, data}`. Described in docs/api.
 */
export const exportUser = defineOperation({
  ...later.exportUser,
  summary: "Download everything about the account",
  scope: "account",
  responses: { 200: Type.Record(Type.String(), Type.Unknown()) },
});
