import { type DigestTimes, texts } from "@satchel/contracts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { localeOf } from "../../kit/i18n/language.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { useChooseDigestMutation, useDigestQuery } from "./digest.api.ts";
import "./digest.css";

const EVERY = ["never", "day", "week"] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const UNKNOWN: Pick<DigestTimes, "every" | "weekday" | "hour"> = { every: "never", weekday: 1, hour: 0 };

/** A Monday, by which days and hours are named. */
const aDay = (weekday: number, hour: number): Date => new Date(2024, 0, weekday, hour);

/** When a mail comes with what waits in the archive. It is in the page's language, and in this device's time zone. */
export function DigestByMail() {
  const { t, i18n } = useTranslation("account", { keyPrefix: "digest" });
  const dispatch = useAppDispatch();
  const { data: digest } = useDigestQuery();
  const [choose] = useChooseDigestMutation();
  const id = useId();
  const locale = localeOf(i18n.language);
  const language = i18n.language.startsWith("de") ? "de" : "en";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dayName = new Intl.DateTimeFormat(locale, { weekday: "long" });
  const hourName = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  // Shown before they are known, so that nothing below moves.
  const { every, weekday, hour } = digest ?? UNKNOWN;

  async function change(times: Partial<DigestTimes>): Promise<void> {
    const { error } = await choose({ every, weekday, hour, ...times, zone, language });
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <section className="stack" aria-labelledby={id}>
      <h4 id={id}>{t("title")}</h4>
      <p>{t("lead")}</p>
      <div className="digest__when">
        <select
          className="input"
          aria-label={t("title")}
          value={every}
          disabled={digest === undefined}
          onChange={(event) => void change({ every: event.target.value as DigestTimes["every"] })}
        >
          {EVERY.map((each) => (
            <option key={each} value={each}>
              {t(`every.${each}`)}
            </option>
          ))}
        </select>
        {every === "week" && (
          <select
            className="input"
            aria-label={t("weekday")}
            value={weekday}
            onChange={(event) => void change({ weekday: Number(event.target.value) })}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {dayName.format(aDay(day, 12))}
              </option>
            ))}
          </select>
        )}
        {every !== "never" && (
          <select
            className="input"
            aria-label={t("hour")}
            value={hour}
            onChange={(event) => void change({ hour: Number(event.target.value) })}
          >
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {hourName.format(aDay(1, each))}
              </option>
            ))}
          </select>
        )}
      </div>
      <p className="hint" role="status">
        {digest?.bounced
          ? t("bounced")
          : digest?.next_at &&
            t("next", {
              when: new Intl.DateTimeFormat(locale, {
                weekday: "long",
                day: "numeric",
                month: "long",
                hour: "numeric",
                minute: "2-digit",
                timeZone: digest.zone,
              }).format(new Date(digest.next_at)),
              zone: digest.zone.replaceAll("_", " "),
            })}
      </p>
    </section>
  );
}
