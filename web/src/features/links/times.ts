const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Whole calendar days from `then` to `now` in the person's time zone; daylight saving time does not disturb it. */
const daysBetween = (then: Date, now: Date): number =>
  Math.round((startOfDay(now).getTime() - startOfDay(then).getTime()) / (24 * HOUR));

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const monthAndYear = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" });
const month = new Intl.DateTimeFormat("en-GB", { month: "long" });

/** The heading that a link saved at `then` stands under. Weeks begin on Monday. */
export function dayHeading(then: Date, now: Date): string {
  const days = daysBetween(then, now);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  const sinceMonday = (now.getDay() + 6) % 7;
  if (days <= sinceMonday) return "This week";
  if (days <= sinceMonday + 7) return "Last week";
  return then.getFullYear() === now.getFullYear() ? month.format(then) : monthAndYear.format(then);
}

/** When a link was saved, as short as it can be said: "just now", "5 min", "2 h", "21:40", "14 Nov", "March 2024". */
export function savedWhen(then: Date, now: Date): string {
  const ago = now.getTime() - then.getTime();
  const days = daysBetween(then, now);
  if (ago < MINUTE) return "just now";
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min`;
  if (days <= 0) return `${Math.floor(ago / HOUR)} h`;
  if (days === 1) return clock.format(then);
  return then.getFullYear() === now.getFullYear() ? dayAndMonth.format(then) : monthAndYear.format(then);
}
