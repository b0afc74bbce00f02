import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  label: "Ausgewählte Links",
  count_one: "{{count, number}} ausgewählt",
  count_other: "{{count, number}} ausgewählt",
  all_one: "Alle {{count, number}} auswählen",
  all_other: "Alle {{count, number}} auswählen",
  favorite: "Favorit",
  unfavorite: "Kein Favorit",
  move: "Verschieben …",
  tag: "Schlagwort",
  untag: "Schlagwort entfernen",
  delete: "Löschen",
  clear: "Auswahl aufheben",
  tags: {
    add_one: "{{count, number}} Link Schlagwörter geben",
    add_other: "{{count, number}} Links Schlagwörter geben",
    remove_one: "Schlagwörter von {{count, number}} Link entfernen",
    remove_other: "Schlagwörter von {{count, number}} Links entfernen",
    addButton: "Schlagwörter vergeben",
    removeButton: "Schlagwörter entfernen",
  },
  done: {
    deleted_one: "{{count, number}} Link gelöscht",
    deleted_other: "{{count, number}} Links gelöscht",
    moved_one: "{{count, number}} Link nach {{folder}} verschoben",
    moved_other: "{{count, number}} Links nach {{folder}} verschoben",
    takenOut_one: "{{count, number}} Link aus seinem Ordner entfernt",
    takenOut_other: "{{count, number}} Links aus ihren Ordnern entfernt",
    starred_one: "{{count, number}} Link zu Favoriten hinzugefügt",
    starred_other: "{{count, number}} Links zu Favoriten hinzugefügt",
    unstarred_one: "{{count, number}} Link aus Favoriten entfernt",
    unstarred_other: "{{count, number}} Links aus Favoriten entfernt",
    tagged_one: "{{count, number}} Link verschlagwortet",
    tagged_other: "{{count, number}} Links verschlagwortet",
    untagged_one: "Schlagwörter von {{count, number}} Link entfernt",
    untagged_other: "Schlagwörter von {{count, number}} Links entfernt",
  },
};

export default texts;
