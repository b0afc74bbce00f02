import type { Locale } from "@satchel/contracts";

const en = {
  links_one: "1 link",
  links: (count: string) => `${count} links`,
  newest: "the newest first",
  empty: "Nothing is in here yet.",
  gone: "This page is gone",
  minutes: (count: number) => `${count} min read`,
  notes: "Notes",
  open: (host: string) => `Read at ${host}`,
  newer: "Newer",
  older: "Older",
  page: (page: number) => `Page ${page}`,
  pages: "Pages",
  about:
    "Shared with Satchel, a private link archive, by somebody who uses this server. The pages behind the links belong to their owners.",
  report: "Report this page",
  reportSubject: (address: string) => `Report: ${address}`,
  legal: "Legal notice",
  privacy: "Privacy",
  feed: "Feed",
  lockedTitle: "This needs a password",
  locked: "Whoever shared it with you knows it.",
  password: "Password",
  enter: "Open",
  wrong: "That is not the password. Please try again.",
  errors: {
    notFound: ["Nothing is shared here", "The address is not right, or whoever shared this has ended it."],
    limited: ["Too many requests", "Please try again in a few minutes."],
    invalid: ["This request is not valid", "Please open the address again."],
    unavailable: ["One moment, please", "This server is not ready right now. Please try again in a moment."],
  },
};

export type ShareTexts = Readonly<Omit<typeof en, "errors">> & {
  readonly errors: Readonly<Record<keyof (typeof en)["errors"], readonly string[]>>;
};

const de: ShareTexts = {
  links_one: "1 Link",
  links: (count) => `${count} Links`,
  newest: "die neuesten zuerst",
  empty: "Hier ist noch nichts.",
  gone: "Diese Seite gibt es nicht mehr",
  minutes: (count) => `${count} Min. Lesezeit`,
  notes: "Notizen",
  open: (host) => `Auf ${host} lesen`,
  newer: "Neuere",
  older: "Ältere",
  page: (page) => `Seite ${page}`,
  pages: "Seiten",
  about:
    "Geteilt mit Satchel, einem privaten Archiv für Links, von jemandem, der diesen Server nutzt. Die Seiten hinter den Links gehören ihren Betreibern.",
  report: "Diese Seite melden",
  reportSubject: (address) => `Meldung: ${address}`,
  legal: "Impressum",
  privacy: "Datenschutz",
  feed: "Feed",
  lockedTitle: "Dafür braucht es ein Passwort",
  locked: "Wer es mit dir geteilt hat, kennt es.",
  password: "Passwort",
  enter: "Öffnen",
  wrong: "Das ist nicht das Passwort. Bitte versuche es noch einmal.",
  errors: {
    notFound: ["Hier wird nichts geteilt", "Die Adresse stimmt nicht, oder das Teilen wurde beendet."],
    limited: ["Zu viele Anfragen", "Bitte versuche es in ein paar Minuten noch einmal."],
    invalid: ["Diese Anfrage ist ungültig", "Bitte öffne die Adresse noch einmal."],
    unavailable: [
      "Einen Moment, bitte",
      "Dieser Server ist gerade nicht bereit. Bitte versuche es gleich noch einmal.",
    ],
  },
};

export const shareTexts: Readonly<Record<Locale, ShareTexts>> = { en, de };
