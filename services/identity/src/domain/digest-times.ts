import type { DigestTimes } from "@satchel/contracts";
import { Temporal } from "temporal-polyfill";

/** Whether a zone is in the database of this system. */
export function isZone(zone: string): boolean {
  try {
    // A fixed offset (+01:00) is a zone to Temporal, but knows no daylight saving.
    return /^[A-Za-z]/.test(zone) && Temporal.Now.zonedDateTimeISO(zone).timeZoneId !== "";
  } catch {
    return false;
  }
}

/**
 * When the first digest after a time comes. Where the clocks are put forward over its hour, it comes when that hour would have
 * begun; where the hour is there twice, it comes once, the first time.
 * @returns undefined without digests. In UTC where this system, unlike the one before, does not know the zone: the digests of
 * others must not wait for it
 */
export function nextDigestAt({ every, weekday, hour, zone: chosen }: DigestTimes, after: Date): Date | undefined {
  if (every === "never") return undefined;
  const zone = isZone(chosen) ? chosen : "UTC";
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone);
  const today = from.toPlainDate();
  const days = every === "day" ? 0 : (weekday - today.dayOfWeek + 7) % 7;
  const at = (date: Temporal.PlainDate): Temporal.ZonedDateTime =>
    date.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) });
  const first = at(today.add({ days }));
  const next =
    Temporal.ZonedDateTime.compare(first, from) > 0 ? first : at(today.add({ days: days + (every === "day" ? 1 : 7) }));
  return new Date(next.epochMilliseconds);
}

/** The beginning of what a digest is about: the time of the one before, a day or a week earlier. */
export const digestSince = ({ every }: Pick<DigestTimes, "every">, at: Date): Date =>
  new Date(at.getTime() - (every === "week" ? 7 : 1) * 24 * 3600 * 1000);
