import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Times, timesIn } from "./times.ts";

/** Says times in the person's language. */
export function useTimes(): Times {
  const { t, i18n } = useTranslation("links");
  const { language } = i18n;
  return useMemo(() => timesIn(language, t), [language, t]);
}
