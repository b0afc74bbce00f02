/** A time that is offered for a reminder; its text is `when.<id>` in the namespace "memories", group "reminder". */
interface OfferedTime {
  readonly id: "evening" | "tomorrow" | "weekend" | "nextWeek" | "nextMonth";
  readonly at: Date;
}

/** The hours of the day at which reminders come. */
const MORNING = 9;
const EVENING = 18;
/** The last hour at which this evening is still offered. */
const LATE = 17;

const SATURDAY = 6;
const MONDAY = 1;

/**
 * The times that are offered for a reminder, the earliest first, each once: this evening, tomorrow, Saturday, Monday, and this
 * day of the next month, in the reader's time zone.
 */
export function offeredTimes(now: Date): OfferedTime[] {
  const dayAt = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const daysTo = (weekday: number): number => ((weekday - now.getDay() + 6) % 7) + 1;
  // The 31st of a month with 30 days is the last of it.
  const lastOfNext = new Date(now.getFullYear(), now.getMonth() + 2, 0).getDate();
  const month = new Date(now.getFullYear(), now.getMonth() + 1, Math.min(now.getDate(), lastOfNext), MORNING);
  const offered: OfferedTime[] = [
    ...(now.getHours() < LATE ? [{ id: "evening" as const, at: dayAt(0, EVENING) }] : []),
    { id: "tomorrow", at: dayAt(1, MORNING) },
    { id: "weekend", at: dayAt(daysTo(SATURDAY), MORNING) },
    { id: "nextWeek", at: dayAt(daysTo(MONDAY), MORNING) },
    { id: "nextMonth", at: month },
  ];
  return offered.filter(({ at }, n) => offered.findIndex((other) => other.at.getTime() === at.getTime()) === n);
}

/** The value of a field for date and time, in the reader's time zone (HTML, local date and time string). */
export const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The time of such a value; undefined for none. */
export function timeIn(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
