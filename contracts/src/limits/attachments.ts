// Limits of files and mails that come with a mail to the save address, and become items (decision 90).

/** Attachments of one mail that become items: a bundle of scans has ten. Those beyond are listed as left out. */
export const ATTACHMENTS_PER_MAIL = 20;

/** Attachments of one mail that are listed as left out. */
export const ATTACHMENTS_LEFT_LISTED = 20;

/** Characters of a file's name that are kept: file systems allow 255 octets. */
export const FILE_NAME_CHARS = 200;

/** Characters of a file's name that a program may send: more than a file system allows. Of these {@link FILE_NAME_CHARS} are kept. */
export const SENT_NAME_CHARS = 1000;

/**
 * Files of one user that a gateway takes in a minute: a hundred can be dropped on the page at once. What is sent lies beside
 * the quota of copies until it is kept.
 */
export const FILES_PER_MINUTE = 120;

/**
 * Milliseconds for one of two attempts to read a file that is sent without a mail: two readings of a book take 4 s of
 * processor time at most, which a busy machine may not have for a while.
 */
export const FILE_READ_MS = 60_000;

/** Characters of an attached text that are kept: a thick novel. Of a longer one the beginning is. */
export const ATTACHED_TEXT_CHARS = 2 * 1024 * 1024;

/** Octets of such a text as UTF-8: three for each UTF-16 code unit at most. */
export const TEXT_BYTES = 3 * ATTACHED_TEXT_CHARS;

/** Mails within mails that are opened: a forward of a forward of a newsletter is the second. */
export const ATTACHED_MAIL_LEVELS = 3;

/** Files in an EPUB: a book with a picture on each page has a thousand. */
export const EPUB_ENTRIES = 5000;

/** Octets of one file of an EPUB that is read, and of its list of files: chapters of 1 MB are known. */
export const EPUB_ENTRY_BYTES = 4 * 1024 * 1024;

/** Octets that are unpacked of an EPUB: more than any book that a mail can bring has, and 0.3 s of processor time. */
export const EPUB_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Octets of all text of an EPUB that is read: a thick novel has 2 MB with its markup. Of a longer book the beginning is. */
export const EPUB_TEXT_BYTES = 3 * 1024 * 1024;

/** Octets of all pictures of an EPUB that its reading view shows; the book itself is kept whole beside them. */
export const EPUB_PICTURES_BYTES = 4 * 1024 * 1024;
