import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { firstLanguage, type Language, storedLanguage, storeLanguage } from "./language.ts";
import { en } from "./texts.en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: typeof en;
  }
}

const load = {
  en: async () => en,
  // Whoever reads English never loads it.
  de: async () => (await import("./texts.de.ts")).de,
} as const satisfies Record<Language, () => Promise<object>>;

async function use(language: Language): Promise<void> {
  for (const [feature, texts] of Object.entries(await load[language]())) {
    i18next.addResourceBundle(language, feature, texts);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Readies the texts in the person's language. Where these can't be loaded, English stays. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en },
    // React escapes by itself.
    interpolation: { escapeValue: false },
  });
  const language = firstLanguage(storedLanguage(), navigator.languages);
  if (language !== "en") await use(language).catch((error: unknown) => console.warn("No texts for", language, error));
}

/** Speaks another language from now on, also when the page is opened the next time. */
export async function speak(language: Language): Promise<void> {
  await use(language);
  storeLanguage(language);
}

/** The language that is spoken now. */
export const spoken = (): Language => i18next.language as Language;
