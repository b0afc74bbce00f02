import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  waiting_one: "{{count}} Änderung wartet aufs Senden.",
  waiting_other: "{{count}} Änderungen warten aufs Senden.",
  sending_one: "{{count}} Änderung wird gesendet …",
  sending_other: "{{count}} Änderungen werden gesendet …",
  keep: "Offline behalten",
  reconnects: "Du kannst weiterlesen; Satchel verbindet sich automatisch wieder.",
  drop: "Nicht länger offline behalten",
  tooMany: "Mehr als {{count, number}} Artikel lassen sich nicht offline behalten.",
  full: "Auf diesem Gerät ist kein Platz mehr für Artikel zum Offline-Lesen.",
  failed: "Dieser Artikel ließ sich nicht offline behalten.",
  kept: {
    way_one: "{{count, number}} behaltener Artikel",
    way_other: "{{count, number}} behaltene Artikel",
    title: "Offline behalten",
    none: "Auf diesem Gerät ist kein Artikel behalten. Artikel, die du öffnest, sind eine Weile offline lesbar; behaltene bleiben, bis du dich abmeldest.",
    cant: "Auf diesem Gerät lässt sich nichts behalten: Dazu muss die Sitzung angemeldet bleiben und die Adresse mit https beginnen.",
    count_one:
      "{{count, number}} Artikel belegt mit seinen Bildern {{size}} auf diesem Gerät. Er bleibt, bis du dich abmeldest.",
    count_other:
      "{{count, number}} Artikel belegen mit ihren Bildern {{size}} auf diesem Gerät. Sie bleiben, bis du dich abmeldest.",
    newest: "Die neuesten {{count, number}} aus „{{name}}“ behalten",
    progress_one: "{{count, number}} von {{all, number}} behalten",
    progress_other: "{{count, number}} von {{all, number}} behalten",
    nothingNew: "Alle Artikel darunter sind behalten.",
    drop: "„{{title}}“ nicht länger behalten",
  },
  refused: "„{{title}}“ ließ sich nicht so ändern, wie du es offline wolltest.",
};

export default texts;
