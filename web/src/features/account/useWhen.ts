import { useTranslation } from "react-i18next";
import { useNow } from "../../kit/hooks.ts";
import { localeOf } from "../../kit/i18n/language.ts";
import { agoIn } from "./rules.ts";

/** Writes times (RFC 3339) in the reader's language: how long ago, and the day. */
export function useWhen(): { readonly ago: (instant: string) => string; readonly day: (instant: string) => string } {
  const { language } = useTranslation().i18n;
  const now = useNow();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium" });
  return {
    ago: (instant) => agoIn(language, new Date(instant), now),
    day: (instant) => format.format(new Date(instant)),
  };
}
