/**
 * Stands in for react-i18next in the page (vite.config.ts), with the part of it that the page uses and with its types:
 * `useTranslation` of one namespace, which waits until the texts are there, and `Trans` with named elements. It saves
 * 7 kB (gzip) of the first visit.
 */
import type { TFunction } from "i18next";
import { type ReactElement, type ReactNode, use, useSyncExternalStore } from "react";
import { onLanguage, readyTexts, sayer, spoken } from "./i18n.ts";
import type { Language } from "./language.ts";
import type { Namespace } from "./packs.ts";
import { plain, rich } from "./rich.ts";

/** The texts of a feature in the language that is spoken. Suspends until they are there. */
export function useTranslation<Of extends Namespace = "shell">(
  namespace: Of = "shell" as Of,
): { t: TFunction<Of>; i18n: { readonly language: Language } } {
  const language = useSyncExternalStore(onLanguage, spoken, spoken);
  use(readyTexts(namespace));
  return { t: sayer(namespace), i18n: { language } };
}

interface TransProps {
  readonly t: (key: string, values: object) => string;
  readonly i18nKey: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly count?: number;
  readonly components: Readonly<Record<string, ReactElement>>;
}

/** A text with elements in it. */
export function Trans({ t, i18nKey, values = {}, count, components }: TransProps): ReactNode {
  const safe = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
  return rich(t(i18nKey, count === undefined ? safe : { ...safe, count }), components);
}
