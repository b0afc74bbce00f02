/** A text for comparisons: in lower case without diacritics. */
export const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
