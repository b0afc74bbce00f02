import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  lost: "Offline. Du kannst weiterlesen; Satchel kommt von selbst zurück.",
  lostOutside: "Satchel ist gerade nicht erreichbar. Es wird von selbst weiter versucht.",
};

export default texts;
