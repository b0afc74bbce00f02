import type { Translation } from "../../app/i18n/texts.en.ts";
import type { palette as english } from "./texts.en.ts";

export const palette: Translation<typeof english> = {
  title: "Befehle",
  label: "Gehen, tun oder suchen",
  results: "Treffer",
  none: "Nichts heißt so.",
  search: "Nach „{{text}}“ suchen",
  group: { go: "Gehen", folder: "Ordner", tag: "Schlagwort", do: "Tun", search: "Suche" },
  signOut: "Abmelden",
};
