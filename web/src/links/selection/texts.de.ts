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
  untag: "Schlagwort weg",
  delete: "Löschen",
  clear: "Auswahl aufheben",
  tags: {
    add_one: "{{count, number}} Link verschlagworten",
    add_other: "{{count, number}} Links verschlagworten",
    remove_one: "Schlagwörter von {{count, number}} Link nehmen",
    remove_other: "Schlagwörter von {{count, number}} Links nehmen",
    addButton: "Schlagwörter vergeben",
    removeButton: "Schlagwörter entfernen",
  },
  done: {
    deleted_one: "{{count, number}} Link gelöscht",
    deleted_other: "{{count, number}} Links gelöscht",
    moved_one: "{{count, number}} Link nach {{folder}} verschoben",
    moved_other: "{{count, number}} Links nach {{folder}} verschoben",
    takenOut_one: "{{count, number}} Link aus seinem Ordner genommen",
    takenOut_other: "{{count, number}} Links aus ihren Ordnern genommen",
    starred_one: "{{count, number}} Link zum Favoriten gemacht",
    starred_other: "{{count, number}} Links zu Favoriten gemacht",
    unstarred_one: "{{count, number}} Link ist kein Favorit mehr",
    unstarred_other: "{{count, number}} Links sind keine Favoriten mehr",
    tagged_one: "{{count, number}} Link verschlagwortet",
    tagged_other: "{{count, number}} Links verschlagwortet",
    untagged_one: "Schlagwörter von {{count, number}} Link genommen",
    untagged_other: "Schlagwörter von {{count, number}} Links genommen",
  },
};

export default texts;
