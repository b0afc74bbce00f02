import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  lost: "Offline. Du kannst weiterlesen; Satchel verbindet sich automatisch wieder.",
  lostOutside: "Satchel ist gerade nicht erreichbar. Neuer Versuch läuft …",
};

export default texts;
