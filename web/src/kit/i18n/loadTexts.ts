import i18next, { type CustomTypeOptions } from "i18next";
import { PartMissing } from "../parts/loadPart.ts";
import { type Language, storeLanguage } from "./language.ts";

/** A namespace of texts, named by its feature's folder. */
export type Namespace = keyof CustomTypeOptions["resources"];

const areThere = (language: string, namespaces: readonly Namespace[]): boolean =>
  namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));

/**
 * Loads texts of features in the current language; a later change of language loads them, too.
 * @throws {PartMissing} when they can't be loaded; the next call retries
 */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  if (areThere(language, namespaces)) return;
  await i18next.loadNamespaces([...namespaces]);
  // i18next itself never retries a failed file.
  if (!areThere(language, namespaces)) await i18next.reloadResources([language], [...namespaces]);
  if (!areThere(language, namespaces)) throw new PartMissing(`No texts of ${namespaces.join(", ")}`);
}

/**
 * Switches to another language, which is stored for the next visit.
 * @throws {PartMissing} when its texts can't be loaded
 */
export async function speak(language: Language): Promise<void> {
  const namespaces = [...((i18next.options.ns ?? []) as readonly Namespace[])];
  if (!areThere(language, namespaces)) await i18next.reloadResources([language], namespaces);
  if (!areThere(language, namespaces)) throw new PartMissing(`No texts in ${language}`);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  storeLanguage(language);
}
