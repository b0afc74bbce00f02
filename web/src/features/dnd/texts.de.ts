import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  moveTo: "Nach {{name}} verschieben",
  removeFromFolder: "Aus dem Ordner entfernen",
  addToFavorites: "Zu Favoriten hinzufügen",
  links_one: "{{count}} Link",
  links_other: "{{count}} Links",
  edge: "Ordner",
};

export default texts;
