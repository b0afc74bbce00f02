/** The limits of reading and describing a page; those that other parts share are in `@satchel/contracts/limits`. */

/** UTF-16 units of a language tag (RFC 5646 section 4.4.1 asks for room for 35). */
export const LANGUAGE_CHARS = 35;

/** UTF-16 units of one attribute that are read: more than any limit above. */
export const ATTRIBUTE_CHARS = 8192;

/** UTF-16 units of one title or heading that are read. */
export const HEADING_CHARS = 4096;

/** Headings of one page that are read: a page has one, and some a few for its sections. */
export const HEADINGS = 8;

/** UTF-16 units of a paragraph that are read, as the description of a page without one. */
export const PARAGRAPH_CHARS = 2048;

/** Values of one repeated piece of metadata that are read, and icons. */
export const REPEATED_VALUES = 32;

/** UTF-16 units of one JSON-LD block; a longer one can't be cut and is left out. */
export const STRUCTURED_DATA_CHARS = 256 * 1024;

/** JSON-LD blocks that are read, and objects in all of them together. */
export const STRUCTURED_DATA_BLOCKS = 16;
export const STRUCTURED_DATA_OBJECTS = 500;

/** UTF-16 units of a plain text or of JSON in which its name is looked for. */
export const TEXT_SEARCH_CHARS = 64 * 1024;

/** Octets searched for a declared character set; browsers search 1,024, and some pages declare it later. */
export const CHARSET_SEARCH_BYTES = 4096;

/** Text items of a PDF's first page that are read. */
export const PDF_ITEMS = 2000;

/** Octets by which a file of unknown kind is recognised: a PDF's signature is among them. */
export const SNIFFED_BYTES = 1024;
