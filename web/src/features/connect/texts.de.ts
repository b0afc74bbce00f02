import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
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
  cancel: "Abbrechen",
  again: "Noch einmal versuchen",
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
};

export default texts;
