/** A group of a regular expression that matches one of several. */
export const alternatives = (...patterns: string[]): string => `(?:${patterns.join("|")})`;
