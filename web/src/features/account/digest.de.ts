import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./digest.en.ts";

const digest: Translation<typeof english> = {
  push: {
    title: "Mitteilungen auf diesem Gerät",
    lead: "Wenn ein Link per Mail ankommt, und wenn eine Erinnerung fällig ist.",
    denied:
      "Dieser Browser erlaubt keine Mitteilungen von hier. In seinen Einstellungen zu dieser Seite lässt sich das ändern.",
  },
  digest: {
    title: "Eine Übersicht per Mail",
    lead: "Was du noch nicht gelesen hast, etwas von vor Jahren, verschwundene Seiten, deine Newsletter und Erinnerungen, in einer Mail ohne fremde Bilder. Jede hat einen Link, der sie beendet.",
    every: { never: "Nie", day: "Jeden Tag", week: "Jede Woche" },
    weekday: "Wochentag",
    hour: "Uhrzeit",
    next: "Die nächste kommt am {{when}} ({{zone}}), wenn es etwas zu sagen gibt.",
    bounced:
      "Deine Mails kamen zweimal zurück, darum kommt keine mehr. Wähle neu, wenn dein Postfach wieder funktioniert.",
    stop: {
      tab: "Übersicht beenden · Satchel",
      title: "Keine Übersicht mehr?",
      text: "Es kommen keine Mails mehr mit dem, was in deinem Archiv wartet. In den Einstellungen bekommst du sie wieder.",
      do: "Beenden",
      done: "Die Übersicht ist beendet",
      doneText: "Unter Einstellungen, E-Mail-Adressen bekommst du sie wieder.",
      wrong: "Dieser Link ist nicht vollständig",
      wrongText: "Öffne ihn noch einmal aus der Mail, oder beende die Übersicht in den Einstellungen.",
      toLinks: "Zu deinen Links",
    },
  },
};

export default digest;
