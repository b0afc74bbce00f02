import type { Translation } from "../../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
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
};

export default texts;
