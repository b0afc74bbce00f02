/** Limits that only importing knows, with units and reasons; those that users meet are in the contracts. */

/** Characters of one entry of a file, a line of CSV or an object of JSON: articles come with their text; more is no bookmark, and would fill the memory. */
export const ENTRY_CHARS = 4 * 1024 * 1024;

/** Characters of one text or attribute of HTML that are kept while it is read; what is kept of a link is shorter. */
export const PIECE_CHARS = 64 * 1024;

/** Tags of one bookmark that are looked at, doubled and empty ones included: ten times what a link may have. */
export const TAGS_READ = 500;

/** Folders around one bookmark that are told; deeper ones are joined to them anyway. */
export const FOLDERS_DEEP = 32;

/** Folders of a file that must be known before its bookmarks can be placed: many times what a user may have. */
export const FOLDERS_KNOWN = 20_000;

/** Characters from the beginning of a file by which its format is recognised: past every preamble and first entry. */
export const HEAD_CHARS = 64 * 1024;

/** Octets of one file of an archive, unpacked: it is kept in memory as a whole. An export of 50,000 links has 15 MB. */
export const ZIP_FILE_BYTES = 32 * 1024 * 1024;

/** Octets that an archive may unpack to, looked at or not: a few seconds of work, done in small steps. */
export const ZIP_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** Entries that are looked up together and appended together. */
export const BATCH = 250;

/** Appends on their way at the same time: more makes commands from the page wait behind them. */
export const APPENDS_IN_FLIGHT = 32;

/** Imports that one process works on at the same time; the others wait. */
export const IMPORTS_RUNNING = 2;

/** Milliseconds after which an import whose worker was killed is with another. */
export const SILENT_MS = 5000;

/** Workers that may die over one import before it is given up: it must not take the service down for ever. */
export const ATTEMPTS = 5;

/** Milliseconds between two words about how far an import is. */
export const TELL_MS = 250;

/** Octets of told faults: they have to fit into one event with room to spare. */
export const FAULTS_BYTES = 128 * 1024;

/** Folders asked for in vain before an import stops asking and puts links into what there is. */
export const FOLDERS_REFUSED = 100;

/**
 * The largest number that is taken from an event of an account's export, visits above all: tables hold 2^31 - 1, and there
 * has to be room to count on.
 */
export const EXPORTED_NUMBER_MAX = 1_000_000_000;

/** Levels of an event's data, with room: the deepest, tags from before a bulk call, has 4. */
export const EXPORTED_EVENT_DEPTH = 8;

/**
 * Events about folders that one file may bring: each is a command that waits for the one before, some 100 a second. An
 * account with 1,000 folders has few thousands of them.
 */
export const FOLDER_EVENTS = 20_000;
