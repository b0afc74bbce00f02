import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Links hinzufügen",
  text: "Füg eine Webadresse ein, oder so viele du magst.",
  follow: "Feed abonnieren …",
  label: "Webadressen",
  folder: "Sie werden in {{folder}} gespeichert.",
  none: "Hier ist keine Webadresse.",
  tooMany: "Höchstens {{count}} auf einmal.",
  submit_one: "{{count}} Link speichern",
  submit_other: "{{count}} Links speichern",
  save: "Speichern",
  saving: "{{count}} werden gespeichert …",
  saved_one: "Link gespeichert",
  saved_other: "{{count}} Links gespeichert",
  known_one: "Schon gespeichert, steht jetzt oben",
  known_other: "{{count}} schon gespeichert, stehen jetzt oben",
  others_one: "{{count}} war schon gespeichert",
  others_other: "{{count}} waren schon gespeichert",
};

export default texts;
