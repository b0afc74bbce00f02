import Type, { type Static } from "typebox";
import { ConnectedSignIn, SignInKey, SsoProblem } from "../http/single-sign-on.ts";
import { SessionId, UserId } from "../ids.ts";
import {
  DEVICE_CHARS,
  PROVIDER_NAME_CHARS,
  SSO_ANSWER_CHARS,
  SSO_FLOW_CHARS,
  SSO_RETURN_CHARS,
} from "../limits/index.ts";
import { Locale } from "../locale.ts";
import { Client, SessionTokens } from "./identity.ts";
import { defineCommand } from "./define.ts";

const Provider = Type.String({ maxLength: PROVIDER_NAME_CHARS });
/** What a browser keeps of a sign-on in progress: encrypted, so that neither the browser nor the gateway reads it. */
const Flow = Type.String({ maxLength: SSO_FLOW_CHARS });
const Device = Type.String({ maxLength: DEVICE_CHARS });
/** An address within the page. */
const ReturnTo = Type.String({ maxLength: SSO_RETURN_CHARS });
/** The session of the browser that asks. */
const Session = Type.Object({ userId: UserId, sessionId: SessionId });

/**
 * Begins a single sign-on: the address at the provider, and what the browser must bring back. With `connect` it adds the
 * person to that session's account. `not-found` for an unknown provider, `unavailable` when it does not answer.
 */
export const BeginSso = defineCommand(
  "identity",
  "begin-sso",
  {
    provider: Provider,
    stayLoggedIn: Type.Boolean(),
    returnTo: Type.Optional(ReturnTo),
    connect: Type.Optional(Session),
  },
  Type.Object({ url: Type.String(), flow: Flow }),
);

/** The outcome of a single sign-on. `returnTo` is where its browser goes afterwards. */
export const SsoOutcome = Type.Union([
  Type.Object({ kind: Type.Literal("signed-in"), tokens: SessionTokens, returnTo: Type.Optional(ReturnTo) }),
  Type.Object({ kind: Type.Literal("connected"), returnTo: Type.Optional(ReturnTo) }),
  /** The address has an account: a code was mailed there that proves whose it is. `flow` is for {@link ProveSso}. */
  Type.Object({
    kind: Type.Literal("proof"),
    flow: Flow,
    stayLoggedIn: Type.Boolean(),
    returnTo: Type.Optional(ReturnTo),
  }),
  Type.Object({ kind: Type.Literal("refused"), problem: SsoProblem, isConnecting: Type.Boolean() }),
]);
export type SsoOutcome = Static<typeof SsoOutcome>;

/**
 * Finishes a single sign-on with the answer of the provider, the query of its redirect. Registers an account where nobody
 * has the address and the server takes new ones.
 */
export const FinishSso = defineCommand(
  "identity",
  "finish-sso",
  {
    provider: Provider,
    answer: Type.String({ maxLength: SSO_ANSWER_CHARS }),
    flow: Flow,
    session: Type.Optional(Session),
    client: Client,
    device: Device,
    locale: Locale,
  },
  SsoOutcome,
);

/** Connects the person to the account of their address by the mailed code, and begins a session. */
export const ProveSso = defineCommand(
  "identity",
  "prove-sso",
  {
    flow: Flow,
    code: Type.String({ maxLength: 100 }),
    client: Client,
    device: Device,
    locale: Locale,
  },
  SessionTokens,
);

/**
 * Begins a session of the account of an address that a trusted proxy names, unless the browser's own is of that account.
 * Registers one where nobody has the address and the server takes new ones. The gateway checks which proxy it was.
 */
export const SignInByProxy = defineCommand(
  "identity",
  "sign-in-by-proxy",
  { address: Type.String({ maxLength: 1000 }), session: Type.Optional(Session), device: Device },
  Type.Object({ tokens: Type.Optional(SessionTokens) }),
);

/** The persons of providers that open the account, the oldest first. */
export const ListSignIns = defineCommand(
  "identity",
  "list-sign-ins",
  { userId: UserId },
  Type.Object({ sign_ins: Type.Array(ConnectedSignIn) }),
);

/** `not-found` when it is not connected, `rejected` when it is the only way in. */
export const DisconnectSignIn = defineCommand("identity", "disconnect-sign-in", {
  userId: UserId,
  id: SignInKey,
  locale: Locale,
});
