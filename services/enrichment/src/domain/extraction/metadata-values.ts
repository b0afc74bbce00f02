import { LANGUAGE_CHARS } from "../limits.ts";

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?: UTC)?)?$/i;

/** Year first, without hyphens: scholarly pages and old content systems. */
const YEAR_FIRST = /^(\d{4})(?:[/.](\d{1,2})[/.](\d{1,2})|(\d{2})(\d{2}))$/;

/** `Tue, 11 Dec 2012 05:36:22 GMT` (RFC 9110 section 5.6.7, RFC 5322), `11 December 2012`, `December 11, 2012`. */
const DAY_MONTH =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})(?:[,\s]+(\d{2}:\d{2}(?::\d{2})?)\s*(GMT|UTC|Z|[+-]\d{4})?)?$/i;
const MONTH_DAY =
  /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:(?:,|\sat)?\s\d{1,2}:\d{2}(?::\d{2})?\s?(?:[ap]m)?)?$/i;

/** In Chinese, Japanese and Korean: `2026年1月7日`. */
const YEAR_FIRST_NAMED = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/;

/** `2023 Jan 7`: PubMed. */
const YEAR_MONTH_DAY = /^(\d{4})\s([a-z]{3,9})\s(\d{1,2})$/i;

/** With the year last, also as Drupal writes it: `Thu, 09/25/2025 - 11:38`. */
const YEAR_LAST = /^(?:[a-z]{3},\s)?(\d{1,2})[./](\d{1,2})[./](\d{4})(?:\s-\s\d{2}:\d{2})?$/i;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A date or time as an instant in UTC; without an offset it counts as UTC, whatever zone this machine has. Dates whose day
 * and month could be swapped are not guessed.
 */
export function instantOf(text: string): string | undefined {
  const { day, time = "00:00", offset = "Z" } = (text.length > 60 ? undefined : partsOf(text.trim())) ?? {};
  // Some programs write the year 1 where they know no date; and `Date` takes 30 February for 1 March.
  if (day === undefined || day.startsWith("0001") || new Date(day).toJSON()?.startsWith(day) !== true) return undefined;
  const zone = /^(?:utc|gmt|z)$/i.test(offset)
    ? "Z"
    : offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, h, m) => `${h}:${m ?? "00"}`);
  const instant = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

type Parts = { day: string; time?: string | undefined; offset?: string | undefined };

function partsOf(text: string): Parts | undefined {
  const iso = ISO_8601.exec(text);
  if (iso !== null) return { day: iso[1] ?? "", time: iso[2], offset: iso[3] };
  const year = YEAR_FIRST.exec(text);
  if (year !== null) return { day: dayOf(year[1], year[2] ?? year[4], year[3] ?? year[5]) };
  const named = YEAR_FIRST_NAMED.exec(text);
  if (named !== null) return { day: dayOf(named[1], named[2], named[3]) };
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [, one = "", other = "", of] = yearLast;
    if (Number(one) > 12 || one === other) return { day: dayOf(of, other, one) };
    return Number(other) > 12 ? { day: dayOf(of, one, other) } : undefined;
  }
  const monthInside = YEAR_MONTH_DAY.exec(text);
  if (monthInside !== null) return { day: dayOf(monthInside[1], monthOf(monthInside[2]), monthInside[3]) };
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth !== null) {
    const [, day, month, of, time, offset] = dayMonth;
    return { day: dayOf(of, monthOf(month), day), time, offset };
  }
  const monthDay = MONTH_DAY.exec(text);
  return monthDay === null ? undefined : { day: dayOf(monthDay[3], monthOf(monthDay[1]), monthDay[2]) };
}

function dayOf(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A month's number by its English name; `0`, which is no month, for anything else. */
function monthOf(name = ""): string {
  return String(MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1);
}

/** A BCP 47 language tag in its canonical form; `de_DE` is read as `de-DE`. */
export function languageOf(text: string): string | undefined {
  const tag = text.trim().replaceAll("_", "-");
  if (tag.length > LANGUAGE_CHARS || !/^[a-z]{2,3}(?:-|$)/i.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Scripts that (almost) only one language uses. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Greek}{2}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Han}/u, "zh"],
];

/** The language of a text by its script; undefined where several languages share the script. */
export function languageByScript(text: string): string | undefined {
  return BY_SCRIPT.find(([script]) => script.test(text))?.[1];
}
