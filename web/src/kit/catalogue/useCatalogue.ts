import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

/** Keys of the catalogue are English sentences, so dots and colons are no separators. */
const SENTENCE = { keySeparator: false, nsSeparator: false } as const;

/** Makes the function that translates a sentence of the error catalogue; other texts stay as they are. */
export const sayerOf =
  (t: TFunction<"catalogue">): ((text: string) => string) =>
  (text) =>
    t(text, SENTENCE);

/** Translates texts of the error catalogue, including the server's `detail`. */
export function useCatalogue(): (text: string) => string {
  // In English until the German sentences are loaded, instead of not at all.
  const { t } = useTranslation("catalogue");
  return sayerOf(t);
}
