/** The type of a translation: the keys of the English texts, all of them. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

/**
 * The locale of dates, times and numbers: the language of the page with the reader's region, from the browser's tag for this
 * language, else from its first tag; English without a region is British.
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

/** A number formatted for a language in the reader's region. */
export const numberIn = (language: string, value: number): string => value.toLocaleString(localeOf(language));

/** The languages of the page. The specification's texts are in English. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const KEY = "satchel.language";

const isLanguage = (tag: string | null | undefined): tag is Language => LANGUAGES.some((language) => language === tag);

/**
 * The reader's language: the one that was chosen here, else the browser's first one that the page supports, if any.
 * @param preferred language tags (RFC 5646), the best first, as `navigator.languages` has them
 */
export function knownLanguage(stored: string | null, preferred: readonly string[]): Language | undefined {
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
}

/** The initial language: the reader's, or else English. */
export const firstLanguage = (stored: string | null, preferred: readonly string[]): Language =>
  knownLanguage(stored, preferred) ?? "en";

/** The chosen language, if any. */
export const storedLanguage = (): string | null => localStorage.getItem(KEY);

/** Stores the choice. */
export const storeLanguage = (language: Language): void => localStorage.setItem(KEY, language);
