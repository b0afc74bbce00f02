import type { Translation } from "../../kit/i18n/language.ts";
import type en from "./texts.en.ts";

const texts: Translation<typeof en> = {
  title: "Kopien",
  none: "Von dieser Seite gibt es noch keine Kopie.",
  off: "Von dieser Seite werden keine Kopien gemacht.",
  coming: "Die Seite wird gerade kopiert.",
  open: "Kopie öffnen:",
  delete: "Kopie löschen: {{when}}",
  deleted: "Kopie gelöscht",
  keepAgain: "Erneut kopieren",
  upload: "Datei hinzufügen",
  uploading: "„{{name}}“ wird hinzugefügt …",
  uploadHint:
    "Eine Seite, die du als eine HTML-Datei gespeichert hast, etwa mit SingleFile: auch eine hinter einer Anmeldung",
  source: { extension: "wie du sie gesehen hast", upload: "aus einer Datei", mail: "aus einer E-Mail" },
  tooSoon: "Eine Kopie wurde eben erst angefordert. Versuche es in einer Minute noch einmal.",
  leftOut_one: "{{count, number}} Bild oder Stil fehlt",
  leftOut_other: "{{count, number}} Bilder oder Stile fehlen",
  switchOff: "Von diesem Link keine Kopien machen",
  switchOn: "Von diesem Link Kopien machen",
  reason: {
    quota: "Der letzte Abruf wurde nicht behalten: Der Platz für deine Kopien ist aufgebraucht.",
    "too-large": "Der letzte Abruf wurde nicht behalten: Die Datei ist zu groß.",
    "too-many": "Der letzte Abruf wurde nicht behalten: Von diesem Link gibt es schon so viele Kopien wie möglich.",
    other: "Der letzte Abruf wurde nicht behalten: Die Seite ließ sich nicht lesen.",
  },
  use: {
    title: "Kopien von Seiten",
    text: "Jede Seite, die du speicherst, bleibt als Kopie erhalten und ist lesbar, auch wenn es sie nicht mehr gibt.",
    label: "Kopien von Seiten behalten",
    used_one: "{{count, number}} Kopie belegt {{used}} von {{limit}}.",
    used_other: "{{count, number}} Kopien belegen {{used}} von {{limit}}.",
    meter: "Von Kopien belegter Platz",
    export: "Alle Kopien herunterladen",
  },
};

export default texts;
