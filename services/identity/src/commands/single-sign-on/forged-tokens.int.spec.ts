import { createPublicKey, createSecretKey, generateKeyPairSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { startIdentityProvider, type TestProvider } from "../../../test/identity-provider.ts";
import { type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { singleSignOn } from "../../../test/single-sign-on.ts";

/** The provider's key as far as this server can tell, a key of somebody else, and what a client could mistake for a secret. */
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const pem = publicKey.export({ type: "spki", format: "pem" });

let home: TestProvider;
let identity: RunningIdentity;
let clientId: string;
let clientSecret: string;
beforeAll(async () => {
  home = await startIdentityProvider({ publicUrl: "https://satchel.example" });
  const settings = home.settings("home");
  clientId = settings["OIDC_HOME_CLIENT_ID"] ?? "";
  clientSecret = settings["OIDC_HOME_CLIENT_SECRET"] ?? "";
  identity = await runIdentity({ OIDC_PROVIDERS: "home", ...settings });
});

type Claims = Record<string, unknown>;
type Forge = (claims: Claims) => Promise<string> | string;

const signedBy =
  (key: Parameters<SignJWT["sign"]>[0], alg = "RS256", more: Claims = {}): Forge =>
  (claims) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, kid: "k" }).sign(key);

/** A sign-on at a provider whose token is made by a test. */
async function signInWith(forge: Forge) {
  let nonce: string | undefined;
  const sub = randomUUID();
  const json = (response: ServerResponse, body: unknown): true => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    return true;
  };
  home.person = { sub, email: `${sub}@example.org`, email_verified: true };
  home.tamper = ({ url = "" }: IncomingMessage, response) => {
    if (url.startsWith("/auth?")) nonce = new URLSearchParams(url.slice(6)).get("nonce") ?? undefined;
    if (url === "/jwks")
      return json(response, { keys: [{ ...createPublicKey(pem).export({ format: "jwk" }), kid: "k", use: "sig" }] });
    if (url !== "/token") return false;
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const claims = {
      iss: home.issuer,
      aud: clientId,
      sub,
      nonce,
      ...times,
      email: `${sub}@example.org`,
      email_verified: true,
    };
    void Promise.resolve(forge(claims)).then((token) =>
      json(response, { access_token: "a", token_type: "Bearer", id_token: token }),
    );
    return true;
  };
  return singleSignOn(identity, home).signIn();
}

test("given a token as it should be, then it signs in", async () => {
  expect(await signInWith(signedBy(privateKey))).toMatchObject({ kind: "signed-in" });
});

test.each<[string, Forge]>([
  ["without a signature", (claims) => new UnsecuredJWT(claims).encode()],
  ["signed by another key under the same name", signedBy(stranger)],
  ["signed by the client's secret", (claims) => signedBy(createSecretKey(Buffer.from(clientSecret)), "HS256")(claims)],
  ["signed by the public key as if it was a secret", signedBy(createSecretKey(Buffer.from(pem)), "HS256")],
  ["by an algorithm that the client did not ask for", signedBy(privateKey, "RS512")],
  ["for another client", signedBy(privateKey, "RS256", { aud: "another" })],
  [
    "for several clients, of which another asked",
    (claims) => signedBy(privateKey, "RS256", { aud: [claims["aud"], "another"], azp: "another" })(claims),
  ],
  ["of another provider", signedBy(privateKey, "RS256", { iss: "https://evil.example" })],
  ["without the nonce", signedBy(privateKey, "RS256", { nonce: undefined })],
  ["with another nonce", signedBy(privateKey, "RS256", { nonce: "another" })],
  ["that is over", signedBy(privateKey, "RS256", { exp: 1_700_000_000 })],
  ["of nobody", signedBy(privateKey, "RS256", { sub: undefined })],
  ["that is none", () => "a.b.c"],
])("given a token %s, then nobody is signed in", async (_, forge) => {
  expect(await signInWith(forge)).toMatchObject({ kind: "refused", problem: "failed" });
});
