/**
 * Other words for which people look, in English and German, by the ids of the commands that they mean. In one file for both,
 * because many type the English word; loaded with the first palette.
 */
export const otherWords: Readonly<Record<string, string>> = {
  add: "new save upload file note bookmarklet neu speichern hochladen datei notiz",
  all: "home archive archiv start",
  unvisited: "inbox unread later ungelesen posteingang",
  favorites: "starred bookmarks lesezeichen sterne",
  captures: "mails inbox received posteingang",
  highlights: "annotations quotes notes anmerkungen notizen zitate",
  deleted: "trash bin restore papierkorb wiederherstellen",
  help: "hotkeys keys hilfe",
  kept: "download",
  duplicates: "merge doubles dubletten doppelte",
  rules: "automation filters automatisch filter",
  "new folder": "collection category create sammlung anlegen",
  "new smart folder": "saved search collection gespeicherte suche sammlung",
  follow: "rss atom subscribe",
  settings:
    "preferences options account profile language theme notifications konto profil sprache design mitteilungen benachrichtigungen",
  imports: "backup download upload restore migrate bookmarks pocket sicherung umziehen lesezeichen",
  "settings emails":
    "sender forward digest answers attachments ereader e-reader kindle absender weiterleiten übersicht antworten anhänge",
  "settings newsletters": "rss atom subscriptions abonnements",
  "settings security":
    "password passkey 2fa login sessions devices delete account passwort anmeldung geräte konto löschen",
  "settings shared": "share public links teilen öffentlich freigaben",
  "settings tokens":
    "api webhook integrations extension rss atom feeds epub opds ereader e-reader koreader kindle mcp schnittstelle erweiterung",
  "settings help": "support contact bug kontakt fehler",
  "view cards": "grid kacheln",
  "view masonry": "pinterest",
  "theme dark": "night mode nacht modus dark",
  "theme light": "day mode tag modus light",
  "language en": "english sprache",
  "language de": "german language",
  "sign-out": "logout log out exit ausloggen",
  "this open": "visit besuchen",
  "this visited": "archive read done archivieren gelesen erledigt",
  "this unvisited": "unread ungelesen",
  "this remind": "snooze later später",
  "this star": "favourite pin",
  "this delete": "remove trash entfernen",
};
