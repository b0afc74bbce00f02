import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  title: "Duplikate",
  tab: "Duplikate · Satchel",
  text_one:
    "{{count, number}} Seite ist mehrmals gespeichert. Wähle den Link, der bleibt, und führe die anderen mit ihm zusammen.",
  text_other:
    "{{count, number}} Seiten sind mehrmals gespeichert. Wähle die Links, die bleiben, und führe die anderen mit ihnen zusammen.",
  loading: "Sucht nach doppelt gespeicherten Seiten",
  list: "Mehrmals gespeicherte Seiten",
  links_one: "{{count, number}} Link",
  links_other: "{{count, number}} Links",
  keep: "Diesen Link behalten",
  open: "{{title}} besuchen",
  leadsTo: "führt zu {{address}}",
  notes: "mit Notizen",
  favorite: "Favorit",
  copies_one: "{{count, number}} Kopie",
  copies_other: "{{count, number}} Kopien",
  highlights_one: "{{count, number}} Markierung",
  highlights_other: "{{count, number}} Markierungen",
  oldest:
    "Die ältesten {{shown, number}} von {{number, number}} Links werden gezeigt und zusammengeführt; danach folgen die anderen.",
  result: {
    title: "Der gemeinsame Link",
    saved: "gespeichert {{when}}",
    tagsLeft_one: "{{count, number}} weiteres Schlagwort passt nicht mehr",
    tagsLeft_other: "{{count, number}} weitere Schlagwörter passen nicht mehr",
    notes_one: "die Notizen von {{count, number}} Link",
    notes_other: "die Notizen von {{count, number}} Links",
    left: "Von den anderen Links: {{what}} kommen mit ihnen zu „Zuletzt gelöscht“.",
    and: "{{a}} und {{b}}",
  },
  merge: "Zusammenführen",
  mergeOf: "Die {{count, number}} Links zu {{title}} zusammenführen",
  merging: "Wird zusammengeführt …",
  all: {
    open: "Alle zusammenführen …",
    title_one: "Die Links von {{count, number}} Seite zusammenführen?",
    title_other: "Die Links von {{count, number}} Seiten zusammenführen?",
    text: "Von jeder Seite bleibt der Link, den du gewählt hast, sonst der älteste mit Kopie oder Markierungen, sonst der älteste. Die anderen kommen zu „Zuletzt gelöscht“. Alles lässt sich auf einmal rückgängig machen.",
    do: "Alle zusammenführen",
    progress: "{{done, number}} von {{of, number}} Seiten …",
    stop: "Anhalten",
  },
  done: {
    one: "{{count, number}} Links zu einem zusammengeführt",
    many: "Links von {{count, number}} Seiten zusammengeführt",
  },
  undonePartly: "Die anderen Links sind zurück. Ein behaltener Link wurde inzwischen geändert und bleibt, wie er ist.",
  more: "Mehr laden",
  nothing: {
    title: "Nichts doppelt gespeichert",
    text: "Wenn mehrere deiner Links zur selben Seite führen, kannst du sie hier zusammenführen.",
    back: "Zu allen Links",
  },
};

export default texts;
