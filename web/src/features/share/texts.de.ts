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
    text: "Der Link ist in deiner Satchel. Titel und Bild kommen gleich nach.",
    close: "Schließen",
    toLinks: "Zu deinen Links",
  },
  nothing: {
    title: "Darin ist kein Link",
    text: "Was geteilt wurde, enthält keine Webadresse, die sich speichern lässt.",
  },
  anywhere: {
    title: "Von überall speichern",
    more: "Mehr Wege zu speichern: Lesezeichen, App, Teilen-Menü",
    lead: "Neben der Mail führen diese Wege in deine Tasche.",
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
