import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Tastenkürzel",
  andThen: "dann",
  group: { go: "Gehe zu", view: "Ansicht", link: "Bei einem Link" },
  deed: {
    search: "Suchen",
    palette: "Befehle",
    add: "Link hinzufügen",
    all: "Alle Links",
    unvisited: "Nicht besucht",
    favorites: "Favoriten",
    tags: "Schlagwörter",
    captures: "Eingänge",
    deleted: "Zuletzt gelöscht",
    sidebar: "Seitenleiste",
    help: "Diese Übersicht",
  },
  hint: "Die Kürzel pausieren, während du tippst oder ein Dialog offen ist.",
};

export default texts;
