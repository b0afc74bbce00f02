import { randomBytes, randomUUID } from "node:crypto";
import type { PasskeyId, UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type Departures, SoftwareAuthenticator } from "../../test/software-authenticator.ts";
import {
  challengeOf,
  isAnonymous,
  registrationOptions,
  signInOptions,
  userOf,
  verifyAssertion,
  verifyAttestation,
} from "./ceremonies.ts";
import { relyingPartyAt } from "./relying-party.ts";
import type { StoredPasskey } from "../domain/stored-passkey.ts";

const party = relyingPartyAt("https://satchel.example/");
const userId = randomUUID() as UserId;
const user = { userId, name: "anna@post.example" };
const challenge = () => Uint8Array.from(randomBytes(62));

async function register(authenticator: SoftwareAuthenticator, departures: Departures = {}) {
  const options = await registrationOptions(party, challenge(), user, []);
  return verifyAttestation(party, authenticator.create(options, departures), options["challenge"] as string);
}

async function registered(authenticator: SoftwareAuthenticator): Promise<StoredPasskey> {
  const credential = await register(authenticator);
  if (credential === undefined) throw new Error("was not registered");
  return { ...credential, passkeyId: randomUUID() as PasskeyId, name: "Phone", createdAt: 0 };
}

async function signIn(authenticator: SoftwareAuthenticator, passkey: StoredPasskey, departures: Departures = {}) {
  const options = await signInOptions(party, challenge());
  return verifyAssertion(party, authenticator.get(options, departures), options["challenge"] as string, passkey);
}

const anAuthenticator = (
  ...more: ConstructorParameters<typeof SoftwareAuthenticator> extends [string, ...infer Rest] ? Rest : never
) => new SoftwareAuthenticator(party.origin, ...more);

describe("the options of a new passkey", () => {
  test("ask for a discoverable passkey with user verification and without attestation", async () => {
    expect(await registrationOptions(party, challenge(), user, [])).toMatchObject({
      rp: { id: "satchel.example", name: "Satchel" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
      user: { name: "anna@post.example", id: Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url") },
    });
  });

  test("exclude those that are registered", async () => {
    const passkey = await registered(anAuthenticator());
    expect(await registrationOptions(party, challenge(), user, [passkey])).toMatchObject({
      excludeCredentials: [{ id: passkey.credentialId, type: "public-key", transports: ["internal"] }],
    });
  });
});

test("the options of a sign-in name no account and no passkey", async () => {
  const options = await signInOptions(party, challenge());
  expect(options).toMatchObject({ rpId: "satchel.example", userVerification: "required" });
  expect(options["allowCredentials"] ?? []).toEqual([]);
});

describe.each(["ES256", "RS256", "EdDSA"] as const)("a passkey of %s", (algorithm) => {
  test("is registered and signs in, with its counter and its user", async () => {
    const authenticator = anAuthenticator(algorithm);
    const passkey = await registered(authenticator);
    expect(passkey).toMatchObject({ credentialId: authenticator.credentialId, counter: 0, backedUp: false });
    expect(await signIn(authenticator, passkey)).toEqual({ counter: 1, backedUp: false });
    expect(userOf(authenticator.get(await signInOptions(party, challenge())))).toBe(userId);
  });

  test("does not sign in with another key", async () => {
    const passkey = await registered(anAuthenticator(algorithm));
    expect(await signIn(anAuthenticator(algorithm), passkey)).toBeUndefined();
  });
});

test("given a self attestation, then it is accepted: browsers send one also where none is requested", async () => {
  const authenticator = anAuthenticator();
  expect(await register(authenticator, { selfAttested: true })).toMatchObject({
    credentialId: authenticator.credentialId,
  });
});

test("given a synchronised passkey, then it is marked as backed up and its counter stays at 0", async () => {
  const authenticator = anAuthenticator("ES256", true);
  const passkey = await registered(authenticator);
  expect(passkey).toMatchObject({ counter: 0, backedUp: true });
  expect(await signIn(authenticator, passkey)).toEqual({ counter: 0, backedUp: true });
});

const departures: readonly (readonly [string, Departures])[] = [
  ["another origin", { origin: "https://satchel.example.evil.example" }],
  ["the same host over plain http", { origin: "http://satchel.example" }],
  ["another port", { origin: "https://satchel.example:8443" }],
  ["another relying party", { rpId: "evil.example" }],
  ["another challenge", { challenge: Buffer.alloc(62).toString("base64url") }],
  ["nobody verified", { userVerified: false }],
  ["nobody present", { userPresent: false }],
];

describe("is refused", () => {
  test.each([...departures, ["an answer to a sign-in", { type: "webauthn.get" }] as const])(
    "a registration with %s",
    async (_, departure) => {
      expect(await register(anAuthenticator(), departure)).toBeUndefined();
    },
  );

  test.each([
    ...departures,
    ["an answer to a registration", { type: "webauthn.create" }] as const,
    ["a tampered count", { tamper: true }] as const,
  ])("a sign-in with %s", async (_, departure) => {
    const authenticator = anAuthenticator();
    const passkey = await registered(authenticator);
    expect(await signIn(authenticator, passkey, departure)).toBeUndefined();
    expect(await signIn(authenticator, passkey)).toBeDefined();
  });

  test.each(["packed", "apple", "tpm", "android-key", "android-safetynet", "fido-u2f", "compound", "invented"])(
    "a registration whose %s attestation brings certificates, before anything of them is looked at",
    async (fmt) => {
      const attStmt = new Map<string, unknown>([
        ["alg", -7],
        ["sig", Uint8Array.of(1)],
        ["x5c", [Uint8Array.of(0x30, 0x00)]],
      ]);
      const options = await registrationOptions(party, challenge(), user, []);
      const response = anAuthenticator().create(options, { attestation: { fmt, attStmt } });
      expect(isAnonymous(response)).toBe(false);
      expect(await verifyAttestation(party, response, options["challenge"] as string)).toBeUndefined();
    },
  );

  test("a registration with an id longer than any authenticator's", async () => {
    expect(
      await register(anAuthenticator(), { credentialId: randomBytes(1024).toString("base64url") }),
    ).toBeUndefined();
  });

  test.each([
    "",
    "garbage",
    "bnVsbA",
    Buffer.from("[]").toString("base64url"),
    Buffer.from("{}").toString("base64url"),
  ])("client data that is %j", async (clientDataJSON) => {
    const options = await signInOptions(party, challenge());
    const answer = anAuthenticator().get(options);
    expect(challengeOf({ ...answer, response: { ...answer.response, clientDataJSON } })).toBeUndefined();
  });

  test("an answer from our page within a frame of another site", async () => {
    const options = await signInOptions(party, challenge());
    expect(challengeOf(anAuthenticator().get(options))).toBe(options["challenge"]);
    expect(challengeOf(anAuthenticator().get(options, { crossOrigin: true }))).toBeUndefined();
  });

  test.each([undefined, "", "AAAA", Buffer.alloc(17).toString("base64url")])(
    "an answer without a valid user handle: %j",
    async (userHandle) => {
      expect(userOf(anAuthenticator().get(await signInOptions(party, challenge()), { userHandle }))).toBeUndefined();
    },
  );
});

test.each([
  ["https://links.example.org/", "links.example.org", "https://links.example.org"],
  ["https://links.example.org:8443", "links.example.org", "https://links.example.org:8443"],
  ["http://localhost:3000", "localhost", "http://localhost:3000"],
  ["http://127.0.0.1:3000", "localhost", "http://localhost:3000"],
  ["http://[::1]:3000/", "localhost", "http://localhost:3000"],
])("given an installation at %s, then passkeys belong to %s on %s", (publicUrl, id, origin) => {
  expect(relyingPartyAt(publicUrl)).toMatchObject({ id, origin });
});
