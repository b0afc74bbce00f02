import { REMINDER_SECONDS, type RemindOn, timeOfInstant } from "@satchel/contracts";
import { Temporal } from "temporal-polyfill";
import { inZone } from "./zone.ts";

/** The earliest time of a reminder: an undo may set one again that has come already. */
const EARLIEST = Date.UTC(2000, 0);

/** Whether a text in the form of an instant is a time at which a link can be shown again. */
export function isReminderTime(text: string, now: Date): boolean {
  const at = timeOfInstant(text)?.getTime() ?? Number.NaN;
  return at >= EARLIEST && at <= now.getTime() + REMINDER_SECONDS * 1000;
}

/** The hour at which a link is shown again whose reminder names a day. */
const HOUR = 9;

/**
 * When a link is shown again that a mail asks to be reminded of: at nine of that day. A weekday is the next one, never
 * today.
 * @param zone of its owner; UTC where it is not known
 * @returns undefined where that time is over
 */
export function reminderAt(on: RemindOn, zone: string, now: Date): string | undefined {
  const from = inZone(now, zone);
  const today = from.toPlainDate();
  const day =
    "days" in on
      ? today.add({ days: on.days })
      : "months" in on
        ? today.add({ months: on.months })
        : "weekday" in on
          ? today.add({ days: ((on.weekday - today.dayOfWeek + 6) % 7) + 1 })
          : Temporal.PlainDate.from(on.date);
  const at = day.toZonedDateTime({ timeZone: from.timeZoneId, plainTime: new Temporal.PlainTime(HOUR) });
  const text = new Date(at.epochMilliseconds).toISOString();
  return at.epochMilliseconds > now.getTime() && isReminderTime(text, now) ? text : undefined;
}
