import { REFRESH_SECONDS, REFRESHES_PER_MINUTE } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideRefresh, RefreshCounts, type RefreshState } from "./refresh.ts";

const now = new Date("2026-02-01T12:00:00.000Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const link: RefreshState = { url: "https://a.example/", deletedAt: null, requestedAt: null, isPending: false };
const requested = { kind: "event", event: { type: "LinkRefreshRequested", data: { url: link.url } } };

describe("requesting a refetch of a link's page", () => {
  test("given it was described, or could not be had, then it is asked for", () => {
    expect(decideRefresh(link, now)).toEqual(requested);
  });

  test("given a page that waits for its next attempt, then a refetch is requested at once", () => {
    expect(decideRefresh({ ...link, requestedAt: ago(REFRESH_SECONDS) }, now)).toEqual(requested);
  });

  test.each([
    ["there is no such link", undefined],
    ["it was deleted", { ...link, deletedAt: ago(1) }],
  ])("given %s, then it is not found", (_, state) => {
    expect(decideRefresh(state, now)).toMatchObject({ kind: "rejected", error: { code: "not-found" } });
  });

  test("given a recent request that is still pending, then there is nothing to do", () => {
    expect(decideRefresh({ ...link, requestedAt: ago(1), isPending: true }, now)).toEqual({
      kind: "nothing",
      result: {},
    });
  });

  test("given a refetch was answered a moment ago, then it is too early, with the time from which it is possible", () => {
    expect(decideRefresh({ ...link, requestedAt: ago(REFRESH_SECONDS - 20) }, now)).toMatchObject({
      kind: "rejected",
      error: { code: "limited", retryAfter: 20 },
    });
  });
});

describe("counting the requests of users", () => {
  const full = (): RefreshCounts<string> => {
    const counts = new RefreshCounts<string>();
    for (let n = 0; n < REFRESHES_PER_MINUTE; n++) expect(counts.take("ada", n)).toBe(0);
    return counts;
  };

  test("given a minute's worth, then the next one waits until the oldest is a minute old", () => {
    expect(full().take("ada", 1000)).toBe(59_000);
  });

  test("given a minute's worth of one user, then another one may ask", () => {
    expect(full().take("eve", 1000)).toBe(0);
  });

  test("given a minute went by, then they may ask again", () => {
    expect(full().take("ada", 60_000)).toBe(0);
  });

  test("given refused calls, then they do not count", () => {
    const counts = full();
    for (let at = 1000; at < 50_000; at += 1000) counts.take("ada", at);
    expect(counts.take("ada", 60_000)).toBe(0);
  });
});
