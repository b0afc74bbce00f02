import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

/** A key of the catalogue is an English sentence, whose dots and colons mean nothing more. */
const SENTENCE = { keySeparator: false, nsSeparator: false } as const;

/** What says a sentence of the error catalogue in the person's language; another stays as it is. */
export const sayerOf =
  (t: TFunction<"catalogue">): ((text: string) => string) =>
  (text) =>
    t(text, SENTENCE);

/** Says texts of the error catalogue in the person's language. The server's details are of the catalogue as well. */
export function useCatalogue(): (text: string) => string {
  // A failure is said in English rather than not at all while the German sentences are on their way.
  const { t } = useTranslation("catalogue");
  return sayerOf(t);
}
