/** The shape of English texts in another language: nothing may be missing. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

/** A number as a language writes it. @param language tag of RFC 5646 */
export const numberIn = (language: string, value: number): string => value.toLocaleString(language);

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
