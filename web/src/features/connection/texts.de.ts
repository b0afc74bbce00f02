import type { Translation } from "../../app/i18n/texts.en.ts";
import type { connection as english } from "./texts.en.ts";

export const connection: Translation<typeof english> = {
  lost: "Offline. Du kannst weiterlesen; Satchel kommt von selbst zurück.",
  lostOutside: "Satchel ist gerade nicht erreichbar. Es wird von selbst weiter versucht.",
};
