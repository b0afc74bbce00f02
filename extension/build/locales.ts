import { de } from "../src/texts/de.ts";
import { en, type Messages } from "../src/texts/en.ts";

const LANGUAGES: Readonly<Record<string, Messages>> = { en, de };

/** The message files of `chrome.i18n`. */
export const locales = (): { readonly path: string; readonly contents: string }[] =>
  Object.entries(LANGUAGES).map(([language, messages]) => {
    const entries = Object.entries(messages).map(([key, message]) => [key, { message }]);
    return { path: `_locales/${language}/messages.json`, contents: JSON.stringify(Object.fromEntries(entries)) };
  });
