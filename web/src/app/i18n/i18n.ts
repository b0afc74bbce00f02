import i18next from "i18next";
import { firstLanguage, type Language, storedLanguage, storeLanguage } from "./language.ts";
import { loadPack, type Namespace, type Pack, packOf } from "./packs.ts";
import type { en } from "./texts.en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: typeof en;
  }
}

/** Each pack that was asked for, by language; also those under way. */
const asked: Record<Language, Map<Pack, Promise<void>>> = { en: new Map(), de: new Map() };

async function add(language: Language, pack: Pack): Promise<void> {
  for (const [feature, texts] of Object.entries(await loadPack(language, pack))) {
    i18next.addResourceBundle(language, feature, texts);
  }
}

function ready(language: Language, pack: Pack): Promise<void> {
  const known = asked[language].get(pack);
  if (known !== undefined) return known;
  const adding = add(language, pack);
  asked[language].set(pack, adding);
  adding.then(
    // How React's `use` sees, without waiting, that a promise is fulfilled.
    () => Object.assign(adding, { status: "fulfilled", value: undefined }),
    // What could not be had is asked for anew the next time.
    () => asked[language].delete(pack),
  );
  return adding;
}

/** The language that is spoken now. */
export const spoken = (): Language => i18next.language as Language;

/** Has the texts of a feature there, in the language that is spoken; the same promise while they are on their way. */
export const readyTexts = (namespace: Namespace): Promise<void> => ready(spoken(), packOf(namespace));

/** Loads what is said beyond the first sight, so that it is there when it is needed. */
export const readyFurtherTexts = (): Promise<void> => ready(spoken(), "further");

async function use(language: Language, packs: Iterable<Pack>): Promise<void> {
  await Promise.all(Array.from(packs, (pack) => ready(language, pack)));
  await i18next.changeLanguage(language);
}

/** Readies some texts of a language, and speaks it from then on. */
export async function speakFirst(language: Language, packs: readonly Pack[]): Promise<void> {
  // React escapes by itself.
  await i18next.init({ lng: language, resources: {}, interpolation: { escapeValue: false } });
  await use(language, packs);
}

/**
 * Readies the texts of the first sight in the person's language. Where these can't be loaded, it is English.
 * @param packs what is said there
 */
export async function startTexts(packs: readonly Pack[]): Promise<void> {
  const language = firstLanguage(storedLanguage(), navigator.languages);
  await speakFirst(language, packs).catch(async (error: unknown) => {
    if (language === "en") throw error;
    console.warn("No texts for", language, error);
    await use("en", packs);
  });
  document.documentElement.lang = spoken();
}

/** Speaks another language from now on, also when the page is opened the next time. */
export async function speak(language: Language): Promise<void> {
  await use(language, asked[spoken()].keys());
  document.documentElement.lang = language;
  storeLanguage(language);
}
