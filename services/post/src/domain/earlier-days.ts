import { Temporal } from "temporal-polyfill";

/** Years back in which a link of this day is looked for. */
const YEARS = 15;

/**
 * This day in earlier years, in a zone: the last first. The 29th of February is there in leap years alone.
 * @param zone a name of the IANA database that was checked when it was chosen; UTC where this system does not know it any more
 */
export function earlierDays(now: Date, zone: string): { readonly from: Date; readonly until: Date }[] {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const today = inZone(instant, zone).toPlainDate();
  return Array.from({ length: YEARS }, (_, n) => today.year - 1 - n).flatMap((year) => {
    const day = today.with({ year });
    if (day.day !== today.day) return [];
    const startOf = (date: Temporal.PlainDate): Date =>
      new Date(date.toZonedDateTime(inZone(instant, zone).timeZoneId).epochMilliseconds);
    return [{ from: startOf(day), until: startOf(day.add({ days: 1 })) }];
  });
}

function inZone(instant: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  try {
    return instant.toZonedDateTimeISO(zone);
  } catch {
    return instant.toZonedDateTimeISO("UTC");
  }
}
