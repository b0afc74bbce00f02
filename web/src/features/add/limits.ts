/** Addresses that one paste saves without asking: more are seldom meant, so they are shown first. */
export const PASTED_AT_ONCE = 5;

/** Addresses that are saved by hand at once; an import takes more. */
export const ADDED_AT_ONCE = 100;
