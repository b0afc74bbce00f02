import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Link speichern · Satchel",
  save: {
    title: "Diesen Link speichern?",
    name: "Titel",
    nameHint: "Bleibt er leer, gilt der Titel der Seite.",
    folder: "Ordner",
    noFolder: "Kein Ordner",
    action: "Speichern",
    saving: "Wird gespeichert …",
    cancel: "Nicht speichern",
    failed: "Der Link konnte nicht gespeichert werden. Bitte versuche es noch einmal.",
  },
  saved: {
    title: "Gespeichert",
    text: "Der Link ist gespeichert. Titel und Bild folgen gleich.",
    close: "Schließen",
    toLinks: "Zu deinen Links",
  },
  nothing: {
    title: "Kein Link gefunden",
    text: "Was du geteilt hast, enthält keine Webadresse.",
  },
  anywhere: {
    title: "Von überall speichern",
    more: "Weitere Wege zum Speichern: Erweiterung, Lesezeichen, Teilen-Menü",
    lead: "Weitere Wege, außer per Mail.",
    extension: "Die Browser-Erweiterung",
    extensionText:
      "Sie speichert mit einem Klick die Seite, auf der du bist, auch wenn Satchel gerade nicht erreichbar ist.",
    extensionGet: "Zur Erweiterung",
    bookmark: "Ein Lesezeichen, das speichert",
    bookmarkText: "Zieh es in deine Lesezeichenleiste. Ein Klick darauf speichert die Seite, auf der du gerade bist.",
    bookmarkName: "In Satchel speichern",
    bookmarkClicked: "Zieh es in deine Lesezeichenleiste; hier tut es nichts.",
    app: "Als App",
    appText:
      "Installiere Satchel über das Menü deines Browsers („App installieren“ oder „Zum Home-Bildschirm“). Dann öffnet es sich in einem eigenen Fenster und lässt sich auch offline lesen.",
    phone: "Über das Teilen-Menü des Telefons",
    phoneText:
      "Ist Satchel auf Android installiert, steht es unter den Zielen, wenn du aus einer anderen App eine Seite, einen Text, ein Bild oder ein Dokument teilst.",
  },
  welcome: {
    title: "Deine Tasche ist leer",
    text: "Speichere deinen ersten Link. Jeder dieser Wege führt hinein.",
    mail: {
      title: "Schick einen Link per Mail",
      text: "Schick ihn von {{owner}} an diese Adresse. In Sekunden ist er hier.",
      write: "Mail schreiben",
    },
    local: {
      title: "Schick einen Link aus dem Terminal",
      text: "Satchel läuft nur auf diesem Rechner, Mails von anderswo erreichen es nicht. So schickst du eine, im Ordner von Satchel:",
      copy: "Kopieren",
      copied: "Kopiert",
    },
    paste: {
      title: "Füg einen Link ein",
      label: "Webadresse",
      save: "Speichern",
      none: "Das ist keine Webadresse.",
    },
    extension: {
      title: "Speichern mit einem Klick",
      text: "Die Browser-Erweiterung speichert die Seite, auf der du gerade bist.",
      get: "Zur Erweiterung",
    },
    other: {
      title: "Bring deine Lesezeichen mit",
      text: "Aus deinem Browser, aus Raindrop, Pocket und anderen.",
      import: "Datei importieren",
    },
    more: "Weitere Wege zum Speichern",
    tip: "Es zählen nur Mails von deinen eigenen Adressen. <settings>Weitere Adresse hinzufügen</settings>",
  },
  connect: {
    tab: "Erweiterung verbinden · Satchel",
    title: "Browser-Erweiterung verbinden?",
    asks: {
      chrome: "Eine Erweiterung für Chrome bittet um Zugang zum Archiv von <email/>.",
      firefox: "Eine Erweiterung für Firefox bittet um Zugang zum Archiv von <email/>.",
    },
    may: "Sie darf Links speichern und Links, Ordner und Schlagwörter zeigen, ändern und löschen.",
    mayNot: "An dein Passwort, deine Adressen, deine Sitzungen und das Konto kommt sie nicht heran.",
    end: "Sie steht in den Einstellungen unter Sicherheit. Dort kannst du ihren Zugang jederzeit beenden; unbenutzt endet er nach {{days}} Tagen.",
    warning: "Verbinde nur, wenn du gerade in der Erweiterung selbst darum gebeten hast.",
    action: "Verbinden",
    connecting: "Wird verbunden …",
    failed: "Das hat nicht geklappt. Bitte versuche es noch einmal.",
    malformed: {
      title: "Die Erweiterung lässt sich nicht verbinden",
      text: "Die Adresse ist unvollständig. Bitte beginne in der Browser-Erweiterung noch einmal.",
      action: "Zu deinen Links",
    },
    done: {
      tab: "Browser-Erweiterung · Satchel",
      title: "Fast fertig",
      text: "Den Rest macht die Erweiterung von selbst. Du kannst diesen Tab schließen.",
      refused: "Nicht verbunden",
      refusedText: "Die Erweiterung hat keinen Zugang bekommen. Du kannst diesen Tab schließen.",
    },
  },
  sharedFiles: {
    title_one: "Diese Datei speichern?",
    title_other: "Diese {{count}} Dateien speichern?",
    note: "Diesen Text als Notiz speichern?",
    noneTitle: "Es sind keine Dateien angekommen",
    none: "Bitte teile sie noch einmal. Hilft das nicht, wähle sie unter „Links hinzufügen“ aus.",
  },
  ways: {
    note: "Text als Notiz speichern",
    noteText: "Sie lässt sich lesen, durchsuchen und markieren wie eine Seite.",
    files: "Dateien auswählen …",
    kinds: "PDFs, Bilder, Bücher (EPUB), Texte oder Mails. Du kannst sie auch irgendwo auf die Seite ziehen.",
    more: "Weitere Wege zum Speichern: Erweiterung, Lesezeichen, Teilen-Menü",
  },
  files: {
    saving: "„{{name}}“ wird gespeichert …",
    saved_one: "Gespeichert",
    saved_other: "{{count}} Dateien gespeichert",
    known_one: "Schon gespeichert, steht jetzt oben",
    known_other: "{{count}} Dateien waren schon gespeichert und stehen jetzt oben",
    others_one: "{{count}} war schon gespeichert",
    others_other: "{{count}} waren schon gespeichert",
    refused: "„{{name}}“ wurde nicht gespeichert. {{reason}}",
    refusedMore_one: "„{{name}}“ und {{count}} weitere Datei wurden nicht gespeichert. {{reason}}",
    refusedMore_other: "„{{name}}“ und {{count}} weitere Dateien wurden nicht gespeichert. {{reason}}",
  },
  drop: {
    here: "Loslassen, um es hier zu speichern",
    into: "Loslassen, um es in {{folder}} zu speichern",
    offline: "Satchel ist nicht erreichbar: Gerade lässt sich nichts speichern",
    none: "Darin ist keine Webadresse.",
    file: "„{{name}}“ enthält keine Webadresse. Linkdateien enden auf .url, .webloc oder .desktop; Lesezeichendateien kannst du in den Einstellungen importieren.",
    files_one: "„{{name}}“ und {{count}} weitere Datei enthalten keine Webadresse.",
    files_other: "„{{name}}“ und {{count}} weitere Dateien enthalten keine Webadresse.",
    unreadable: "Das konnte nicht gelesen werden.",
  },
};

export default texts;
