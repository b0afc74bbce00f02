// Limits of rules (decision 92).

/** Rules of one account: each is tried with every link that is saved. */
export const RULES_PER_USER = 50;

/** Characters of a rule's name, which the history of links shows. */
export const RULE_NAME_CHARS = 60;

/** Words, sites or languages of one condition, of which one is enough. */
export const RULE_WORDS = 20;

/** Characters of one of them. */
export const RULE_WORD_CHARS = 200;

/** Minutes of reading that a condition names at most. */
export const RULE_MINUTES = 1000;

/** Links that a preview shows, the newest. */
export const RULE_PREVIEW_LINKS = 50;

/**
 * Texts that a preview reads for a rule about what a page says, the newest: each is a message of the bus, and somebody waits.
 * Applied to the past, the rule changes links of the same texts.
 */
export const RULE_PREVIEW_TEXTS = 5000;
