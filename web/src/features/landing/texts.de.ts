import type { Translation } from "../../kit/i18n/language.ts";
import type english from "./texts.en.ts";

const texts: Translation<typeof english> = {
  tab: "Satchel: Link mailen, später finden",
  title: "Jetzt mailen.\nSpäter finden.",
  lead: "Schick einen Link von deiner eigenen Adresse an {{address}}. Er landet in einem privaten Archiv, mit Titel, Bild und Schlagwörtern, und bleibt deiner.",
  saveAddress: "die Speicheradresse",
  key: "Keine App nötig. Deine E-Mail ist dein Schlüssel – Privatsphäre garantiert.",
  about: "Satchel, ein privates Link-Archiv",
  privacy: "Datenschutz",
  legal: "Impressum",
  report: "Geteilte Seite melden",
  language: "Sprache",
  email: {
    missing: "Bitte gib deine E-Mail-Adresse ein.",
    wrong: "Das sieht nicht nach einer E-Mail-Adresse aus. Sie braucht ein @, wie in du@example.com.",
    label: "Deine E-Mail-Adresse",
    placeholder: "du@post.example",
    next: "Weiter",
    passkey: "Mit einem Passkey anmelden",
  },
  stay: "Angemeldet bleiben",
  back: "Zurück zur E-Mail",
  signIn: "Anmelden",
  password: {
    tab: "Anmelden · Satchel",
    label: "Passwort",
    forgot: "Passwort vergessen?",
  },
  code: {
    tab: "Schau in deine Mails · Satchel",
    title: "Schau in deine Mails",
    sent: "Wir haben einen {{digits}}-stelligen Code an <b>{{email}}</b> geschickt. Er gilt {{minutes}} Minuten.",
    label: "{{digits}}-stelliger Code",
    resend: "Code noch einmal senden",
    resendIn: "Neuer Code in {{seconds}} s",
    resent: "Ein neuer Code ist unterwegs.",
    outbox: "Diese lokale Installation verschickt keine Mails: Sieh im <a>Postausgang</a> nach.",
  },
  sso: {
    or: "oder",
    with: "Weiter mit {{provider}}",
    proof: {
      tab: "Noch ein Schritt · Satchel",
      title: "Ist das dein Konto?",
      sent: "Es gibt ein Konto mit deiner Adresse bei {{provider}}. Wir haben einen Code mit {{digits}} Ziffern dorthin geschickt, um sicher zu sein, dass es deines ist. Danach öffnet {{provider}} es.",
      send: "Verbinden und anmelden",
      back: "Anders anmelden",
    },
    said: {
      connected: "{{provider}} ist verbunden und öffnet ab jetzt dein Konto.",
      taken: "Du bist bei {{provider}} als jemand angemeldet, der ein anderes Konto öffnet.",
      full: "Mehr verbundene Anmeldungen sind nicht möglich.",
      denied: "Die Anmeldung mit {{provider}} wurde abgelehnt.",
      unverified: "{{provider}} bürgt nicht für deine E-Mail-Adresse und kann deshalb hier kein Konto öffnen.",
      closed: "Dieser Server nimmt für deine Adresse bei {{provider}} kein neues Konto an.",
      away: "{{provider}} ist gerade nicht erreichbar. Bitte versuche es später noch einmal.",
      limited: "An deine Adresse gingen zu viele Codes. Bitte versuche es nach einer Weile noch einmal.",
      expired:
        "Die Anmeldung mit {{provider}} hat zu lange gedauert oder wurde anderswo begonnen. Bitte versuche es noch einmal.",
      failed: "Die Anmeldung mit {{provider}} hat nicht geklappt. Bitte versuche es noch einmal.",
    },
  },
  promo: {
    label: "Browser-Erweiterung",
    chrome: "Zur Chrome-Erweiterung",
    firefox: "Zur Firefox-Erweiterung",
    text: "Links mit einem Klick speichern",
    dismiss: "Ausblenden",
  },
  features: {
    label: "Was Satchel kann",
    from: "Von",
    to: "An",
    mail: "Speichern per E-Mail",
    mailText:
      "Von jedem Handy, Rechner oder Programm, das Mails verschicken kann. Nichts zu installieren, nichts zu lernen.",
    private: "Von Grund auf privat",
    privateText:
      "DSGVO-konform, in der EU gespeichert, ohne Tracker. Der Text deiner Mails wird nie gespeichert, nur die Links.",
    promises: { eu: "In der EU gespeichert", tracking: "Kein Tracking", gdpr: "DSGVO", erasable: "Jederzeit löschbar" },
    sorted: "Sofort geordnet",
    sortedText: "Titel, Bilder und Schlagwörter finden sich von selbst. Ordner, Favoriten und die Suche tun den Rest.",
    folders: { reading: "Lesen", essays: "Essays", kitchen: "Küche" },
  },
  picture: {
    label: "Du mailst einen Link an {{address}}; er landet in deiner Tasche, mit Titel und Bild.",
    to: "An",
    subject: "Betreff",
    send: "Senden",
    new: "Neu",
    first: "Link mailen",
    second: "Hier landet er",
    titles: { bread: "Das Roggenbrot", calm: "Ruhige Oberflächen", lens: "Die Fresnel-Linse" },
  },
};

export default texts;
