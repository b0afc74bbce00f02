import type { Locale } from "@satchel/contracts";

/** The texts of a digest, in one language. */
export interface DigestWording {
  readonly language: Locale;
  readonly subject: (every: "day" | "week", unread: number) => string;
  readonly heading: (every: "day" | "week") => string;
  readonly due: string;
  readonly unread: string;
  readonly more: (links: number, isMore: boolean) => string;
  /** Years since the one link was saved; 0 for less than one. */
  readonly old: (years: number) => string;
  readonly gone: string;
  readonly yourCopy: string;
  readonly noCopy: string;
  readonly letters: string;
  readonly minutes: (minutes: number) => string;
  readonly open: string;
  readonly stop: string;
  readonly footnote: (site: string) => string;
}

const english: DigestWording = {
  language: "en",
  subject: (every, unread) =>
    unread === 0
      ? `Your archive ${every === "day" ? "today" : "this week"}`
      : `${unread === 1 ? "1 link waits" : `${unread} links wait`} to be read`,
  heading: (every) => (every === "day" ? "Your archive today" : "Your archive this week"),
  due: "You wanted to see this again",
  unread: "Not read yet",
  more: (count, isMore) => `And ${isMore ? "more than " : ""}${count === 1 ? "1 more" : `${count} more`}.`,
  old: (years) => (years === 0 ? "Saved long ago and never opened" : years === 1 ? "A year ago" : `${years} years ago`),
  gone: "Pages that are gone",
  yourCopy: "your copy opens",
  noCopy: "no copy was kept",
  letters: "Newsletters",
  minutes: (minutes) => `${minutes} min`,
  open: "Open Satchel",
  stop: "Stop these mails",
  footnote: (site) => `You get this because you chose a digest at ${site}, under Settings, Email addresses.`,
};

const german: DigestWording = {
  language: "de",
  subject: (every, unread) =>
    unread === 0
      ? `Dein Archiv ${every === "day" ? "heute" : "diese Woche"}`
      : `${unread === 1 ? "1 Link wartet" : `${unread} Links warten`} darauf, gelesen zu werden`,
  heading: (every) => (every === "day" ? "Dein Archiv heute" : "Dein Archiv diese Woche"),
  due: "Das wolltest du wieder sehen",
  unread: "Noch nicht gelesen",
  more: (count, isMore) => `Und ${isMore ? "mehr als " : ""}${count} ${count === 1 ? "weiterer" : "weitere"}.`,
  old: (years) =>
    years === 0
      ? "Vor langer Zeit gespeichert und nie geöffnet"
      : years === 1
        ? "Vor einem Jahr"
        : `Vor ${years} Jahren`,
  gone: "Verschwundene Seiten",
  yourCopy: "deine Kopie öffnet sich",
  noCopy: "es gibt keine Kopie",
  letters: "Newsletter",
  minutes: (minutes) => `${minutes} Min.`,
  open: "Satchel öffnen",
  stop: "Keine solchen Mails mehr",
  footnote: (site) =>
    `Du bekommst das, weil du bei ${site} eine Übersicht gewählt hast, unter Einstellungen, E-Mail-Adressen.`,
};

const wordings: Readonly<Record<Locale, DigestWording>> = { en: english, de: german };

export const digestWordingIn = (language: Locale): DigestWording => wordings[language];
