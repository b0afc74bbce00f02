import type { RemindOn } from "@satchel/contracts";

const WEEKDAYS: readonly RegExp[] = [
  /^(?:mon(?:day)?|mo(?:ntag)?)$/,
  /^(?:tue(?:sday)?|tues|di(?:enstag)?)$/,
  /^(?:wed(?:nesday)?|mi(?:ttwoch)?)$/,
  /^(?:thu(?:rsday)?|thurs?|do(?:nnerstag)?)$/,
  /^(?:fri(?:day)?|fr(?:eitag)?)$/,
  /^(?:sat(?:urday)?|sa(?:mstag)?|sonnabend|weekend|wochenende)$/,
  /^(?:sun(?:day)?|so(?:nntag)?)$/,
];
const MONDAY = 1;

/** Days and months of a unit. */
const UNITS: readonly (readonly [RegExp, (count: number) => RemindOn])[] = [
  [/^(?:days?|tage?n?)$/, (days) => ({ days })],
  [/^(?:weeks?|wochen?)$/, (count) => ({ days: 7 * count })],
  [/^(?:months?|monate?n?)$/, (months) => ({ months })],
  [/^(?:years?|jahre?n?)$/, (count) => ({ months: 12 * count })],
];

/** The bounds of {@link RemindOn}. */
const [DAYS, MONTHS] = [3650, 120];

/**
 * The day that somebody names in a mail, in English or German: a weekday, `tomorrow`, `next week`, `in 3 days`, `2026-12-24` or
 * `24.12.2026`. Undefined for what names none, or one that is over.
 * @param now its day counts also where it is yesterday in UTC
 */
export function remindOnIn(text: string, now: Date): RemindOn | undefined {
  const words = text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[.!,]+$/, "")
    .replace(
      /^(?:me |mich )?(?:on |am |at |in the |im )?(?:coming |kommenden |n[aä]e?chsten? (?=(?:mo|di|mi|do|fr|sa|so)))?/,
      "",
    )
    .trim();
  if (/^(?:tomorrow|morgen)$/.test(words)) return { days: 1 };
  if (/^(?:next week|n(?:ä|ae)chste woche)$/.test(words)) return { weekday: MONDAY };
  if (/^(?:next month|n(?:ä|ae)chsten monat)$/.test(words)) return { months: 1 };
  const weekday = WEEKDAYS.findIndex((day) => day.test(words.replace(/^next /, ""))) + 1;
  if (weekday > 0) return { weekday };
  return laterIn(words) ?? dateIn(words, now);
}

/** `in 3 days`, `3 days`, `in einer woche`. */
function laterIn(words: string): RemindOn | undefined {
  const [, number = "", unit = ""] = /^(?:in )?(\d{1,4}|an?|one|ein(?:e[mnr]?)?) (\p{L}+)$/u.exec(words) ?? [];
  const count = /^\d/.test(number) ? Number(number) : 1;
  const found = UNITS.find(([name]) => name.test(unit))?.[1](count);
  if (found === undefined || count < 1) return undefined;
  return ("days" in found ? found.days <= DAYS : "months" in found && found.months <= MONTHS) ? found : undefined;
}

function dateIn(words: string, now: Date): RemindOn | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words) ?? [];
  const [, germanDay, germanMonth, germanYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(words) ?? [];
  const date =
    year !== undefined
      ? `${year}-${month}-${day}`
      : `${germanYear}-${germanMonth?.padStart(2, "0")}-${germanDay?.padStart(2, "0")}`;
  const at = new Date(`${date}T00:00:00.000Z`);
  // A day that a month does not have would be one of the next month.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return undefined;
  const days = (at.getTime() - now.getTime()) / 86_400_000;
  return days > -2 && days < DAYS ? { date } : undefined;
}
