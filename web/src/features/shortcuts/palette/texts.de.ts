import type { Translation } from "../../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Befehle",
  label: "Befehl oder Suche",
  results: "Treffer",
  none: "Keine Treffer",
  search: "Nach „{{text}}“ suchen",
  group: { go: "Gehe zu", folder: "Ordner", tag: "Schlagwort", do: "Aktionen", search: "Suche" },
  signOut: "Abmelden",
};

export default texts;
