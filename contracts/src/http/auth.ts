import Type, { type Static } from "typebox";
import { Email } from "../fields.ts";
import { PASSWORD_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./routes.ts";

const StayLoggedIn = Type.Optional(Type.Boolean({ default: true }));

export const SignInStatus = Type.Object({
  status: Type.Enum(["verification_sent", "password_required", "logged_in"]),
});
export type SignInStatus = Static<typeof SignInStatus>;

/** The token is for callers without cookies; the page uses the HTTP-only cookies of the same answer. */
export const TokenResponse = Type.Object({ access_token: Type.String(), token_type: Type.Literal("bearer") });
export type TokenResponse = Static<typeof TokenResponse>;

export const register = defineOperation({
  ...routes.register,
  summary: "Begin signing in: mails a 6-digit code to the address, whether or not it has an account",
  access: "public",
  scope: "account",
  body: Type.Object({ email: Email, stay_logged_in: StayLoggedIn }),
  responses: { 200: SignInStatus },
});

export const resendCode = defineOperation({
  ...routes.resendCode,
  summary: "Mail a new code; the one before is void",
  access: "public",
  scope: "account",
  body: Type.Object({ email: Email }),
  responses: { 200: SignInStatus },
});

export const verifyEmail = defineOperation({
  ...routes.verifyEmail,
  summary: "Prove the address with the mailed code; begins a session",
  access: "public",
  scope: "account",
  body: Type.Object({ email: Email, code: Type.String({ minLength: 1, maxLength: 20 }), stay_logged_in: StayLoggedIn }),
  responses: { 200: TokenResponse, 400: ErrorBody, 403: ErrorBody },
});

/**
 * RFC 6749 section 4.3.2's form without its grant type. The 401's detail says what is missing: 'Password required', or
 * 'Email verification required' when a code was mailed instead.
 */
export const login = defineOperation({
  ...routes.login,
  summary: "Sign in by password; begins a session",
  access: "public",
  scope: "account",
  body: Type.Object({
    username: Email,
    password: Type.Optional(Type.String({ maxLength: PASSWORD_CHARS })),
    stay_logged_in: Type.Optional(Type.Enum(["true", "false"])),
    grant_type: Type.Optional(Type.String({ maxLength: 100 })),
    scope: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  responses: { 200: TokenResponse, 401: ErrorBody, 403: ErrorBody },
});

export const refreshToken = defineOperation({
  ...routes.refreshToken,
  summary: "Renew the session's tokens by the refresh cookie",
  access: "public",
  scope: "account",
  responses: { 200: TokenResponse },
});

export const logout = defineOperation({
  ...routes.logout,
  summary: "End the session on the server and drop its cookies",
  access: "public",
  scope: "account",
  responses: { 204: NoContent },
});
