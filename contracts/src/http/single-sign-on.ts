import Type, { type Static } from "typebox";
import { Instant } from "../ids.ts";
import { PROVIDER_NAME_CHARS, SSO_RETURN_CHARS } from "../limits/index.ts";
import { TokenResponse } from "./auth.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./routes.ts";
import * as settings from "./settings-routes.ts";

/** The keyed hash of an identity provider and its name for a person. */
export const SignInKey = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** A person of an identity provider who opens the account. */
export const ConnectedSignIn = Type.Object({
  id: SignInKey,
  provider: Type.String({
    description: "The provider as its button says, or its address where it is no longer offered",
  }),
  issuer: Type.String(),
  connected_at: Instant,
});
export type ConnectedSignIn = Static<typeof ConnectedSignIn>;

/**
 * Why a single sign-on failed, as `sso` in the query of the page. `denied`: the person or the provider refused;
 * `unverified`: the provider does not vouch for the address; `closed`: no new account for it; `taken`: connected to
 * another account; `full`: the account has the maximum; `away`: the provider does not answer; `limited`: too many codes;
 * `expired`: begun in another browser, or too long ago; `failed`: anything else.
 */
export const SsoProblem = Type.Enum([
  "denied",
  "unverified",
  "closed",
  "taken",
  "full",
  "away",
  "limited",
  "expired",
  "failed",
]);
export type SsoProblem = Static<typeof SsoProblem>;

const Provider = Type.Object({ provider: Type.String({ maxLength: PROVIDER_NAME_CHARS }) });

export const beginSso = defineOperation({
  ...routes.beginSso,
  summary: "Sign in at an identity provider: a browser is sent there",
  access: "public",
  scope: "account",
  params: Provider,
  query: Type.Object({
    stay_logged_in: Type.Optional(Type.Boolean({ default: true })),
    return_to: Type.Optional(
      Type.String({ maxLength: SSO_RETURN_CHARS, description: "An address within the page, to open afterwards" }),
    ),
  }),
  responses: { 303: NoContent },
});

export const finishSso = defineOperation({
  ...routes.finishSso,
  summary:
    "Where an identity provider sends a browser back to: begins a session, or says in the page why there is none",
  access: "public",
  scope: "account",
  params: Provider,
  responses: { 303: NoContent },
});

export const proveSso = defineOperation({
  ...routes.proveSso,
  summary: "Connect the identity provider to the account of its address by the mailed code; begins a session",
  access: "public",
  scope: "account",
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) }),
  responses: { 200: TokenResponse, 400: ErrorBody, 403: ErrorBody },
});

export const listSignIns = defineOperation({
  ...settings.listSignIns,
  summary: "The identity providers that open the account",
  scope: "account",
  responses: { 200: Type.Object({ sign_ins: Type.Array(ConnectedSignIn) }) },
});

export const connectSignIn = defineOperation({
  ...settings.connectSignIn,
  summary: "Connect an identity provider to the account: the address to go to",
  scope: "account",
  params: Provider,
  responses: { 200: Type.Object({ url: Type.String() }), 404: ErrorBody },
});

export const disconnectSignIn = defineOperation({
  ...settings.disconnectSignIn,
  summary: "Disconnect an identity provider from the account",
  scope: "account",
  params: Type.Object({ id: SignInKey }),
  responses: { 204: NoContent, 400: ErrorBody, 404: ErrorBody },
});

/** `none`: no proxy that is believed names anybody. `here`: the session is that person's already. `begun`: one began. */
export const ProxySignIn = Type.Object({
  status: Type.Enum(["none", "here", "begun"]),
});
export type ProxySignIn = Static<typeof ProxySignIn>;

export const signInByProxy = defineOperation({
  ...routes.signInByProxy,
  summary: "Sign in with the address that the proxy in front names, and end a session of another account",
  access: "public",
  scope: "account",
  responses: { 200: ProxySignIn, 400: ErrorBody, 403: ErrorBody },
});
