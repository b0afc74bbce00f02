import type { Decision, DigestEvent, DigestTimes } from "@satchel/contracts";
import { expect, test } from "vitest";
import { bounceDigest, chooseDigest, dueDigest, stopDigest } from "./digest.ts";

const daily: DigestTimes = { every: "day", weekday: 1, hour: 7, zone: "Europe/Berlin", language: "de" };
const now = new Date("2026-11-26T12:00:00.000Z");
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);

const eventOf = (decision: Decision<DigestEvent, unknown>): DigestEvent => {
  if (decision.kind !== "event") throw new Error(`it is ${decision.kind}`);
  return decision.event;
};
const chosen = eventOf(chooseDigest(undefined, daily, now));
const due = eventOf(dueDigest(chosen, days(1)));

test("a chosen digest comes next at its time; chosen again, nothing changes", () => {
  expect(chosen).toEqual({
    type: "DigestChosen",
    data: { ...daily, nextAt: "2026-11-27T06:00:00.000Z", bounces: 0 },
  });
  expect(chooseDigest(chosen, daily, now)).toEqual({ kind: "nothing", result: { nextAt: chosen.data.nextAt } });
  expect(eventOf(chooseDigest(chosen, { ...daily, every: "never" }, now)).data.nextAt).toBeNull();
  expect(chooseDigest(undefined, { ...daily, zone: "Mars/Olympus" }, now)).toMatchObject({ kind: "rejected" });
});

test("it is due at its time, once; those that were missed come as one", () => {
  expect(dueDigest(undefined, now).kind).toBe("nothing");
  expect(dueDigest(chosen, now).kind).toBe("nothing");
  expect(due.data).toMatchObject({ nextAt: "2026-11-28T06:00:00.000Z", since: "2026-11-26T06:00:00.000Z" });
  expect(dueDigest(due, days(1)).kind).toBe("nothing");
  expect(eventOf(dueDigest(chosen, days(30))).data).toMatchObject({ nextAt: "2026-12-27T06:00:00.000Z" });
});

test("the link of a mail stops it, and nothing else happens after", () => {
  const stopped = eventOf(stopDigest(due));
  expect(stopped.data).toMatchObject({ every: "never", nextAt: null, zone: "Europe/Berlin" });
  for (const last of [undefined, stopped]) {
    expect(stopDigest(last).kind).toBe("nothing");
    expect(bounceDigest(last).kind).toBe("nothing");
    expect(dueDigest(last, days(9)).kind).toBe("nothing");
  }
});

test("two that come back in a row stop it; one that arrived between begins anew; one counts once", () => {
  const once = eventOf(bounceDigest(due));
  expect(once.data).toMatchObject({ bounces: 1, every: "day", nextAt: due.data.nextAt });
  expect(bounceDigest(once).kind).toBe("nothing");
  expect(bounceDigest(chosen).kind).toBe("nothing");
  const second = eventOf(dueDigest(once, days(2)));
  const third = eventOf(dueDigest(second, days(3)));
  expect([second.data.bounces, third.data.bounces]).toEqual([1, 0]);
  const twice = eventOf(bounceDigest(second));
  expect(twice.data).toMatchObject({ bounces: 2, every: "never", nextAt: null });
  expect(eventOf(chooseDigest(twice, daily, now)).data).toMatchObject({ bounces: 0, every: "day" });
});
