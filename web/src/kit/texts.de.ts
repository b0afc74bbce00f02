import type { Translation } from "./i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  home: "Satchel, Startseite",
  skip: "Zu den Links springen",
  folders: "Ordner",
  views: "Ansichten und Ordner",
  collapse: "Seitenleiste einklappen",
  expand: "Seitenleiste ausklappen",
  allLinks: "Alle Links",
  unvisited: "Nicht besucht",
  favorites: "Favoriten",
  settings: "Einstellungen",
  settingsTabs: {
    general: "Allgemein",
    emails: "E-Mail-Adressen",
    newsletters: "Feeds und Newsletter",
    security: "Sicherheit",
    shared: "Geteilt",
    tokens: "Apps und Tokens",
    help: "Hilfe",
  },
  importAndExport: "Import und Export",
  counted: "{{label}}, {{count, number}}",
  copyAddress: "Die Speicheradresse {{address}} kopieren",
  copied: "Kopiert",
  dismiss: "Ausblenden",
  close: "Schließen",
  cancel: "Abbrechen",
  on: "An",
  off: "Aus",
  tryAgain: "Noch einmal versuchen",
  broken: "Da ist etwas schiefgegangen",
  part: {
    missing: "Dieser Teil der Seite konnte nicht geladen werden.",
    gone: "Es gibt eine neue Version von Satchel.",
    reload: "Neu laden",
  },
  choose: "Auswählen",
  captures: "Eingänge",
  highlights: "Markierungen",
  unsavedCaptures_one: "{{count}} Mail wurde nicht gespeichert",
  unsavedCaptures_other: "{{count}} Mails wurden nicht gespeichert",
  deleted: "Zuletzt gelöscht",
  connection: {
    lost: "Offline.",
    lostOutside: "Satchel ist gerade nicht erreichbar. Neuer Versuch …",
  },
};

export default texts;
