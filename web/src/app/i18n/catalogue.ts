import { texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";

type Branch = { readonly [key: string]: string | Branch };

function* pathsIn(branch: Branch, above = ""): Generator<[text: string, path: string]> {
  for (const [key, value] of Object.entries(branch)) {
    if (typeof value === "string") yield [value, above + key];
    else yield* pathsIn(value, `${above}${key}.`);
  }
}

const paths = new Map(pathsIn(texts));

/** Where a text of the error catalogue stands in it: "folders.exists". Undefined of a text that is none of it. */
export const pathInCatalogue = (text: string): string | undefined => paths.get(text);

/**
 * Says texts of the error catalogue in the person's language. The server's details are of the catalogue as well; what is
 * not stays as it is.
 */
export function useCatalogue(): (text: string) => string {
  const { t } = useTranslation("catalogue");
  return (text) => {
    const path = pathInCatalogue(text);
    return path === undefined ? text : (t as (key: string) => string)(path);
  };
}
