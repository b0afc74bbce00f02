import type { Locale } from "@satchel/contracts";

/** The words of the catalogue: names of its lists, and a sentence about each. */
interface CatalogueWords {
  readonly unread: readonly [name: string, about: string];
  readonly week: readonly [name: string, about: string];
  readonly newest: readonly [name: string, about: string];
  readonly favorites: readonly [name: string, about: string];
  readonly folders: readonly [name: string, about: string];
  readonly tags: readonly [name: string, about: string];
  readonly whole: readonly [name: string, about: string];
  readonly search: string;
  readonly tokenInPath: string;
}

export const words: Readonly<Record<Locale, CatalogueWords>> = {
  en: {
    unread: ["Unread", "Articles that you have not read"],
    week: ["Unread of this week", "Articles that were saved in the last 7 days and that you have not read"],
    newest: ["Newest", "All articles, the newest first"],
    favorites: ["Favorites", "Articles of your favorites"],
    folders: ["Folders", "Your folders and smart folders"],
    tags: ["Tags", "Your tags"],
    whole: ["All of this list in one book", "The newest articles of this list, at most 50"],
    search: "Search the articles of your archive",
    tokenInPath: "A token in an address may only read. Please make one with that permission alone.",
  },
  de: {
    unread: ["Ungelesen", "Artikel, die du nicht gelesen hast"],
    week: ["Ungelesen von dieser Woche", "Artikel der letzten 7 Tage, die du nicht gelesen hast"],
    newest: ["Neueste", "Alle Artikel, die neuesten zuerst"],
    favorites: ["Favoriten", "Artikel deiner Favoriten"],
    folders: ["Ordner", "Deine Ordner und intelligenten Ordner"],
    tags: ["Tags", "Deine Tags"],
    whole: ["Diese ganze Liste als ein Buch", "Die neuesten Artikel dieser Liste, höchstens 50"],
    search: "Die Artikel deines Archivs durchsuchen",
    tokenInPath: "Ein Token in einer Adresse darf nur lesen. Bitte lege eines an, das nichts anderes darf.",
  },
};
