import { expect, test, vi } from "vitest";
import { SESSION_MS, SESSIONS, WRONG_TOKENS, WRONG_TOKENS_MS } from "../limits.ts";
import { openSessions } from "./sessions.ts";

const TOKEN = "the-operators-own-token-of-some-length";

function at(start = 0) {
  let time = start;
  return {
    sessions: openSessions(TOKEN, () => time),
    later: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test("given the right token, when it is entered, then there is a session until it expires", () => {
  const { sessions, later } = at();
  const { secret } = sessions.signIn(TOKEN) as { secret: string };

  expect(sessions.find(secret)).toMatchObject({ csrf: expect.stringMatching(/^.{43}$/) });
  expect(sessions.find(`${secret}x`)).toBeUndefined();
  later(SESSION_MS);
  expect(sessions.find(secret)).toBeUndefined();
});

test("given a session, when it is signed out, then it is not valid any more", () => {
  const { sessions } = at();
  const { secret } = sessions.signIn(TOKEN) as { secret: string };
  sessions.signOut(secret);

  expect(sessions.find(secret)).toBeUndefined();
});

test("given as many sessions as there may be, when one more begins, then the oldest alone ends", () => {
  const { sessions } = at();
  const secrets = Array.from({ length: SESSIONS + 1 }, () => (sessions.signIn(TOKEN) as { secret: string }).secret);

  expect(secrets.map((secret) => sessions.find(secret) !== undefined)).toEqual([
    false,
    ...secrets.slice(1).map(() => true),
  ]);
});

test("given too many wrong tokens, then the right one is refused too, until the first of them is old enough", () => {
  const { sessions, later } = at();
  for (let i = 0; i < WRONG_TOKENS; i++) expect(sessions.signIn(`wrong ${i}`)).toBe("wrong");

  expect(sessions.signIn(TOKEN)).toEqual({ retryAfter: WRONG_TOKENS_MS / 1000 });
  later(WRONG_TOKENS_MS);
  expect(sessions.signIn(TOKEN)).toHaveProperty("secret");
});

test("given a machine's clock that is set back by a day, then wrong tokens and sessions last as long as ever", () => {
  vi.useFakeTimers({ now: 86_400_000, toFake: ["Date", "performance"] });
  try {
    const sessions = openSessions(TOKEN);
    const { secret } = sessions.signIn(TOKEN) as { secret: string };
    for (let i = 0; i < WRONG_TOKENS; i++) sessions.signIn(`wrong ${i}`);

    vi.setSystemTime(0);
    vi.advanceTimersByTime(WRONG_TOKENS_MS);
    expect(sessions.signIn(TOKEN)).toHaveProperty("secret");
    vi.advanceTimersByTime(SESSION_MS);
    expect(sessions.find(secret)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
