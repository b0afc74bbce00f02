/** The form of a tag for comparisons: NFC, case-folded. To upper case first, so that "ß" equals "SS" and "σ" equals "ς". */
export const foldTag = (tag: string): string => tag.normalize("NFC").toUpperCase().toLowerCase();

/** Whether two tags are the same but for case and Unicode composition. */
export const isSameTag = (a: string, b: string): boolean => foldTag(a) === foldTag(b);
