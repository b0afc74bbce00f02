import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  undo: "Rückgängig",
  keep: "Ausblenden",
  working: "Wird rückgängig gemacht: {{text}}",
  done: "Rückgängig gemacht",
};

export default texts;
