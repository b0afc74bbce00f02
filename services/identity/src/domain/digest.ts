import {
  type Decision,
  DIGEST_BOUNCES,
  type DigestEvent,
  type DigestTimes,
  happened,
  nothingToDo,
  rejected,
  texts,
} from "@satchel/contracts";
import { digestSince, isZone, nextDigestAt } from "./digest-times.ts";

/** The last event of an account's digest, which says all; undefined where it never chose one. */
type LastDigest = DigestEvent | undefined;

/** When the next digest comes, if there is one. */
export interface NextDigest {
  readonly nextAt: string | null;
}

const nextAfter = (times: DigestTimes, after: Date): NextDigest => ({
  nextAt: nextDigestAt(times, after)?.toISOString() ?? null,
});

const nothing = (last: LastDigest): Decision<DigestEvent, NextDigest> =>
  nothingToDo({ nextAt: last?.data.nextAt ?? null });

const KEYS = ["every", "weekday", "hour", "zone", "language"] as const;

/** Chooses when the digest comes; nothing happens where it comes so already. */
export function chooseDigest(last: LastDigest, times: DigestTimes, now: Date): Decision<DigestEvent, NextDigest> {
  if (!isZone(times.zone)) return rejected("rejected", texts.server.invalid);
  const state = last?.data;
  if (state !== undefined && state.bounces === 0 && KEYS.every((key) => state[key] === times[key]))
    return nothing(last);
  return happened({ type: "DigestChosen", data: { ...times, ...nextAfter(times, now), bounces: 0 } });
}

/** Stops the digest, as the link of a mail does. */
export function stopDigest(last: LastDigest): Decision<DigestEvent, NextDigest> {
  if (last === undefined || last.data.every === "never") return nothing(last);
  return happened({ type: "DigestChosen", data: { ...timesOf(last), every: "never", nextAt: null, bounces: 0 } });
}

/** Makes the digest due whose time has come. Of those that were missed meanwhile, one comes. */
export function dueDigest(last: LastDigest, now: Date): Decision<DigestEvent, NextDigest> {
  if (last === undefined || last.data.nextAt === null || new Date(last.data.nextAt) > now) return nothing(last);
  // The one before did not come back.
  const bounces = last.type === "DigestBounced" ? last.data.bounces : 0;
  const since = digestSince(last.data, new Date(last.data.nextAt)).toISOString();
  return happened({ type: "DigestDue", data: { ...timesOf(last), ...nextAfter(last.data, now), bounces, since } });
}

/** Counts a digest that came back, once however many mails say so, and stops them after {@link DIGEST_BOUNCES} in a row. */
export function bounceDigest(last: LastDigest): Decision<DigestEvent, NextDigest> {
  if (last?.type !== "DigestDue" || last.data.every === "never") return nothing(last);
  const bounces = last.data.bounces + 1;
  const ends = bounces >= DIGEST_BOUNCES ? ({ every: "never", nextAt: null } as const) : {};
  return happened({
    type: "DigestBounced",
    data: { ...timesOf(last), nextAt: last.data.nextAt, bounces, ...ends },
  });
}

const timesOf = ({ data: { every, weekday, hour, zone, language } }: DigestEvent): DigestTimes => ({
  every,
  weekday,
  hour,
  zone,
  language,
});
