import {
  CONNECTION_SECONDS,
  REFRESH_GRACE_MS,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  type UserId,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { beginSession, extendConnection, refreshSession, type Session } from "./session.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 12);
const userId = "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId;
const begun = (stayLoggedIn = true): Session =>
  beginSession({ userId, stayLoggedIn, verified: true, device: "Firefox on Linux" }, "first", NOW);

const rotated = (session: Session, presented: string, next: string, now: number): Session => {
  const refresh = refreshSession(session, presented, next, now);
  if (refresh.kind !== "rotated") throw new Error(`a rotation was expected, not ${refresh.kind}`);
  return refresh.session;
};

describe("the life of a session", () => {
  test.each([
    [true, SESSION_SECONDS_STAY],
    [false, SESSION_SECONDS],
  ])("given stay logged in is %s, then the session lives %i seconds, however often it is renewed", (stay, seconds) => {
    const last = NOW + seconds * 1000 - 1;
    const session = rotated(begun(stay), "first", "second", last);

    expect(refreshSession(session, "second", "third", last + 1)).toEqual({ kind: "gone" });
  });

  test("given no session, when a token is presented, then it is gone", () => {
    expect(refreshSession(undefined, "first", "second", NOW)).toEqual({ kind: "gone" });
  });

  test("given a verified session, when it is renewed, then user, verification and end stay", () => {
    const session = begun();
    const { userId: user, verified, expiresAt, createdAt } = rotated(session, "first", "second", NOW + 60_000);
    expect({ user, verified, expiresAt, createdAt }).toEqual({
      user: userId,
      verified: true,
      expiresAt: session.expiresAt,
      createdAt: NOW,
    });
  });
});

describe("an old token", () => {
  const later = NOW + 600_000;

  test("given a token that was just traded in, when another tab presents it within the grace, then it gets the same answer", () => {
    const session = rotated(begun(), "first", "second", later);
    expect(refreshSession(session, "first", "second", later + REFRESH_GRACE_MS - 1)).toEqual({
      kind: "repeated",
      session,
    });
  });

  test("given a token that was traded in, when it is presented after the grace, then it is a reuse", () => {
    const session = rotated(begun(), "first", "second", later);
    expect(refreshSession(session, "first", "second", later + REFRESH_GRACE_MS)).toEqual({ kind: "reused" });
  });

  test("given a token two rotations old, when it is presented at once, then it is a reuse", () => {
    const session = rotated(rotated(begun(), "first", "second", later), "second", "third", later + 1);
    expect(refreshSession(session, "first", "second", later + 2)).toEqual({ kind: "reused" });
  });

  test("given a session never renewed, when a made-up token is presented, then it is a reuse", () => {
    expect(refreshSession(begun(), "made up", "next", later)).toEqual({ kind: "reused" });
  });
});

describe("the session of a connected extension", () => {
  const life = CONNECTION_SECONDS * 1000;
  const connected = beginSession(
    { userId, stayLoggedIn: true, verified: true, device: "Chrome extension", extension: "chrome" },
    "token",
    NOW,
  );

  test("given it is used, then its token stays and its expiry moves; without use it expires", () => {
    const last = NOW + life - 1;
    const used = extendConnection(connected, "token", last);

    expect(used).toEqual({ ...connected, lastUsedAt: last, expiresAt: last + life });
    expect(extendConnection(used, "token", last + life - 1)).toBeDefined();
    expect(extendConnection(connected, "token", last + 1)).toBeUndefined();
  });

  test("given a wrong token, an ended session or one of the page, then nothing is extended", () => {
    expect(extendConnection(connected, "made up", NOW)).toBeUndefined();
    expect(extendConnection(undefined, "token", NOW)).toBeUndefined();
    expect(extendConnection(begun(), "first", NOW)).toBeUndefined();
  });

  test("given its token where one of the page is expected, then it is refused and the session stays", () => {
    expect(refreshSession(connected, "token", "next", NOW)).toEqual({ kind: "gone" });
  });
});
