import { randomUUID } from "node:crypto";
import {
  AddPasskey,
  aggregateSubject,
  BeginPasskey,
  BeginPasskeySignIn,
  CHALLENGE_SECONDS,
  RefreshSession,
  RemovePasskey,
  type SessionTokens,
  SignInWithPasskey,
  texts,
  WRONG_TRIES_PER_CLIENT,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, passkeyUse } from "../../../test/passkeys.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { type Departures, SoftwareAuthenticator } from "../../../test/software-authenticator.ts";

const REFUSED = { code: "unauthenticated", message: texts.passkeys.invalid };

let identity: RunningIdentity;
let use: ReturnType<typeof passkeyUse>;
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
  use = passkeyUse(identity);
});

describe("a sign-in", () => {
  test("given a passkey, when its owner signs in with it, then a verified session of that account begins", async () => {
    const { userId, authenticator, passkey } = await use.holder();
    const tokens = await use.signInWith(await use.answer(authenticator));

    expect(tokens).toMatchObject({ userId, stayLoggedIn: true });
    expect(claimsOf(tokens)).toMatchObject({ sub: userId, ver: true });
    for (const token of [tokens.accessToken, tokens.refreshToken]) expect(identity.log.join()).not.toContain(token);
    expect(await identity.send(RefreshSession, { refreshToken: tokens.refreshToken })).toMatchObject({ userId });
    expect(await use.passkeysOf(userId)).toEqual([{ ...passkey, last_used_at: expect.any(String) as string }]);
  });

  test("given a synchronised passkey, when it signs in twice with a count of 0, then it does both times", async () => {
    const { userId, authenticator, passkey } = await use.holder(true);

    expect(passkey.synced).toBe(true);
    expect(await use.signInWith(await use.answer(authenticator))).toMatchObject({ userId });
    expect(await use.signInWith(await use.answer(authenticator))).toMatchObject({ userId });
  });

  test("given a sign-in, when the command is sent again, then it is the same session with tokens that work", async () => {
    const { authenticator } = await use.holder();
    const commandId = randomUUID();
    const payload = {
      response: await use.answer(authenticator),
      stayLoggedIn: true,
      client: "home",
      device: "Firefox on Linux",
    };
    const lost = await identity.send(SignInWithPasskey, payload, commandId);
    const reply = await identity.sendAgain(SignInWithPasskey, payload, commandId);
    if (!reply.ok) throw new Error(reply.error.detail);
    const tokens = reply.result as SessionTokens;

    expect(claimsOf(tokens).sid).toBe(claimsOf(lost).sid);
    await identity.send(RefreshSession, { refreshToken: tokens.refreshToken });
  });
});

describe("a sign-in is refused", () => {
  test.each<[string, Departures]>([
    ["on another origin", { origin: "http://satchel.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["for another challenge", { challenge: Buffer.alloc(62).toString("base64url") }],
    ["inside a foreign page", { crossOrigin: true }],
    ["without proof of its user", { userVerified: false }],
    ["that was tampered with", { tamper: true }],
    ["that names no user", { userHandle: undefined }],
    ["that names a user who is not there", { userHandle: Buffer.alloc(16).toString("base64url") }],
    ["of a passkey that is not there", { credentialId: Buffer.alloc(32).toString("base64url") }],
  ])("given an answer %s", async (_, departures) => {
    const { authenticator } = await use.holder();

    await expect(use.signInWith(await use.answer(authenticator, departures))).rejects.toMatchObject(REFUSED);
  });

  test("given an answer that was used, or whose challenge was, or is too old", async () => {
    const { authenticator } = await use.holder();
    const { options } = await identity.send(BeginPasskeySignIn, { client: "home" });
    const used = authenticator.get(options);
    await use.signInWith(used);

    await expect(use.signInWith(used)).rejects.toMatchObject(REFUSED);
    await expect(use.signInWith(authenticator.get(options))).rejects.toMatchObject(REFUSED);
    const late = await use.answer(authenticator);
    identity.passTime(CHALLENGE_SECONDS * 1000);
    await expect(use.signInWith(late)).rejects.toMatchObject(REFUSED);
  });

  test("given the challenge of a registration", async () => {
    const { userId, authenticator } = await use.holder();
    const { options } = await identity.send(BeginPasskey, { userId });

    const response = authenticator.get({ ...options, rpId: "satchel.example" });
    await expect(use.signInWith(response)).rejects.toMatchObject(REFUSED);
  });

  test("given one answer sent 20 times at once, then one session begins", async () => {
    const { authenticator } = await use.holder(true);
    const response = await use.answer(authenticator);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => use.signInWith(response)));

    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("given another's passkey, when it names a user who has one, then neither is signed in", async () => {
    const [anna, berta] = [await use.holder(), await use.holder()];

    const asBerta = await use.answer(anna.authenticator, { userHandle: berta.authenticator.userHandle });
    await expect(use.signInWith(asBerta)).rejects.toMatchObject(REFUSED);
    const withHerId = await use.answer(anna.authenticator, {
      userHandle: berta.authenticator.userHandle,
      credentialId: berta.authenticator.credentialId,
    });
    await expect(use.signInWith(withHerId)).rejects.toMatchObject(REFUSED);
  });

  test("given a counter that did not increase, then the sign-in is refused and logged: there may be a copy", async () => {
    const { userId, authenticator } = await use.holder();
    authenticator.counter = 41;
    await use.signInWith(await use.answer(authenticator));

    for (const counter of [42, 7, 0]) {
      await expect(use.signInWith(await use.answer(authenticator, { counter }))).rejects.toMatchObject(REFUSED);
    }
    expect(identity.log.some((line) => line.includes(userId) && line.includes("there may be a copy"))).toBe(true);
    authenticator.counter = 42;
    expect(await use.signInWith(await use.answer(authenticator))).toMatchObject({ userId });
  });

  test("given a passkey that was removed, then it does not sign in, and its owner got a mail", async () => {
    const { userId, email, authenticator, passkey } = await use.holder();
    await identity.send(RemovePasskey, { userId, passkeyId: passkey.id, locale: "de" });

    expect(await use.passkeysOf(userId)).toEqual([]);
    await expect(use.signInWith(await use.answer(authenticator))).rejects.toMatchObject(REFUSED);
    await eventually(async () => {
      expect(await use.mailsAbout(email, "Ein Passkey wurde aus deinem Satchel-Konto entfernt")).toHaveLength(1);
    });
  });

  test("given an account that was erased, then its passkey does not sign in, and none can be added", async () => {
    const { userId, authenticator } = await use.holder();
    const { options } = await identity.send(BeginPasskey, { userId });
    const subject = aggregateSubject(userId, "identity");
    await identity.journal.append({
      subject,
      event: { id: randomUUID(), type: "UserErased", data: {} },
      expected: (await identity.journal.last(subject))?.sequence ?? 0,
    });

    await expect(use.signInWith(await use.answer(authenticator))).rejects.toMatchObject(REFUSED);
    const response = new SoftwareAuthenticator(ORIGIN).create(options);
    await expect(identity.send(AddPasskey, { userId, name: "Phone", response, locale: "en" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("given a client with too many wrong answers, then it is limited, and other clients are not", async () => {
    const { userId, authenticator } = await use.holder(true);
    const client = randomUUID();
    const wrong = await use.answer(authenticator, { tamper: true });
    const tries = await Promise.allSettled(
      Array.from({ length: WRONG_TRIES_PER_CLIENT + 1 }, () => use.signInWith(wrong, client)),
    );

    expect(tries.every(({ status }) => status === "rejected")).toBe(true);
    await expect(use.signInWith(await use.answer(authenticator), client)).rejects.toMatchObject({ code: "limited" });
    expect(await use.signInWith(await use.answer(authenticator))).toMatchObject({ userId });
  });
});
