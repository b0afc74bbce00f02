/** Octets free below which the doctor warns: a journal, tables being rebuilt beside the old ones, and a backup need room. */
export const DISK_WARNING_BYTES = 2e9;
/** Octets free below which a start or a burst of mails may fail. */
export const DISK_WRONG_BYTES = 0.3e9;
/** Milliseconds after which a backup counts as old where no schedule says otherwise: a night was missed. */
export const BACKUP_OLD_MS = 30 * 3600 * 1000;
/** Milliseconds between two looks at whether a backup or a drill is due. */
export const BACKUP_CHECK_MS = 30_000;
/** Milliseconds after which a backup or a drill that failed is tried again. */
export const BACKUP_RETRY_MS = 15 * 60_000;
