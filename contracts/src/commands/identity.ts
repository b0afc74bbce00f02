import Type, { type Static } from "typebox";
import { SenderEmail } from "../http/sender-emails.ts";
import { Passkey, PasskeyAssertion, PasskeyAttestation } from "../http/passkeys.ts";
import { Locale } from "../locale.ts";
import { Instant, PasskeyId, SessionId, UserId } from "../ids.ts";
import { DEVICE_CHARS, PASSKEY_NAME_CHARS, PASSWORD_CHARS } from "../limits/index.ts";
import { defineCommand } from "./define.ts";

const Email = Type.String({ maxLength: 1000 });
const Code = Type.String({ maxLength: 100 });

/**
 * The client for limits: a keyed hash of its network address (IPv6: its /64), made by the gateway. The address itself
 * stays there.
 */
export const Client = Type.String({ minLength: 1, maxLength: 64 });

const Password = Type.String({ maxLength: 2 * PASSWORD_CHARS });

/** The name of a session: "Firefox on Linux". */
const Device = Type.String({ maxLength: DEVICE_CHARS });

const NewSession = { stayLoggedIn: Type.Boolean(), client: Client, device: Device };

/**
 * The tokens of a new or refreshed session. Lives are in seconds; `stayLoggedIn` says whether the cookie outlives the
 * browser.
 */
export const SessionTokens = Type.Object({
  accessToken: Type.String(),
  accessSeconds: Type.Integer(),
  refreshToken: Type.String(),
  refreshSeconds: Type.Integer(),
  stayLoggedIn: Type.Boolean(),
  userId: UserId,
});
export type SessionTokens = Static<typeof SessionTokens>;

/** Starts a sign-in: mails a code, or asks for the password. */
export const StartSignIn = defineCommand(
  "identity",
  "start-sign-in",
  { email: Email, locale: Locale, client: Client },
  Type.Object({ status: Type.Enum(["verification_sent", "password_required"]) }),
);

/** Mails a new sign-in code, with or without a password. */
export const ResendCode = defineCommand(
  "identity",
  "resend-code",
  { email: Email, locale: Locale, client: Client },
  Type.Object({ status: Type.Literal("verification_sent") }),
);

/** Proves the address with the mailed code. Registers the account when there is none, and begins a verified session. */
export const VerifyCode = defineCommand(
  "identity",
  "verify-code",
  { email: Email, code: Code, ...NewSession },
  SessionTokens,
);

/**
 * Signs in by password. Without one: `unauthenticated` 'Password required', or a code is mailed and it is
 * `unauthenticated` 'Email verification required'.
 */
export const SignInWithPassword = defineCommand(
  "identity",
  "sign-in-with-password",
  { email: Email, password: Type.Optional(Password), locale: Locale, ...NewSession },
  SessionTokens,
);

/** Exchanges a refresh token for new tokens; the old one is void. */
export const RefreshSession = defineCommand(
  "identity",
  "refresh-session",
  { refreshToken: Type.String({ maxLength: 500 }) },
  SessionTokens,
);

/** Ends a session of this user, everywhere within a second. `ended` is false when there was none. */
export const EndSession = defineCommand(
  "identity",
  "end-session",
  { userId: UserId, sessionId: SessionId },
  Type.Object({ ended: Type.Boolean() }),
);

/** A session as its owner sees it. `lastUsedAt` is when its tokens were last refreshed. */
export const SessionInfo = Type.Object({
  sessionId: SessionId,
  device: Device,
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  verified: Type.Boolean(),
});
export type SessionInfo = Static<typeof SessionInfo>;

/** The valid sessions of a user, the last used first. */
export const ListSessions = defineCommand(
  "identity",
  "list-sessions",
  { userId: UserId },
  Type.Object({ sessions: Type.Array(SessionInfo) }),
);

/** The owner of a changed password: `sessionId` is the session that stays when all others end. */
const Owner = { userId: UserId, sessionId: SessionId, locale: Locale };

/** Gives an account without a password one; `rejected` when it has one. Ends all other sessions. */
export const SetPassword = defineCommand("identity", "set-password", { ...Owner, newPassword: Password });

/** `rejected` when the old password is not right, `limited` after too many wrong ones. Ends all other sessions. */
export const ChangePassword = defineCommand("identity", "change-password", {
  ...Owner,
  oldPassword: Password,
  newPassword: Password,
  client: Client,
});

/** As {@link ChangePassword}, and afterwards signing in is by code or passkey. */
export const RemovePassword = defineCommand("identity", "remove-password", {
  ...Owner,
  oldPassword: Password,
  client: Client,
});

/** Mails a reset code to the owner of an account; for any other address it does nothing, in the same time. */
export const RequestPasswordReset = defineCommand("identity", "request-password-reset", {
  email: Email,
  locale: Locale,
  client: Client,
});

/** Gives the account a new password by the mailed code, and ends all its sessions. `rejected` when the code is wrong. */
export const ResetPassword = defineCommand("identity", "reset-password", {
  email: Email,
  code: Code,
  newPassword: Password,
  locale: Locale,
  client: Client,
});

/**
 * Adds a further sender address and mails the link that confirms it. A pending one gets a new link; a confirmed one
 * stays as it is. `taken` when it is another account's.
 */
export const AddSenderAddress = defineCommand(
  "identity",
  "add-sender-address",
  { userId: UserId, email: Email, locale: Locale },
  Type.Object({ address: SenderEmail, created: Type.Boolean() }),
);

/** Confirms a pending address by the token of the mailed link. `not-found` for any token that is not this user's. */
export const ConfirmSenderAddress = defineCommand(
  "identity",
  "confirm-sender-address",
  { userId: UserId, token: Type.String({ maxLength: 500 }) },
  SenderEmail,
);

/** Removes an address from the account. `rejected` for the last and the primary one, `not-found` for a missing one. */
export const RemoveSenderAddress = defineCommand("identity", "remove-sender-address", { userId: UserId, email: Email });

/** Erases the account and everything about it. When it answers, nobody can sign in to it and its addresses are free. */
export const EraseUser = defineCommand("identity", "erase-user", { userId: UserId, locale: Type.Optional(Locale) });

/** WebAuthn options (Level 3, section 5.1) as JSON, for the browser's `parse…OptionsFromJSON`. */
const Options = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) });

/** Begins adding a passkey; its challenge is valid once and for {@link CHALLENGE_SECONDS}. */
export const BeginPasskey = defineCommand("identity", "begin-passkey", { userId: UserId }, Options);

/** Adds the passkey that answered. `rejected` when it did not answer the challenge. */
export const AddPasskey = defineCommand(
  "identity",
  "add-passkey",
  {
    userId: UserId,
    name: Type.String({ maxLength: PASSKEY_NAME_CHARS }),
    response: PasskeyAttestation,
    locale: Locale,
  },
  Passkey,
);

export const ListPasskeys = defineCommand(
  "identity",
  "list-passkeys",
  { userId: UserId },
  Type.Object({ passkeys: Type.Array(Passkey) }),
);

/** `not-found` when the user has no such passkey. */
export const RemovePasskey = defineCommand("identity", "remove-passkey", {
  userId: UserId,
  passkeyId: PasskeyId,
  locale: Locale,
});

/** Begins a sign-in by any passkey of the browser: the options name no account. */
export const BeginPasskeySignIn = defineCommand("identity", "begin-passkey-sign-in", { client: Client }, Options);

/** Begins a verified session for the owner of the passkey that answered; `unauthenticated` when it did not. */
export const SignInWithPasskey = defineCommand(
  "identity",
  "sign-in-with-passkey",
  { response: PasskeyAssertion, ...NewSession },
  SessionTokens,
);
