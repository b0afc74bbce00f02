import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "{{title}} · Satchel",
  label: "Artikel",
  back: "Zurück zu deinen Links",
  original: "Original öffnen",
  copy: "Kopie öffnen",
  highlights: "Markierungen",
  looks: "Darstellung",
  paper: { label: "Papier", system: "Automatisch", light: "Hell", sepia: "Sepia", dark: "Dunkel" },
  face: { label: "Schriftart", serif: "Mit Serifen", sans: "Ohne Serifen" },
  smaller: "Kleinere Schrift",
  larger: "Größere Schrift",
  narrower: "Kürzere Zeilen",
  wider: "Längere Zeilen",
  contents: "Inhalt",
  minutes_one: "{{count, number}} Min.",
  minutes_other: "{{count, number}} Min.",
  left_one: "noch {{count, number}} Min.",
  left_other: "noch {{count, number}} Min.",
  done: "Gelesen",
  finish: "Fertig",
  next: "Nächster Artikel",
  previous: "Voriger Artikel",
  progress: "Wie weit du gelesen hast",
  loading: "Der Artikel wird geladen",
  none: {
    title: "Kein Artikel zum Lesen",
    text: "Von dieser Seite gibt es keine Kopie mit lesbarem Text.",
  },
  noArticle: {
    text: "Diese Seite ist kein Artikel. Ihre Kopie zeigt sie, wie sie war.",
    readAnyway: "Ihren Text zeigen",
  },
  book: {
    download: "Für einen E-Reader herunterladen (EPUB)",
    title: "E-Book",
    part: "Artikel",
    parts: { all: "Alle", unread: "Ungelesene", week: "Ungelesene der letzten 7 Tage" },
    lead: "Die neuesten 50 Artikel aufbewahrter Seiten, als EPUB für Kindle, Kobo und andere.",
    cancel: "Abbrechen",
    save: "Herunterladen",
    making: "Das Buch wird erstellt…",
  },
};

export default texts;
