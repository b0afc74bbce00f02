import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "../kit/hooks.ts";
import { localeOf } from "../kit/i18n/language.ts";
import type { LinkTexts } from "./linkText.ts";

/** Formatters of times in the reader's language. */
export function useTimes(): Times {
  const { t, i18n } = useTranslation("links");
  const { language } = i18n;
  return useMemo(() => timesIn(language, t), [language, t]);
}

/** Writes a time (RFC 3339) with its day, as {@link Times.exact} does now. */
export function useExact(): (instant: string) => string {
  const times = useTimes();
  const now = useNow();
  return (instant) => times.exact(new Date(instant), now);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Calendar days from `then` to `now` in the reader's time zone, independent of daylight saving time. */
const daysBetween = (then: Date, now: Date): number =>
  Math.round((startOfDay(now).getTime() - startOfDay(then).getTime()) / (24 * HOUR));

/** Formatters of times. */
export interface Times {
  /** The heading for a link saved at `then`. Weeks begin on Monday. */
  readonly heading: (then: Date, now: Date) => string;
  /** In short form: "just now", "5 min", "2 h", "21:40", "14 Nov", "March 2024". */
  readonly short: (then: Date, now: Date) => string;
  /** The day alone: "14 November 2026". */
  readonly day: (then: Date) => string;
  /** Day and time, also of one to come: "today, 08:12", "14 November 2026, 08:12". */
  readonly exact: (then: Date, now: Date) => string;
}

/** Formatters of times in a language. */
export function timesIn(language: string, t: LinkTexts): Times {
  // Created on first use: each takes some milliseconds, and links of today need none.
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return { format: (date: Date) => (made ??= new Intl.DateTimeFormat(localeOf(language), options)).format(date) };
  };
  const clock = formatter({ timeStyle: "short" });
  const day = formatter({ day: "numeric", month: "long", year: "numeric" });
  const dayAndMonth = formatter({ day: "numeric", month: "short" });
  const monthAndYear = formatter({ month: "long", year: "numeric" });
  const month = formatter({ month: "long" });
  const isThisYear = (then: Date, now: Date) => then.getFullYear() === now.getFullYear();

  return {
    heading: (then, now) => {
      const days = daysBetween(then, now);
      if (days <= 0) return t("day.today");
      if (days === 1) return t("day.yesterday");
      const sinceMonday = (now.getDay() + 6) % 7;
      if (days <= sinceMonday) return t("day.thisWeek");
      if (days <= sinceMonday + 7) return t("day.lastWeek");
      return (isThisYear(then, now) ? month : monthAndYear).format(then);
    },
    short: (then, now) => {
      const ago = now.getTime() - then.getTime();
      const days = daysBetween(then, now);
      if (ago < MINUTE) return t("when.now");
      if (ago < HOUR) return t("when.minutes", { count: Math.floor(ago / MINUTE) });
      if (days <= 0) return t("when.hours", { count: Math.floor(ago / HOUR) });
      if (days === 1) return clock.format(then);
      return (isThisYear(then, now) ? dayAndMonth : monthAndYear).format(then);
    },
    day: (then) => day.format(then),
    exact: (then, now) => {
      const days = daysBetween(then, now);
      const time = clock.format(then);
      if (days === 0) return t("when.today", { time });
      if (days === 1) return t("when.yesterday", { time });
      if (days === -1) return t("when.tomorrow", { time });
      return t("when.date", { date: day.format(then), time });
    },
  };
}

/**
 * The heading of each link in a list by age. Links of the same day reuse it, because a list of ten thousand is processed at
 * every change.
 */
export function headingsByAge(times: Times, now: Date): (link: { readonly saved_at: string }) => string {
  let dayBegan = "";
  let dayEnds = "";
  let heading = "";
  return ({ saved_at: at }) => {
    if (at < dayBegan || at >= dayEnds) {
      const then = new Date(at);
      const day = startOfDay(then);
      dayBegan = day.toISOString();
      day.setDate(day.getDate() + 1);
      dayEnds = day.toISOString();
      heading = times.heading(then, now);
    }
    return heading;
  };
}

/** The day that a page says it was published on, in words; as the page says it where that is no date. */
export function publishedDay(published: string, language: string): string {
  const at = new Date(published);
  return Number.isNaN(at.getTime())
    ? published
    : new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(at);
}
