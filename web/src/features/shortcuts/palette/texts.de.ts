import type { Translation } from "../../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Befehle",
  label: "Gehen, tun oder suchen",
  results: "Treffer",
  none: "Nichts heißt so.",
  search: "Nach „{{text}}“ suchen",
  group: { go: "Gehen", folder: "Ordner", tag: "Schlagwort", do: "Tun", search: "Suche" },
  signOut: "Abmelden",
};

export default texts;
