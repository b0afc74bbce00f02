import type { Locale } from "@satchel/contracts";

/** The words of a book that are not its articles'. */
interface BookWords {
  readonly cover: string;
  readonly contents: string;
  readonly source: string;
  readonly kept: (day: string) => string;
  readonly articles: (number: number) => string;
  readonly isCut: (number: number) => string;
  readonly unread: string;
  readonly newest: string;
  readonly nothing: string;
}

export const words: Readonly<Record<Locale, BookWords>> = {
  en: {
    cover: "Cover",
    contents: "Contents",
    source: "Original page",
    kept: (day) => `Kept on ${day}`,
    articles: (number) => (number === 1 ? "1 article" : `${number} articles`),
    isCut: (number) => `The list has more articles; these are the ${number} newest.`,
    unread: "Unread",
    newest: "Newest",
    nothing: "None of these links has a copy with a text to read.",
  },
  de: {
    cover: "Titel",
    contents: "Inhalt",
    source: "Originalseite",
    kept: (day) => `Aufbewahrt am ${day}`,
    articles: (number) => (number === 1 ? "1 Artikel" : `${number} Artikel`),
    isCut: (number) => `Die Liste hat mehr Artikel; dies sind die ${number} neuesten.`,
    unread: "Ungelesen",
    newest: "Neueste",
    nothing: "Keiner dieser Links hat eine Kopie mit lesbarem Text.",
  },
};

/** A day as its readers write it, whatever the machine's time zone. @param time ISO 8601 */
export const dayOf = (time: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(time),
  );
