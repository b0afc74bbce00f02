/** Limits that only the archive service knows, with units and reasons. */

/**
 * Milliseconds of processor time to make one copy before its process is ended. Ordinary pages take 50 to 300, and real ones of
 * 3 to 5 MiB 1,800 to 3,300, of which V8's own threads have half.
 */
export const COPY_CPU_MS = 10_000;

/** MiB of JavaScript heap for that process: a page of 2.3 MiB with 12,000 small tables needs 250. */
export const COPY_HEAP_MIB = 256;

/** The same for a PDF, whose 500 pages may take 4 s, and MiB by which its process may grow. */
export const PDF_CPU_MS = 15_000;
export const PDF_GROWTH_MIB = 256;

/** Milliseconds without work after which the process is ended, to give its memory back. */
export const WORKER_IDLE_MS = 10_000;

/** Copies made at a time: each takes processor time alone, fetching is done before. */
export const COPIES_AT_ONCE = 2;

/**
 * Copies in progress at a time, whose documents are in memory: one more than there are processes, so that these are never without
 * work. Those of PDFs, which take up to three times {@link PDF_CPU_MS}, keep no others waiting.
 */
export const PAGE_JOBS_AT_ONCE = COPIES_AT_ONCE + 1;
export const PDF_JOBS_AT_ONCE = 2;

/** Milliseconds after which a killed worker's job is redelivered, and before a job that failed is repeated. */
export const JOB_SILENT_MS = 3000;
export const JOB_BACKOFF_MS = 30_000;

/** Attempts before a job is dropped, because it ends processes or always fails. */
export const JOB_ATTEMPTS = 10;

/** Milliseconds before a job is repeated for which there was no process, or another event came in between. */
export const NO_WORKER_MS = 5000;
export const LOST_RACE_MS = 200;

/** Events of one call for many links that are appended at a time: enough to share the server's syncs. */
export const APPENDS_IN_FLIGHT = 32;

/** Milliseconds before a purge or an erasure is repeated after an error. */
export const PURGE_BACKOFF_MS: readonly number[] = [1000, 10_000, 60_000];

/** Links whose copies are removed at a time, and accounts whose copies are. */
export const PURGES_AT_ONCE = 4;
export const ERASURES_AT_ONCE = 1;

/** Milliseconds between two looks for deleted copies and highlights that can't be restored any more. */
export const PURGE_EVERY_MS = 3600_000;

/** Copies, and links with such highlights, that are read at a time. */
export const PURGE_COPIES = 200;
export const PURGE_LINKS = 100;

/** Milliseconds between two looks at the documents that wait to be copies: so late a full account is refused more. */
export const WAITING_EVERY_MS = 30_000;

/** Milliseconds between two sweeps of objects that no event names. */
export const SWEEP_EVERY_MS = 3600_000;

/** Milliseconds for which an object may be without an event that names it: the event is appended right after it. */
export const SWEEP_GRACE_MS = 3600_000;

/** Names that one statement of a sweep compares. */
export const SWEEP_NAMES = 500;

/** Events of one link among which a version is searched: a link with more has had its copies purged long ago. */
export const LOOK_BACK_EVENTS = 2000;
