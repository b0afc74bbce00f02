/**
 * The form in which two tags are the same: NFC, without case. To upper case first: "ß" and "SS", "σ" and "ς" are the same
 * without case.
 */
export const foldTag = (tag: string): string => tag.normalize("NFC").toUpperCase().toLowerCase();
