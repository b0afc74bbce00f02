/** A number as a language writes it. @param language tag of RFC 5646 */
export const numberIn = (language: string, value: number): string => value.toLocaleString(language);
