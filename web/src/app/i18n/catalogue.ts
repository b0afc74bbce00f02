import { useSyncExternalStore } from "react";
import { persistently } from "../persistently.ts";
import { onLanguage, spoken } from "./i18n.ts";
import type { Language } from "./language.ts";

/** Sentences by what they are in the error catalogue, which is in English. */
type Sentences = Readonly<Record<string, string>>;

const load: Record<Language, () => Promise<Sentences>> = {
  en: () => Promise.resolve({}),
  de: async () => (await import("./catalogue.de.ts")).byEnglish,
};
const loaded: Partial<Record<Language, Sentences>> = {};
const listeners = new Set<() => void>();

async function ready(language: Language): Promise<void> {
  loaded[language] ??= await persistently(load[language]);
  for (const listener of listeners) listener();
}

/** Translates the error catalogue from now on: after the first sight, which says nothing of it unless something fails. */
export async function startCatalogue(): Promise<void> {
  onLanguage(() => void ready(spoken()));
  await ready(spoken());
}

/** A text of the error catalogue in the language that is spoken, as soon as it is there; another stays as it is. */
export const inLanguage = (text: string): string => sentences()?.[text] ?? text;

const sentences = (): Sentences | undefined => loaded[spoken()];

function subscribe(onChange: () => void): () => void {
  const endLanguage = onLanguage(onChange);
  listeners.add(onChange);
  return () => {
    endLanguage();
    listeners.delete(onChange);
  };
}

/** Says texts of the error catalogue in the person's language. The server's details are of the catalogue as well. */
export function useCatalogue(): (text: string) => string {
  useSyncExternalStore(subscribe, sentences, sentences);
  return inLanguage;
}
