import type { Translation } from "../../app/i18n/texts.en.ts";
import type { live as english } from "./texts.en.ts";

export const live: Translation<typeof english> = {
  arrived_one: "{{count}} neuer Link",
  arrived_other: "{{count}} neue Links",
};
