import Type, { type Static } from "typebox";
import { SessionId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

const Email = Type.String({ maxLength: 1000 });

/** What a new or renewed session is made of. Lives are in seconds; `stayLoggedIn` says whether the cookie outlives the browser. */
export const SessionTokens = Type.Object({
  accessToken: Type.String(),
  accessSeconds: Type.Integer(),
  refreshToken: Type.String(),
  refreshSeconds: Type.Integer(),
  stayLoggedIn: Type.Boolean(),
  userId: UserId,
});
export type SessionTokens = Static<typeof SessionTokens>;

/** Starts a sign-in: mails a code, or says that a password is wanted. `locale` is the language of the mail. */
export const StartSignIn = defineCommand(
  "identity",
  "start-sign-in",
  Type.Object({ email: Email, locale: Type.Union([Type.Literal("en"), Type.Literal("de")]) }),
  Type.Object({ status: Type.Union([Type.Literal("verification_sent"), Type.Literal("password_required")]) }),
);

/** Proves the address with the mailed code. Registers the account when there is none, and begins a verified session. */
export const VerifyCode = defineCommand(
  "identity",
  "verify-code",
  Type.Object({ email: Email, code: Type.String({ maxLength: 100 }), stayLoggedIn: Type.Boolean() }),
  SessionTokens,
);

/** Trades a refresh token for new tokens; the old one is void. */
export const RefreshSession = defineCommand(
  "identity",
  "refresh-session",
  Type.Object({ refreshToken: Type.String({ maxLength: 500 }) }),
  SessionTokens,
);

/** Ends a session. Ending one that is gone is no error. */
export const EndSession = defineCommand(
  "identity",
  "end-session",
  Type.Object({ userId: UserId, sessionId: SessionId }),
  Type.Object({}),
);
