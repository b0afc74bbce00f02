/** The shape of English texts in another language: nothing may be missing. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

/**
 * How dates, times and numbers are written: in the language of the page, as in the person's own region. That is the one of
 * the browser's tag for this language, else of its first tag; English without any is written as in Britain.
 * @param language of the page
 * @param preferred language tags (RFC 5646), the best first, as `navigator.languages` has them
 */
export function localeOf(
  language: string,
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  const tags = preferred.flatMap((tag) => localeIn(tag) ?? []);
  const own = tags.find((tag) => tag.language === language && tag.region !== undefined);
  const region = own?.region ?? tags.find((tag) => tag.region !== undefined)?.region;
  if (region !== undefined) return `${language}-${region}`;
  return language === "en" ? "en-GB" : language;
}

function localeIn(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** A number as a language writes it in the person's region. */
export const numberIn = (language: string, value: number): string => value.toLocaleString(localeOf(language));

/** The languages of the page. English is the one that the specification's texts are in. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const KEY = "satchel.language";

const isLanguage = (tag: string | null | undefined): tag is Language => LANGUAGES.some((language) => language === tag);

/**
 * The language to begin with: the one that was chosen here, else the first of the browser's that the page speaks.
 * @param preferred language tags (RFC 5646), the best first, as `navigator.languages` has them
 */
export function firstLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  const known = preferred.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
  return known ?? "en";
}

/** The language that was chosen here; null when none was. */
export const storedLanguage = (): string | null => localStorage.getItem(KEY);

/** Keeps the choice. */
export const storeLanguage = (language: Language): void => localStorage.setItem(KEY, language);
