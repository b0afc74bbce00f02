import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ACCESS_TOKEN_SECONDS,
  EndSession,
  RefreshSession,
  SESSION_SECONDS,
  type SessionTokens,
  texts,
  type UserId,
  REFRESH_GRACE_MS,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { claimsOf, codeIn, type RunningIdentity, runIdentity } from "../test/running-identity.ts";

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

  test("given 20 tabs, when they renew with the same token at once, then all get on, and with any of their answers", async () => {
    const first = await identity.signIn(someone());
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    identity.passTime(REFRESH_GRACE_MS);

    const last = answers.at(-1) as SessionTokens;
    expect(new Set(answers.map(({ refreshToken }) => refreshToken))).toEqual(new Set([last.refreshToken]));
    expect(await refresh(last)).toMatchObject({ userId: first.userId });
  });

  test("given a token that was traded in, when it is used after the grace, then the session is over for everybody", async () => {
    const first = await identity.signIn(someone());
    const second = await refresh(first);
    identity.passTime(REFRESH_GRACE_MS);

    await expect(refresh(first)).rejects.toMatchObject(ended);
    await expect(refresh(second)).rejects.toMatchObject(ended);
  });

  test("given two sessions of one user, when one is ended by a reuse, then the other goes on", async () => {
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

  test.each(["", "garbage", "*.>", `${randomUUID()}.${"a".repeat(43)}`])(
    "given the token %j, which is nobody's, then it is refused",
    async (refreshToken) => {
      await expect(refresh({ refreshToken })).rejects.toMatchObject(ended);
    },
  );
});

describe("ending a session", () => {
  test("given a session, when it is ended, then it can't be renewed, and ending it once more is no error", async () => {
    const tokens = await identity.signIn(someone());
    const { sub: userId, sid: sessionId } = claimsOf(tokens);

    expect(await identity.send(EndSession, { userId, sessionId })).toEqual({});
    await expect(refresh(tokens)).rejects.toMatchObject(ended);
    expect(await identity.send(EndSession, { userId, sessionId })).toEqual({});
  });

  test("given another user's session, when somebody ends it, then it goes on", async () => {
    const tokens = await identity.signIn(someone());
    const { sid: sessionId } = claimsOf(tokens);

    await identity.send(EndSession, { userId: randomUUID() as UserId, sessionId });
    expect(await refresh(tokens)).toMatchObject({ userId: tokens.userId });
  });
});

test("given a sign-in, a renewal and a reuse, then neither what the bus stores nor the log holds a code or a token", async () => {
  const address = someone();
  const first = await identity.signIn(address);
  const second = await refresh(first);
  identity.passTime(REFRESH_GRACE_MS);
  await expect(refresh(first)).rejects.toMatchObject(ended);
  const code = codeIn((await identity.mailsTo(address)).at(-1) ?? "");

  const stored = await contents(identity.nats.storeDir);
  const log = identity.log.join("\n");
  const secrets = [first, second].flatMap(({ accessToken, refreshToken }) => [
    accessToken,
    accessToken.split(".")[2] ?? "",
    refreshToken.split(".")[1] ?? "",
  ]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    expect(stored.includes(secret)).toBe(false);
    expect(log.includes(secret)).toBe(false);
  }
  const alone = new RegExp(`(?<!\\d)${code}(?!\\d)`);
  expect(alone.test(stored)).toBe(false);
  expect(alone.test(log)).toBe(false);
  // The session's id is stored and logged: what was searched is where secrets would be.
  expect(stored).toContain(claimsOf(first).sid);
  expect(log).toContain(claimsOf(first).sid);
});

/** All files below a folder, as Latin-1, so that every octet is a character. */
async function contents(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
  return texts.join("\n");
}
