/** Limits inside of imports; those that users meet are in the contracts. */

/**
 * Characters of one entry of a file, a line of CSV or an object of JSON. It may include an article's text; a longer one
 * would fill the memory.
 */
export const ENTRY_CHARS = 4 * 1024 * 1024;

/** Characters of one text or attribute of HTML that are read; the limits of a link's fields are lower. */
export const PIECE_CHARS = 64 * 1024;

/** Tags of one bookmark that are read, including repeated and empty ones: ten times what a link may have. */
export const TAGS_READ = 500;

/** Highlights of one entry that are read: as many as a link may have. */
export const HIGHLIGHTS_OF_ENTRY = 1000;

/** Nested folders of a bookmark that are read; deeper ones are joined to them anyway. */
export const FOLDERS_DEEP = 32;

/** Folders of a file that must be known before its bookmarks can be placed: many times what a user may have. */
export const FOLDERS_KNOWN = 20_000;

/** Characters of a file's beginning by which its format is recognised: they reach past every preamble and first entry. */
export const HEAD_CHARS = 64 * 1024;

/**
 * Columns of CSV that are read, far more than any program writes. All with one name are looked at for each row: with a million,
 * which an entry has room for, a row of one character took 27 ms.
 */
export const CSV_COLUMNS = 200;

/** Octets of one file of an archive, unpacked: it is kept in memory as a whole. An export of 50,000 links is 15 MB. */
export const ZIP_FILE_BYTES = 32 * 1024 * 1024;

/** Octets that an archive may unpack to, including skipped files: a few seconds of work, in small steps. */
export const ZIP_UNPACKED_BYTES = 1024 * 1024 * 1024;

/**
 * Files in an archive: fflate's time is the square of their number. 50,000 empty ones take half a second, 400,000 a minute;
 * 100 MB would have room for three million.
 */
export const ZIP_FILES = 50_000;

/** Entries that are looked up together and appended together. */
export const BATCH = 250;

/** Concurrent appends: with more, commands from the page would wait behind them. */
export const APPENDS_IN_FLIGHT = 32;

/** Appends that start together; the others keep the journal busy meanwhile. */
export const APPENDS_TOGETHER = 8;

/** Imports that one process works on at the same time; the others wait. */
export const IMPORTS_RUNNING = 4;

/** Imports of large files among them: a million entries take half an hour, for which others would wait. */
export const LARGE_RUNNING = 2;

/** Octets of a file beyond which it is large: some thousand bookmarks, which take seconds. */
export const LARGE_BYTES = 1024 * 1024;

/** Milliseconds after which an import is looked at again that waits for another of its account, or of a large file. */
export const TURN_MS = 2000;

/** Milliseconds after which the import of a killed worker is delivered to another. */
export const SILENT_MS = 5000;

/** Workers that may die on one import before it fails: it must not crash the service again and again. */
export const ATTEMPTS = 5;

/**
 * Octets of a file that are read at once, by which progress is counted; a chunk of the store may hold thousands of links. The
 * character set is recognised by the first ones: no fewer than {@link HEAD_CHARS}.
 */
export const PIECE_BYTES = HEAD_CHARS;

/** Milliseconds between two announcements of an import's progress. */
export const ANNOUNCE_MS = 250;

/** Octets of listed faults: they must fit into one event. */
export const FAULTS_BYTES = 128 * 1024;

/** Refused folders after which an import creates no more, and uses the existing ones. */
export const FOLDERS_REFUSED = 100;

/**
 * The largest number that is accepted in an event of an account's export, such as visits: columns hold 2^31 - 1, and counts
 * must be able to grow.
 */
export const EXPORTED_NUMBER_MAX = 1_000_000_000;

/** Levels of an event's data, with quota: the deepest, tags from before a bulk call, has 4. */
export const EXPORTED_EVENT_DEPTH = 8;

/**
 * Events about folders that one file may bring: each is a command that waits for the one before, some 100 a second. An
 * account with 1,000 folders has a few thousand of them.
 */
export const FOLDER_EVENTS = 20_000;

/**
 * A highlight without an address is compared with this many links at most, the newest whose titles begin like its own. A file may
 * have a million highlights; compared with 20,000 links, each took PostgreSQL a tenth of a second.
 */
export const TITLES_COMPARED = 100;
