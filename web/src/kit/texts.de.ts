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
  counted: "{{label}}, {{count, number}}",
  copyAddress: "Die Speicheradresse {{address}} kopieren",
  copied: "Kopiert",
  dismiss: "Ausblenden",
  close: "Schließen",
  cancel: "Abbrechen",
  tryAgain: "Nochmal versuchen",
  broken: "Etwas ist kaputtgegangen",
  part: {
    missing: "Dieser Teil der Seite konnte nicht geladen werden.",
    gone: "Es gibt eine neuere Version von Satchel.",
    reload: "Neu laden",
  },
  choose: "Auswählen",
  captures: "Eingänge",
  deleted: "Zuletzt gelöscht",
  notFound: {
    tab: "Nicht gefunden · Satchel",
    title: "Hier ist nichts",
    text: "Die Adresse führt auf keine Seite von Satchel.",
    home: "Zur Startseite",
  },
};

export default texts;
