import { randomBytes, randomUUID } from "node:crypto";
import {
  ACCESS_TOKEN_SECONDS,
  TOKEN_CALLS_PER_MINUTE,
  TOKEN_CHECK_SECONDS,
  type ValidApiToken,
  WRONG_TOKENS_PER_MINUTE,
} from "@satchel/contracts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiTokenVerifier } from "./api-token.ts";

const sender = { client: "one", address: "203.0.113.7", device: "curl" };
const someToken = (): string => `satchel_${randomBytes(64).toString("base64url")}`;
const valid = (more: Partial<ValidApiToken> = {}): ValidApiToken =>
  ({ userId: randomUUID(), tokenId: randomUUID(), scopes: ["read"], expiresAt: null, ...more }) as ValidApiToken;

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ["Date", "performance"] }));
afterEach(() => vi.useRealTimers());

/** A verifier, and how often identity was asked. */
function verifierOf(answer: () => ValidApiToken | null) {
  const state = { asked: 0, recheckedAt: undefined as number | undefined };
  const verify = apiTokenVerifier({
    recheckedAt: () => state.recheckedAt,
    ask: async () => {
      state.asked++;
      return answer();
    },
  });
  return { state, verify };
}

test("given a valid token, when it is used, then identity is asked once a minute, and once for calls at the same moment", async () => {
  const token = valid();
  const { state, verify } = verifierOf(() => token);
  const text = someToken();

  const sessions = await Promise.all([verify(text, sender), verify(text, sender), verify(text, sender)]);

  const session = { userId: token.userId, sessionId: token.tokenId, scopes: ["read"], byExtension: false };
  for (const one of sessions) expect(one).toMatchObject(session);
  expect(sessions[0]?.expiresAt).toBe(ACCESS_TOKEN_SECONDS * 1000);
  vi.advanceTimersByTime(TOKEN_CHECK_SECONDS * 1000 - 1);
  await verify(text, sender);
  expect(state.asked).toBe(1);
  vi.advanceTimersByTime(1);
  await verify(text, sender);
  expect(state.asked).toBe(2);
});

test("given a token that expires within the minute, then it is asked about again at that moment", async () => {
  let answer: ValidApiToken | null = valid({ expiresAt: new Date(5000).toISOString() });
  const { verify } = verifierOf(() => answer);
  const text = someToken();
  expect((await verify(text, sender))?.expiresAt).toBe(5000);

  answer = null;
  vi.advanceTimersByTime(5000);

  expect(await verify(text, sender)).toBeUndefined();
});

test("given a wrong token that comes again and again, then identity is asked once a minute; given many different ones, then their sender waits", async () => {
  const { state, verify } = verifierOf(() => null);
  const text = someToken();
  for (let i = 0; i < 2 * WRONG_TOKENS_PER_MINUTE; i++) expect(await verify(text, sender)).toBeUndefined();
  expect(state.asked).toBe(1);

  for (let i = 1; i < WRONG_TOKENS_PER_MINUTE; i++) expect(await verify(someToken(), sender)).toBeUndefined();
  await expect(verify(someToken(), sender)).rejects.toMatchObject({ data: { code: "limited" } });
  expect(await verify(someToken(), { ...sender, client: "another" })).toBeUndefined();
  expect(state.asked).toBe(WRONG_TOKENS_PER_MINUTE + 1);
});

test("given too many calls with one token, then it waits, and another one does not", async () => {
  const [one, other] = [valid(), valid()];
  const texts = [someToken(), someToken()] as const;
  const asked = new Map([
    [texts[0], one],
    [texts[1], other],
  ]);
  const verify = apiTokenVerifier({
    recheckedAt: () => undefined,
    ask: async (text) => asked.get(text) ?? null,
  });
  for (let i = 0; i < TOKEN_CALLS_PER_MINUTE; i++) await verify(texts[0], sender);

  await expect(verify(texts[0], sender)).rejects.toMatchObject({ data: { code: "limited", retryAfter: 60 } });
  expect(await verify(texts[1], sender)).toMatchObject({ userId: other.userId });
});

test("given identity does not answer, then the failure is not remembered", async () => {
  const token = valid();
  let fails = true;
  const { verify } = verifierOf(() => {
    if (fails) throw new Error("no service answered");
    return token;
  });
  const text = someToken();
  await expect(verify(text, sender)).rejects.toThrow("no service answered");

  fails = false;

  expect(await verify(text, sender)).toMatchObject({ userId: token.userId });
});

test("given any text that is no token in form, then identity is not asked", async () => {
  const { state, verify } = verifierOf(() => valid());
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "binary" }).map((text) => `satchel_${text}`),
  );
  const isForm = (text: string): boolean => /^satchel_[A-Za-z0-9_-]{86}$/.test(text);
  await fc.assert(
    fc.asyncProperty(
      texts.filter((text) => !isForm(text)),
      async (text) => {
        expect(await verify(text, sender)).toBeUndefined();
      },
    ),
  );
  expect(state.asked).toBe(0);
});

test("given an account that is suspended and resumed, when its token is used, then what was known before does not count", async () => {
  const token = valid();
  let answer: ValidApiToken | null = token;
  const { state, verify } = verifierOf(() => answer);
  const text = someToken();
  expect(await verify(text, sender)).toBeDefined();

  answer = null;
  state.recheckedAt = 1;
  vi.advanceTimersByTime(2);
  expect(await verify(text, sender)).toBeUndefined();

  answer = token;
  expect(await verify(text, sender)).toBeUndefined();
  state.recheckedAt = 3;
  vi.advanceTimersByTime(2);
  expect(await verify(text, sender)).toBeDefined();
  expect(state.asked).toBe(3);
});

test("given a question that is under way when the account is suspended, then its answer does not count", async () => {
  const { state, verify } = verifierOf(() => {
    state.recheckedAt = performance.now();
    return valid();
  });
  expect(await verify(someToken(), sender)).toBeUndefined();
});

test("given a machine's clock that is set back by a day, then a token that was ended is not taken for longer, nor is one of an account that is suspended", async () => {
  vi.setSystemTime(86_400_000);
  let answer: ValidApiToken | null = valid();
  const { state, verify } = verifierOf(() => answer);
  const [ended, suspended] = [someToken(), someToken()];
  expect(await verify(ended, sender)).toBeDefined();
  expect(await verify(suspended, sender)).toBeDefined();

  answer = null;
  vi.setSystemTime(0);
  state.recheckedAt = performance.now();
  expect(await verify(suspended, sender)).toBeUndefined();

  state.recheckedAt = undefined;
  vi.advanceTimersByTime(TOKEN_CHECK_SECONDS * 1000);
  expect(await verify(ended, sender)).toBeUndefined();
});
