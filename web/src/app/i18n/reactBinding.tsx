/**
 * Stands in for react-i18next in the page (vite.config.ts), with the part of it that the page uses and with its types:
 * `useTranslation` of one namespace, which waits until the texts are there, and `Trans` with named elements. It saves
 * 7 kB (gzip) of the first visit.
 */
import i18next, { type TFunction } from "i18next";
import { type ReactElement, type ReactNode, use, useSyncExternalStore } from "react";
import { readyTexts, spoken } from "./i18n.ts";
import type { Namespace } from "./packs.ts";
import { plain, rich } from "./rich.ts";

function subscribe(onChange: () => void): () => void {
  i18next.on("languageChanged", onChange);
  return () => i18next.off("languageChanged", onChange);
}

const says = new Map<string, TFunction>();

/** What says texts of a feature in a language; the same function each time. */
function sayIn(language: string, namespace: Namespace): TFunction {
  const name = `${language} ${namespace}`;
  const known = says.get(name) ?? (i18next.getFixedT(language, namespace) as TFunction);
  says.set(name, known);
  return known;
}

/** The texts of a feature in the language that is spoken. Suspends until they are there. */
export function useTranslation(namespace: Namespace = "shell"): { t: TFunction; i18n: typeof i18next } {
  const language = useSyncExternalStore(subscribe, spoken, spoken);
  use(readyTexts(namespace));
  return { t: sayIn(language, namespace), i18n: i18next };
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
