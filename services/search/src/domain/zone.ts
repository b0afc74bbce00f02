import { Temporal } from "temporal-polyfill";

/**
 * When a day begins in a zone.
 * @param zone a name of the IANA database; undefined, or one that this system does not know: UTC
 * @param day when it begins in UTC
 * @returns milliseconds since 1970
 */
export function startIn(zone: string | undefined, day: Date): number {
  const start = Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO("UTC").toPlainDateTime();
  try {
    return start.toZonedDateTime(zone ?? "UTC").epochMilliseconds;
  } catch {
    return day.getTime();
  }
}
