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
    more: "Weitere Wege: Lesezeichen, App, Teilen-Menü",
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
      "Ist Satchel auf Android installiert, steht es unter den Zielen, wenn du aus einer anderen App eine Seite teilst.",
  },
};

export default texts;
