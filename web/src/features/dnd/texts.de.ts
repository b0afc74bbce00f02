import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  moveTo: "Nach {{name}} verschieben",
  removeFromFolder: "Aus dem Ordner nehmen",
  addToFavorites: "Zu den Favoriten",
  links_one: "{{count}} Link",
  links_other: "{{count}} Links",
  edge: "Ordner",
};

export default texts;
