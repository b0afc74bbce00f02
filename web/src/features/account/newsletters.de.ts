import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./newsletters.en.ts";

const newsletters: Translation<typeof english> = {
  newsletters: {
    addresses: "Adressen für Newsletter",
    text: "Eine geheime Adresse nimmt Mails von allen an. Jede Mail wird ein Eintrag deines Archivs, den du hier liest: Bilder, die von anderswo geladen werden, auch Tracker, bleiben weg. Nimm für jeden Newsletter eine eigene, dann kannst du sie einzeln widerrufen.",
    add: "Adresse anlegen",
    name: "Name",
    placeholder: "Morgenbrief",
    folder: "Mails legen in",
    noFolder: "Keinen Ordner",
    tags: "Mit den Schlagwörtern",
    make: "Adresse anlegen",
    save: "Speichern",
    made: "Die Adresse ist angelegt. Trag sie ein, wo du abonnierst.",
    saved: "Gespeichert. Die Adresse bleibt dieselbe.",
    copyOne: "Adresse {{name}} kopieren",
    edit: "{{name}} ändern",
    revoke: "{{name}} widerrufen",
    revokeAsk:
      "Die Adresse „{{name}}“ widerrufen? Mails an sie werden dann abgewiesen, und du bekommst sie nicht zurück. Ihre Einträge bleiben.",
    revokeNow: "Widerrufen",
    revoked: "„{{name}}“ ist widerrufen. Ihre Einträge bleiben.",
    failed: "Das hat nicht geklappt. Bitte versuche es noch einmal.",
    toConfirm: "Zu bestätigen",
    confirm: "Link öffnen",
    copyCode: "Code kopieren",
    noSubject: "Kein Betreff",
    sources: "Wer schreibt",
    sourcesText: "In den letzten 90 Tagen. Niemand prüft, ob ein Absender ist, wer er zu sein behauptet.",
    count_one: "{{count, number}} Mail",
    count_other: "{{count, number}} Mails",
    isMuted: "Stumm",
    mute: "{{name}} stummschalten: Mails verwerfen",
    unmute: "Mails von {{name}} wieder annehmen",
    nowMuted: "Mails von {{name}} werden ab jetzt verworfen.",
    unmuted: "Mails von {{name}} werden wieder angenommen.",
    end: "Abmelden",
    endOne: "Von {{name}} abmelden",
    ended: "{{name}} wurde gebeten, nichts mehr zu schicken.",
  },
};

export default newsletters;
