import type { Locale } from "@satchel/contracts";
import { german } from "./wording.de.ts";
import { english } from "./wording.en.ts";
import type { Wording } from "./wording.ts";

const wordings: Readonly<Record<Locale, Wording>> = { en: english, de: german };

/** The texts of answers in a language. */
export const wordingIn = (language: Locale): Wording => wordings[language];
