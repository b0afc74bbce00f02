import { type Locale, LOCALES } from "@satchel/contracts";

/** The mail's language by Accept-Language (RFC 9110 section 12.5.4): the one of ours with the highest weight. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  let best: { locale: Locale; weight: number } = { locale: LOCALES[0], weight: 0 };
  for (const part of (acceptLanguage ?? "").slice(0, 500).split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const locale = LOCALES.find((name) => range === name || range.startsWith(`${name}-`));
    const weight = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1);
    if (locale !== undefined && weight > best.weight) best = { locale, weight };
  }
  return best.locale;
}
