// Limits of the archive: links, tags, folders, imports.

/**
 * Links of one account, without deleted ones; the setting of the same name changes it. Few people keep that many in a
 * lifetime, and repeated imports of large files can't fill the disk.
 */
export const LINKS_PER_ACCOUNT = 200_000;

/** Seconds within which visits of one link by the same session count once: a repeated click is not a new visit. */
export const VISIT_SECONDS = 60;

/** Links on one page of a list when the caller names no size (specification, section 9). */
export const LINK_PAGE_SIZE = 10;

/** Links on one page at most: a page is one answer, held in memory on both sides. */
export const LINK_PAGE_SIZE_MAX = 100;

/** Entries on one page of a link's history: more than most links have. Each costs one read of the journal. */
export const HISTORY_PAGE_SIZE = 50;

/** Links that `page` and `size` can skip at most; beyond that only `cursor` works, because an OFFSET costs what it skips. */
export const LINKS_SKIPPED = 1000;

/** The highest page number: what {@link LINKS_SKIPPED} allows with pages of one link. */
export const LINK_PAGE_MAX = LINKS_SKIPPED + 1;

/** Characters of a URL: every browser and mail program transports as many without cutting. */
export const URL_CHARS = 2048;

/** Characters of a host, including a dot at its end (RFC 1035 section 2.3.4: 255 octets on the wire). */
export const HOST_CHARS = 254;

/** Characters of a link's title; longer ones are cut. */
export const TITLE_CHARS = 300;

/** Characters of a link's description. */
export const DESCRIPTION_CHARS = 1000;

/** Characters of the owner's notes on a link. */
export const NOTES_CHARS = 10_000;

/** Characters of a search. */
export const SEARCH_CHARS = 500;

/**
 * Words, phrases, filters and brackets of one search at most: people use a few, each word costs a look-up, and each
 * bracket within others multiplies the work.
 */
export const SEARCH_ITEMS = 30;

/** Minutes of reading above which `is:long` finds a page: more than one reads in passing. */
export const LONG_READ_MINUTES = 10;

/** Ids in one bulk call at most. A filter has no such limit. */
export const BULK_LINKS = 10_000;

/** Links in one command that changes many, at most. */
export const BULK_CHUNK = 500;

/**
 * Links of one merge at most, and links that are shown of one page: nobody looks through more, and the merge is one command.
 * A page with more links is merged in several calls.
 */
export const MERGE_LINKS = 100;

/** Visits that a merged link has at most: columns hold 2^31 - 1, and counts must be able to grow. */
export const MERGED_VISITS = 1_000_000_000;

/** Merged links whose visits a link remembers, the last merged ones, so that merging them again does not count them twice. */
export const MERGES_REMEMBERED = 200;

/** Pages with several links that one answer has, and links after which it has no further page. */
export const DUPLICATE_PAGES = 20;
export const DUPLICATE_LINKS = 200;

/** Octets of a bulk call's body: {@link BULK_LINKS} ids. */
export const BULK_BODY_BYTES = 512 * 1024;

/** Seconds for which a deletion can be undone (decision 20: 30 days). */
export const UNDO_SECONDS = 30 * 24 * 3600;

/**
 * Milliseconds after its import for which an old deletion is not purged: until the imported file was read to its end, a
 * later entry may restore the link.
 */
export const IMPORTED_DELETION_MS = 24 * 3600 * 1000;

/** Seconds from now within which a reminder lies: ten years. */
export const REMINDER_SECONDS = 10 * 366 * 24 * 3600;

/** Octets of a bookmark file. */
export const IMPORT_BYTES = 100 * 1024 * 1024;

/** Skipped entries of an import that are listed; the others are counted. */
export const IMPORT_FAULTS = 1000;

/** Imports of one user that wait or run at the same time. */
export const IMPORTS_AT_ONCE = 3;

/** Imports of one user that are listed; a further one within {@link IMPORT_SECONDS} is refused. */
export const IMPORTS_PER_USER = 200;

/** Seconds for which an import is listed. */
export const IMPORT_SECONDS = 30 * 24 * 3600;

/** Characters of one tag. */
export const TAG_CHARS = 40;

/** Tags that enrichment may put on a link. */
export const TAGS_FROM_PAGE = 8;

/** Tags on one link at most. */
export const TAGS_PER_LINK = 50;

/**
 * Tags in the list of a user's tags: the most used ones. More than a person looks through; the list is one answer,
 * which must not take longer the more links there are, and imported files may have millions of tags.
 */
export const TAGS_LISTED = 1000;

/** Characters of a folder's name, after trimming (decided with the folder rules). */
export const FOLDER_NAME_CHARS = 100;

/** UTF-16 units of a folder's emoji: the longest emoji sequences have 15. */
export const FOLDER_EMOJI_CHARS = 20;

/** Levels of folders: top level plus one child level (specification, section 4). */
export const FOLDER_DEPTH = 2;

/** Folders of one user: they are one aggregate and one answer, so their number is bounded. */
export const FOLDERS_PER_USER = 1000;

/** Smart folders of one user, among these: an open page counts what each of them finds. */
export const SMART_FOLDERS_PER_USER = 50;
/** Bookmarks in one answer of the door for linkding's apps when the app names no number: linkding's own default. */
export const BOOKMARK_PAGE_SIZE = 100;
/** The same at most. Apps that mirror the archive ask for as many at once; the answer is streamed. */
export const BOOKMARK_PAGE_SIZE_MAX = 10_000;
