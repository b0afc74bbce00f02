import { DEAD_LETTERS, ENDED_SESSIONS, ERASURES, IMPORT_JOBS, IMPORTS, IMPORTS_PROGRESS, JOURNAL } from "./subjects.ts";
import { LINK_CHECKS, MAIL_RATE_LIMITS, PAGE_JOBS, PAGES_MISSED, PICTURES, RATE_LIMITS, RETRIES } from "./subjects.ts";

/** The stream that stands while a backup is being restored. Nothing opens the journal beside it. */
export const RESTORING = "RESTORING";

const bucket = (name: string): string => `KV_${name}`;
const store = (name: string): string => `OBJ_${name}`;

/**
 * What a backup holds, in the order in which it is read: streams of their own are consistent each by itself, and what is
 * written between two of them must do no harm (decision 32). Work that waits comes before the journal, so that it may be
 * done twice but never left; what the journal refers to comes behind it; who was erased comes last, so that an erasure
 * in the meantime is known.
 */
export const BACKED_UP: readonly string[] = [
  store(IMPORTS),
  IMPORT_JOBS,
  bucket(IMPORTS_PROGRESS),
  bucket(LINK_CHECKS),
  bucket(PAGES_MISSED),
  PAGE_JOBS,
  JOURNAL,
  DEAD_LETTERS,
  bucket("credentials"),
  bucket("confirmations"),
  bucket(RATE_LIMITS),
  store(PICTURES),
  ERASURES,
];

/**
 * What no backup holds, and why. Sessions, codes and challenges would be good again although they were ended or used since;
 * a retry can be asked for again, for its dead letter stays until it has succeeded; the others are worth nothing after a few hours.
 */
export const NOT_BACKED_UP: readonly string[] = [
  bucket("sessions"),
  bucket(ENDED_SESSIONS),
  bucket("codes"),
  bucket("challenges"),
  bucket("connection-codes"),
  bucket(MAIL_RATE_LIMITS),
  bucket("queue-deferrals"),
  RETRIES,
];
