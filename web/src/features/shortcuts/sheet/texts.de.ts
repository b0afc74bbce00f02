import type { Translation } from "../../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  andThen: "dann",
  group: { go: "Gehe zu", view: "Ansicht", link: "Bei einem Link", reading: "In einem Artikel" },
  hint: "Sind Links ausgewählt, gelten F, U, M, T und Entf für alle davon. Die Kürzel pausieren, während du tippst oder ein Dialog offen ist.",
  cap: { ctrl: "Strg", delete: "Entf" },
  keys: {
    next: "Nächster Link",
    previous: "Voriger Link",
    extend: "Auswahl erweitern",
    open: "Öffnen",
    read: "Lesen",
    details: "Details",
    edit: "Bearbeiten",
    favorite: "Favorit",
    visited: "Besucht oder nicht",
    move: "In einen Ordner",
    tag: "Schlagwörter",
    remind: "Erinnern",
    select: "Auswählen",
    delete: "Löschen",
    undo: "Rückgängig",
    jump: "Zu einem Datum springen",
    list: "Liste",
    cards: "Karten",
    compact: "Kompakt",
    masonry: "Mosaik",
  },
};

export default texts;
