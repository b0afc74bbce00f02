import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { DIGEST_BOUNCES, ZONE_CHARS } from "../limits/index.ts";
import { Instant } from "../ids.ts";
import { Locale } from "../locale.ts";
import { defineEvent, type EventOf } from "./define.ts";

/**
 * When an account gets its digest: each day, or each week on a day (1 is Monday, ISO 8601), at an hour of its zone (a name of the
 * IANA time zone database). `never` is no digest.
 */
export const DigestTimes = Type.Object({
  every: Type.Enum(["never", "day", "week"]),
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  zone: Type.String({ minLength: 1, maxLength: ZONE_CHARS }),
  language: Locale,
});
export type DigestTimes = Static<typeof DigestTimes>;

/** The digest of an account after an event: so the last event says all. `nextAt` is null without a further digest. */
const Digest = {
  ...DigestTimes.properties,
  nextAt: Nullable(Instant),
  /** Digests that came back one after another, since it was chosen. */
  bounces: Type.Integer({ minimum: 0, maximum: DIGEST_BOUNCES }),
};

/** The owner chose when to get a digest, or stopped it. The events of a digest are an aggregate of their own (`digestSubject`). */
export const DigestChosen = defineEvent("identity", "DigestChosen", Digest);

/** It is time for a digest. It is about what happened since `since`. */
export const DigestDue = defineEvent("identity", "DigestDue", { ...Digest, since: Instant });

/** A digest came back: its address takes no mail. After {@link DIGEST_BOUNCES} there is none any more. */
export const DigestBounced = defineEvent("identity", "DigestBounced", Digest);

export const digestEvents = [DigestChosen, DigestDue, DigestBounced] as const;
export type DigestEvent = EventOf<(typeof digestEvents)[number]>;
