import type { Temporal } from "temporal-polyfill";
import { inZone } from "./zone.ts";

/** Years back in which a link of this day is looked for. */
const YEARS = 15;

/** A day: from its beginning until that of the next. */
export interface Day {
  readonly from: Date;
  readonly until: Date;
}

/** This day in earlier years, in a zone ({@link inZone}): the last first. The 29th of February is there in leap years alone. */
export function earlierDays(now: Date, zone: string): Day[] {
  const zoned = inZone(now, zone);
  const today = zoned.toPlainDate();
  const startOf = (date: Temporal.PlainDate): Date =>
    new Date(date.toZonedDateTime(zoned.timeZoneId).epochMilliseconds);
  return Array.from({ length: YEARS }, (_, n) => today.year - 1 - n).flatMap((year) => {
    const day = today.with({ year });
    return day.day === today.day ? [{ from: startOf(day), until: startOf(day.add({ days: 1 })) }] : [];
  });
}
