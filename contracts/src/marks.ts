/** Marks in a row that stay: as many as Unicode's stream-safe texts have (UAX #15 section 13); no language needs more. */
const MARKS_IN_A_ROW = 30;

/** Marks, and the two letters that become marks by compatibility (NFKD). */
const MARK = "[\\p{M}\\uff9e\\uff9f]";
const SURPLUS = new RegExp(`(${MARK}{${MARKS_IN_A_ROW}})${MARK}+`, "gu");

/**
 * A text without the marks that follow {@link MARKS_IN_A_ROW} others on one letter. `normalize` sorts the marks of a letter, and
 * takes the square of their number for it: minutes for a page of nothing else.
 */
export const limitMarks = (text: string): string => text.replace(SURPLUS, "$1");
