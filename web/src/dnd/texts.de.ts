import type { Translation } from "../app/i18n/texts.en.ts";
import type { dnd as english } from "./texts.en.ts";

export const dnd: Translation<typeof english> = {
  moveTo: "Nach {{name}} verschieben",
  removeFromFolder: "Aus dem Ordner nehmen",
  addToFavorites: "Zu den Favoriten",
  links_one: "{{count}} Link",
  links_other: "{{count}} Links",
  edge: "Ordner",
};
