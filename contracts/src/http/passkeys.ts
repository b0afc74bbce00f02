import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { Instant, PasskeyId } from "../ids.ts";
import { PASSKEY_NAME_CHARS } from "../limits/index.ts";
import { TokenResponse } from "./auth.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./routes.ts";
import * as settings from "./settings-routes.ts";

/** A passkey as its owner sees it. `synced`: its provider has a backup, so a lost device does not lose it. */
export const Passkey = Type.Object({
  id: PasskeyId,
  name: Type.String(),
  created_at: Instant,
  last_used_at: Nullable(Instant),
  synced: Type.Boolean(),
});
export type Passkey = Static<typeof Passkey>;

// Base64url of what authenticators make: ids are at most 1023 octets (WebAuthn Level 3, section 4), attestations a few
// kilobytes.
const Short = Type.String({ minLength: 1, maxLength: 1400 });
const Long = Type.String({ minLength: 1, maxLength: 32_768 });

const credential = {
  id: Short,
  rawId: Short,
  type: Type.Literal("public-key"),
  authenticatorAttachment: Type.Optional(Type.Enum(["platform", "cross-platform"])),
  clientExtensionResults: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
};

/** `RegistrationResponseJSON` of WebAuthn Level 3, section 5.1.8.1: what `PublicKeyCredential.toJSON()` gives. */
export const PasskeyAttestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Long,
    attestationObject: Long,
    authenticatorData: Type.Optional(Long),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(Long),
  }),
});
export type PasskeyAttestation = Static<typeof PasskeyAttestation>;

/** `AuthenticationResponseJSON` of WebAuthn Level 3, section 5.1.8.2. */
export const PasskeyAssertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Long,
    authenticatorData: Long,
    signature: Long,
    userHandle: Type.Optional(Short),
  }),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

const Options = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) });

export const listPasskeys = defineOperation({
  ...settings.listPasskeys,
  summary: "The account's passkeys",
  scope: "account",
  responses: { 200: Type.Object({ passkeys: Type.Array(Passkey) }) },
});

export const beginPasskey = defineOperation({
  ...settings.beginPasskey,
  summary: "Options for navigator.credentials.create, with a challenge that is good once",
  scope: "account",
  responses: { 200: Options, 400: ErrorBody },
});

export const addPasskey = defineOperation({
  ...settings.addPasskey,
  summary: "Add the passkey that answered the challenge",
  scope: "account",
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: PASSKEY_NAME_CHARS })),
    response: PasskeyAttestation,
  }),
  responses: { 201: Passkey, 400: ErrorBody },
});

export const removePasskey = defineOperation({
  ...settings.removePasskey,
  summary: "Remove a passkey",
  scope: "account",
  params: Type.Object({ id: PasskeyId }),
  responses: { 204: NoContent, 404: ErrorBody },
});

export const beginPasskeySignIn = defineOperation({
  ...routes.beginPasskeySignIn,
  summary: "Options for navigator.credentials.get; they name no account",
  access: "public",
  scope: "account",
  responses: { 200: Options },
});

export const signInWithPasskey = defineOperation({
  ...routes.signInWithPasskey,
  summary: "Sign in with a passkey; begins a session",
  access: "public",
  scope: "account",
  body: Type.Object({ response: PasskeyAssertion, stay_logged_in: Type.Optional(Type.Boolean({ default: true })) }),
  responses: { 200: TokenResponse, 401: ErrorBody, 403: ErrorBody },
});
