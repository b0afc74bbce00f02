import { createSecretKey, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ACCESS_TOKEN, EXTENSION_CLIENT } from "@satchel/contracts";
import { SignJWT } from "jose";
import { accessTokenVerifier } from "./access-token.ts";

const KEY = "k".repeat(64);
const NOW = Date.parse("2026-01-01T00:00:00Z");
const user = randomUUID();
const session = randomUUID();

const good = {
  key: KEY,
  alg: "HS256",
  typ: ACCESS_TOKEN.type as string,
  iss: ACCESS_TOKEN.issuer as string,
  aud: ACCESS_TOKEN.audience as string,
  sub: user as string,
  claims: { sid: session, ver: true } as Record<string, unknown>,
  exp: NOW / 1000 + 60,
};

const sign = (changes: Partial<typeof good> = {}): Promise<string> => {
  const { key, alg, typ, iss, aud, sub, claims, exp } = { ...good, ...changes };
  return new SignJWT(claims)
    .setProtectedHeader({ alg, typ })
    .setIssuer(iss)
    .setAudience(aud)
    .setSubject(sub)
    .setIssuedAt(NOW / 1000)
    .setExpirationTime(exp)
    .sign(createSecretKey(key, "utf8"));
};

test("a good token is its session", async () => {
  const verify = accessTokenVerifier(KEY, () => NOW);
  const expected = {
    userId: user,
    sessionId: session,
    verified: true,
    byExtension: false,
    expiresAt: NOW + 60_000,
  };

  const token = await sign();
  expect(await verify(token)).toEqual(expected);
  expect(await verify(token)).toEqual(expected);
});

test("a token of a connected extension says so, and one that names another client is none of ours", async () => {
  const verify = accessTokenVerifier(KEY, () => NOW);
  const of = (client_id: unknown) => sign({ claims: { ...good.claims, client_id } });

  expect(await verify(await of(EXTENSION_CLIENT))).toMatchObject({ userId: user, byExtension: true });
  for (const other of ["page", "", null, true]) expect(await verify(await of(other))).toBeUndefined();
});

test("a token that was good is not any more once it has run out", async () => {
  let now = NOW;
  const verify = accessTokenVerifier(KEY, () => now);
  const token = await sign();
  expect(await verify(token)).toBeDefined();

  now += 60_000;

  expect(await verify(token)).toBeUndefined();
});

describe("a token is no session when", () => {
  test.each([
    ["it is signed under another key", { key: "x".repeat(32) }],
    ["it is of another type", { typ: "JWT" }],
    ["it is signed by another algorithm", { alg: "HS512" }],
    ["it comes from another issuer", { iss: "other" }],
    ["it is meant for others", { aud: "other" }],
    ["its user is none", { sub: "*.>" }],
    ["its session is missing", { claims: { ver: true } }],
    ["it does not say whether it is verified", { claims: { sid: session } }],
    ["it has run out", { exp: NOW / 1000 }],
  ] as const)("%s", async (_name, changes) => {
    expect(await accessTokenVerifier(KEY, () => NOW)(await sign(changes))).toBeUndefined();
  });

  test("it is not signed at all, or is no token", async () => {
    const verify = accessTokenVerifier(KEY, () => NOW);
    const [, payload] = (await sign()).split(".");
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")}.${payload}.`;
    expect(await verify(unsigned)).toBeUndefined();
    expect(await verify("")).toBeUndefined();
    expect(await verify("a.b.c")).toBeUndefined();
  });
});
