import { randomUUID } from "node:crypto";
import { createLogger, openEndedSessions, openUserRecords } from "@satchel/chassis";
import {
  ACCESS_TOKEN_SECONDS,
  aggregateSubject,
  EndSession,
  ListSessions,
  REFRESH_GRACE_MS,
  RefreshSession,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  SESSIONS_PER_USER,
  type SessionId,
  type SessionTokens,
  texts,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { byPassword, PASSWORD, signedUp } from "../../test/passwords.ts";
import { claimsOf, guess, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";
import { openAccounts } from "../accounts/accounts.ts";
import type { Session } from "../domain/session.ts";
import { accessTokenSigner } from "../secrets/access-tokens.ts";
import { openSessions, SESSIONS } from "../store/sessions.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const refresh = ({ refreshToken }: Pick<SessionTokens, "refreshToken">): Promise<SessionTokens> =>
  identity.send(RefreshSession, { refreshToken });
const ended = { code: "unauthenticated", message: texts.session.expired };

describe("renewing a session", () => {
  test("given a session, when it is renewed again and again, then each token is new and the session the same", async () => {
    const first = await identity.signIn(someone());
    const second = await refresh(first);
    const third = await refresh(second);

    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect([second, third].map((tokens) => claimsOf(tokens).sid)).toEqual(Array(2).fill(claimsOf(first).sid));
    expect(third).toMatchObject({ userId: first.userId, stayLoggedIn: true, accessSeconds: ACCESS_TOKEN_SECONDS });
    expect(claimsOf(third).ver).toBe(true);
  });

  test("given 20 tabs, when they renew with the same token at once, then all succeed, and each answer is usable", async () => {
    const first = await identity.signIn(someone());
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    identity.passTime(REFRESH_GRACE_MS);

    const last = answers.at(-1) as SessionTokens;
    expect(new Set(answers.map(({ refreshToken }) => refreshToken))).toEqual(new Set([last.refreshToken]));
    expect(await refresh(last)).toMatchObject({ userId: first.userId });
  });

  test("given a replaced token, when it is used after the grace period, then the session ends for all its holders", async () => {
    const first = await identity.signIn(someone());
    const second = await refresh(first);
    identity.passTime(REFRESH_GRACE_MS);

    await expect(refresh(first)).rejects.toMatchObject(ended);
    await expect(refresh(second)).rejects.toMatchObject(ended);
  });

  test("given two sessions of one user, when one ends because of a reused token, then the other stays valid", async () => {
    const address = someone();
    const [one, other] = [await identity.signIn(address), await identity.signIn(address)];
    await refresh(one);
    identity.passTime(REFRESH_GRACE_MS);
    await expect(refresh(one)).rejects.toMatchObject(ended);

    expect(await refresh(other)).toMatchObject({ userId: one.userId });
  });

  test("given a session about to end, when it is renewed, then its access token ends with it", async () => {
    const tokens = await identity.signIn(someone(), false);
    identity.passTime((SESSION_SECONDS - 60) * 1000);
    const renewed = await refresh(tokens);
    expect(renewed.accessSeconds).toBeLessThanOrEqual(60);
    expect(renewed.refreshSeconds).toBeLessThanOrEqual(60);

    identity.passTime(60_000);
    await expect(refresh(renewed)).rejects.toMatchObject(ended);
  });

  test.each(["", "garbage", "*.*.>", `${randomUUID()}.${randomUUID()}.${"a".repeat(43)}`])(
    "given the unknown token %j, then it is refused",
    async (refreshToken) => {
      await expect(refresh({ refreshToken })).rejects.toMatchObject(ended);
    },
  );
});

describe("ending a session", () => {
  test("given a session, when it is ended, then it can't be renewed, and ending it once more is no error", async () => {
    const tokens = await identity.signIn(someone());
    const { sub: userId, sid: sessionId } = claimsOf(tokens);

    expect(await identity.send(EndSession, { userId, sessionId })).toEqual({ ended: true });
    await expect(refresh(tokens)).rejects.toMatchObject(ended);
    expect(await identity.send(EndSession, { userId, sessionId })).toEqual({ ended: false });
  });

  test("given another user's session, when somebody ends it, then it stays valid", async () => {
    const tokens = await identity.signIn(someone());
    const { sid: sessionId } = claimsOf(tokens);

    const ending = await identity.send(EndSession, { userId: randomUUID() as UserId, sessionId });
    expect(ending).toEqual({ ended: false });
    expect(await refresh(tokens)).toMatchObject({ userId: tokens.userId });
  });
});

/** Whether the gateways are informed that this session has ended. */
const isTold = async (tokens: SessionTokens): Promise<boolean> => {
  const { sub, sid } = claimsOf(tokens);
  return (await openEndedSessions(identity.bus)).has(sub, sid);
};

describe("the end of a session", () => {
  test("given a session, when it is ended, then every gateway learns of it, and of no other session", async () => {
    const address = someone();
    const [one, other] = [await identity.signIn(address), await identity.signIn(address)];
    const { sub: userId, sid: sessionId } = claimsOf(one);
    await identity.send(EndSession, { userId, sessionId });

    expect(await isTold(one)).toBe(true);
    expect(await isTold(other)).toBe(false);
  });

  test("given a refresh token that was replaced, when it is used after the grace period, then every gateway learns that the session has ended", async () => {
    const first = await identity.signIn(someone());
    await refresh(first);
    identity.passTime(REFRESH_GRACE_MS);
    await expect(refresh(first)).rejects.toMatchObject(ended);
    expect(await isTold(first)).toBe(true);
  });

  test("given a session that is being renewed, when it is ended, then none of its tokens renews it again", async () => {
    for (let round = 0; round < 5; round++) {
      const first = await identity.signIn(someone());
      const { sub: userId, sid: sessionId } = claimsOf(first);
      const renewals = () => Array.from({ length: 10 }, () => refresh(first));
      const end = identity.send(EndSession, { userId, sessionId });
      const results = await Promise.allSettled([...renewals(), end, ...renewals()]);

      const renewed = results.flatMap((result) =>
        result.status === "fulfilled" && "refreshToken" in result.value ? [result.value] : [],
      );
      for (const tokens of [first, ...renewed]) await expect(refresh(tokens)).rejects.toMatchObject(ended);
      expect(await identity.send(ListSessions, { userId })).toEqual({ sessions: [] });
    }
  });

  test("given a session that was ended, when the sign-in that began it is sent again, then it stays ended", async () => {
    const address = someone();
    const commandId = randomUUID();
    const payload = guess(address, await identity.codeFor(address));
    const tokens = await identity.send(VerifyCode, payload, commandId);
    const { sub: userId, sid: sessionId } = claimsOf(tokens);
    await identity.send(EndSession, { userId, sessionId });

    expect(await identity.sendAgain(VerifyCode, payload, commandId)).toMatchObject({
      ok: false,
      error: { code: "unauthenticated" },
    });
    expect(await identity.send(ListSessions, { userId })).toEqual({ sessions: [] });
  });

  test("given an account that was erased between the code and the session, when the session begins, then it is refused", async () => {
    const { userId } = await identity.signIn(someone());
    const { ADDRESS_KEY: key, TOKEN_KEY } = identity.config;
    const ended = await openEndedSessions(identity.bus);
    const sessions = openSessions({
      records: await openUserRecords<SessionId, Session>(identity.bus, SESSIONS.bucket, SESSIONS.lifetime),
      ended,
      accounts: openAccounts(identity.journal, key),
      signAccessToken: accessTokenSigner(TOKEN_KEY),
      key: TOKEN_KEY,
      clock: Date.now,
      logger: createLogger("test", "silent"),
    });
    const subject = aggregateSubject(userId, "identity");
    const expected = (await identity.journal.last(subject))?.sequence ?? 0;
    await identity.journal.append({ subject, event: { id: randomUUID(), type: "UserErased", data: {} }, expected });

    const sessionId = randomUUID() as SessionId;
    const session = { userId, stayLoggedIn: true, verified: true, device: "Firefox on Linux" };
    await expect(sessions.begin(sessionId, session, false)).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await sessions.list(userId)).map((info) => info.sessionId)).not.toContain(sessionId);
    expect(await ended.has(userId, sessionId)).toBe(true);
  });
});

describe("the sessions of a user", () => {
  test("given two devices, when their sessions are listed, then the last used comes first, with device and times", async () => {
    const address = someone();
    const code = await identity.codeFor(address);
    const phone = await identity.send(VerifyCode, { ...guess(address, code), device: "Safari on iOS" });
    identity.passTime(60_000);
    const laptop = await identity.signIn(address, false);
    await identity.signIn(someone());
    const { userId } = phone;
    const list = async () => (await identity.send(ListSessions, { userId })).sessions;

    expect((await list()).map(({ device }) => device)).toEqual(["Firefox on Linux", "Safari on iOS"]);
    identity.passTime(60_000);
    await refresh(phone);
    const [first, second] = await list();
    expect([first?.sessionId, second?.sessionId]).toEqual([claimsOf(phone).sid, claimsOf(laptop).sid]);
    expect(first).toMatchObject({ device: "Safari on iOS", verified: true });
    const times = [first?.createdAt, first?.lastUsedAt, first?.expiresAt].map((time) => Date.parse(time ?? ""));
    const [created = 0, used = 0, expires = 0] = times;
    expect(used - created).toBeGreaterThanOrEqual(120_000);
    expect(expires - created).toBe(SESSION_SECONDS_STAY * 1000);

    identity.passTime(SESSION_SECONDS * 1000);
    expect((await list()).map(({ sessionId }) => sessionId)).toEqual([claimsOf(phone).sid]);
  });

  inProof("given the maximum of sessions, when one more begins, then the least recently used one ends", async () => {
    const address = someone();
    const first = await signedUp(identity, address, PASSWORD);
    const second = await byPassword(identity, address, PASSWORD);
    for (let i = 2; i < SESSIONS_PER_USER; i++) await byPassword(identity, address, PASSWORD);
    const renewed = await refresh(first);
    await byPassword(identity, address, PASSWORD);

    await expect(refresh(second)).rejects.toMatchObject(ended);
    expect(await isTold(second)).toBe(true);
    expect(await refresh(renewed)).toBeDefined();
    expect((await identity.send(ListSessions, { userId: first.userId })).sessions).toHaveLength(SESSIONS_PER_USER);
  });
});
