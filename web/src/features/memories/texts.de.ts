import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  onThisDay: "An diesem Tag gespeichert",
  neverOpened: "Gespeichert und nie geöffnet",
  months_one: "vor {{count}} Monat",
  months_other: "vor {{count}} Monaten",
  years_one: "vor {{count}} Jahr",
  years_other: "vor {{count}} Jahren",
  reminder: {
    title: "Wieder zeigen",
    when: {
      evening: "Heute Abend",
      tomorrow: "Morgen",
      weekend: "Am Samstag",
      nextWeek: "Am Montag",
      nextMonth: "In einem Monat",
    },
    own: "Zu einer anderen Zeit",
    set: "Erinnern",
    end: "Nicht erinnern",
    due: "Das wolltest du wieder sehen",
    done: "Erledigt",
    later: "Später …",
    all_one: "In einer Liste zeigen",
    all_other: "Alle {{count, number}} zeigen",
  },
};

export default texts;
