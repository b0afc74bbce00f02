import { Temporal } from "temporal-polyfill";

/**
 * A time in a zone.
 * @param zone a name of the IANA database that was checked when it was chosen; UTC where this system does not know it any more
 */
export function inZone(time: Date, zone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(time.getTime());
  try {
    return instant.toZonedDateTimeISO(zone);
  } catch {
    return instant.toZonedDateTimeISO("UTC");
  }
}
