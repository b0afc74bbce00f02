import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { localeOf } from "../../links/times.ts";
import { useTimes } from "../../links/useTimes.ts";

export interface When {
  /** The day that a mail stands under. */
  readonly dayOf: (instant: string, now: Date) => string;
  /** When it came, on a day of this or the last week: "10:12"; before that with its day: "14 Nov, 10:12". */
  readonly timeOf: (instant: string, now: Date) => string;
}

const DAY = 24 * 3600 * 1000;

/** Says when mails came, in the person's language. */
export function useWhen(): When {
  const { i18n } = useTranslation("kit");
  const times = useTimes();
  return useMemo(() => {
    const locale = localeOf(i18n.language);
    const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
    const dayAndClock = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    return {
      dayOf: (instant, now) => times.heading(new Date(instant), now),
      timeOf: (instant, now) => {
        const then = new Date(instant);
        return (now.getTime() - then.getTime() < DAY ? clock : dayAndClock).format(then);
      },
    };
  }, [i18n.language, times]);
}
