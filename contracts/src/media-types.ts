// Media types that several services and the contracts name; a module of its own, because worker processes import it.

/** Of books (EPUB 3.3, section 4.2.3). */
export const EPUB = "application/epub+zip";

export const PDF = "application/pdf";
