import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  label: "Deine Links durchsuchen",
  placeholder: "Titel, Seiten, Schlagwörter suchen",
  placeholderShort: "Suchen",
  clear: "Suche leeren",
  suggestions: "Vorschläge",
  counted_one: "{{count, number}} Link",
  counted_other: "{{count, number}} Links",
  filter: {
    tag: "mit einem Schlagwort",
    site: "von einer Website",
    in: "in einem Ordner",
    is: "fav, unvisited, visited, broken, duplicate",
    after: "gespeichert seit",
    before: "gespeichert vor",
  },
  flag: {
    fav: "Favoriten",
    unvisited: "nie besucht",
    visited: "besucht",
    broken: "Seite ist weg",
    duplicate: "doppelt gespeichert",
  },
  hint: "„genaue Wörter“ und ein Minus vor Wörtern, die fehlen sollen",
  title: "Suche",
  tab: "{{q}} · Satchel",
  found_one: "<b>{{shown}}</b> Link für „{{q}}“",
  found_other: "<b>{{shown}}</b> Links für „{{q}}“",
  none: "Keine Links für „{{q}}“",
  loading: "Es wird gesucht",
  scope: "Wo gesucht wird",
  everywhere: "Alle Links",
  refused: {
    title: "Diese Suche ist unvollständig",
    date: "{{name}}: braucht ein Jahr, einen Monat oder einen Tag, etwa 2026, 2026-01 oder 2026-01-31.",
    tooMany: "Höchstens {{most}} Wörter und Filter auf einmal.",
  },
  empty: {
    title: "Nichts gefunden",
    text: "Ähnliche Schreibweisen wurden auch versucht.",
    textFilters: "Kein Link passt zu allen Filtern.",
    ideas: "Versuche es so:",
    everywhere: "In allen Links suchen",
    words: "Weniger Wörter",
    all: "Alle Links zeigen",
    meant: "Meintest du <other>{{q}}</other>?",
    unvisited: "Nicht besucht",
    lastMonth: "In den letzten 30 Tagen gespeichert",
  },
};

export default texts;
