import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Schlagwörter · Satchel",
  count_one: "{{count}} Schlagwort",
  count_other: "{{count}} Schlagwörter",
  links_one: "{{count}} Link",
  links_other: "{{count}} Links",
  search: "Links mit dem Schlagwort {{name}}",
  filter: "Schlagwörter filtern",
  none: "Kein Schlagwort mit diesem Namen.",
  loading: "Deine Schlagwörter werden geladen",
  failed: "Deine Schlagwörter konnten nicht geladen werden.",
  empty: {
    title: "Noch keine Schlagwörter",
    text: "Viele Seiten bringen Schlagwörter mit. Eigene fügst du in den Details eines Links hinzu, oder du schreibst #tag in den Betreff einer Mail.",
    all: "Alle Links zeigen",
  },
  rename: "{{name}} umbenennen",
  delete: "{{name}} löschen",
  newName: "Neuer Name für {{name}}",
  save: "Umbenennen",
  merge: "Zusammenlegen",
  merges: "„{{other}}“ gibt es schon: Aus beiden wird ein Schlagwort.",
  renamed: "„{{from}}“ heißt jetzt „{{to}}“",
  merged: "„{{from}}“ und „{{to}}“ sind jetzt ein Schlagwort",
  deleted: "Schlagwort „{{name}}“ gelöscht",
  confirm: {
    title: "Das Schlagwort „{{name}}“ löschen?",
    text_one: "Es wird von {{count}} Link entfernt. Der Link bleibt. Das lässt sich nicht rückgängig machen.",
    text_other: "Es wird von {{count}} Links entfernt. Die Links bleiben. Das lässt sich nicht rückgängig machen.",
    delete: "Schlagwort löschen",
  },
};

export default texts;
