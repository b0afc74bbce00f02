import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  onThisDay: "An diesem Tag gespeichert",
  neverOpened: "Gespeichert und nie geöffnet",
  months_one: "vor {{count}} Monat",
  months_other: "vor {{count}} Monaten",
  years_one: "vor {{count}} Jahr",
  years_other: "vor {{count}} Jahren",
};

export default texts;
