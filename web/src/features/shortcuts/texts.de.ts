import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Tastenkürzel",
  action: {
    search: "Suchen",
    palette: "Befehle",
    add: "Link hinzufügen",
    all: "Alle Links",
    unvisited: "Nicht besucht",
    favorites: "Favoriten",
    tags: "Schlagwörter",
    captures: "Eingänge",
    highlights: "Markierungen",
    deleted: "Zuletzt gelöscht",
    sidebar: "Seitenleiste",
    help: "Diese Übersicht",
  },
  palette: {
    title: "Befehle",
    label: "Befehl oder Suche",
    results: "Treffer",
    search: "Nach „{{text}}“ suchen",
    group: {
      this: "Dieser Link",
      link: "Link",
      go: "Gehe zu",
      folder: "Ordner",
      tag: "Schlagwort",
      do: "Aktionen",
      search: "Suche",
    },
    section: { this: "Dieser Link: {{title}}", recent: "Zuletzt verwendet", go: "Gehe zu", do: "Aktionen" },
    this: {
      open: "Diesen Link besuchen",
      star: "Diesen Link zu Favoriten hinzufügen",
      unstar: "Diesen Link aus Favoriten entfernen",
      move: "Diesen Link verschieben …",
      remind: "Diesen Link wieder zeigen …",
      tag: "Diesem Link Schlagwörter geben …",
      details: "Details zu diesem Link",
      delete: "Diesen Link löschen",
    },
    theme: {
      system: "Design: wie im System",
      light: "Design: hell",
      dark: "Design: dunkel",
    },
    language: "Sprache: {{name}}",
    view: "Ansicht: {{name}}",
    newFolder: "Neuer Ordner",
    newSmartFolder: "Neuer intelligenter Ordner",
    copyAddress: "Deine Speicheradresse kopieren",
    rules: "Regeln",
    duplicates: "Doppelt gespeichert",
    kept: "Offline behaltene Artikel",
    signOut: "Abmelden",
    keys: { visit: "Besuchen", details: "Details", run: "Auswählen" },
  },
};

export default texts;
