import type { Translation } from "../../app/i18n/texts.en.ts";
import type { tags as english } from "./texts.en.ts";

export const tags: Translation<typeof english> = {
  title: "Tags",
  tab: "Tags · Satchel",
  all: "Alle Tags",
  count_one: "{{count}} Tag",
  count_other: "{{count}} Tags",
  links_one: "{{count}} Link",
  links_other: "{{count}} Links",
  search: "Links mit dem Tag {{name}}",
  filter: "Tags filtern",
  none: "Kein Tag heißt so.",
  loading: "Deine Tags werden geladen",
  failed: "Deine Tags konnten nicht geladen werden.",
  empty: {
    title: "Noch keine Tags",
    text: "Viele Seiten bringen Tags mit. Eigene gibst du einem Link bei seinen Details oder schreibst #tag in den Betreff einer Mail.",
    all: "Alle Links zeigen",
  },
  rename: "{{name}} umbenennen",
  delete: "{{name}} löschen",
  newName: "Neuer Name für {{name}}",
  save: "Umbenennen",
  merge: "Zusammenlegen",
  merges: "„{{other}}“ gibt es schon: Aus beiden wird ein Tag.",
  renamed: "„{{from}}“ heißt jetzt „{{to}}“",
  merged: "„{{from}}“ und „{{to}}“ sind jetzt ein Tag",
  deleted: "Tag „{{name}}“ gelöscht",
  confirm: {
    title: "Den Tag „{{name}}“ löschen?",
    text_one: "Er wird von {{count}} Link genommen. Der Link bleibt. Das lässt sich nicht rückgängig machen.",
    text_other: "Er wird von {{count}} Links genommen. Die Links bleiben. Das lässt sich nicht rückgängig machen.",
    delete: "Tag löschen",
  },
};
