import i18next, { type CustomTypeOptions } from "i18next";
import { PartMissing } from "../parts/loadPart.ts";
import { type Language, storeLanguage } from "./language.ts";

/** A feature, as far as it says something: the name of its folder. */
export type Namespace = keyof CustomTypeOptions["resources"];

const areThere = (language: string, namespaces: readonly Namespace[]): boolean =>
  namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));

/**
 * Has the texts of some features there, in the language that is spoken; one that is spoken later brings them as well.
 * @throws {PartMissing} where they can't be loaded; the next call tries it again
 */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  if (areThere(language, namespaces)) return;
  await i18next.loadNamespaces([...namespaces]);
  // i18next by itself asks for no file again that failed.
  if (!areThere(language, namespaces)) await i18next.reloadResources([language], [...namespaces]);
  if (!areThere(language, namespaces)) throw new PartMissing(`No texts of ${namespaces.join(", ")}`);
}

/**
 * Speaks another language from now on, also when the page is opened the next time.
 * @throws {PartMissing} where its texts can't be loaded
 */
export async function speak(language: Language): Promise<void> {
  const namespaces = [...((i18next.options.ns ?? []) as readonly Namespace[])];
  if (!areThere(language, namespaces)) await i18next.reloadResources([language], namespaces);
  if (!areThere(language, namespaces)) throw new PartMissing(`No texts in ${language}`);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  storeLanguage(language);
}
