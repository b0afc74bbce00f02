/** A time in milliseconds since 1970 as the API writes it. */
export const instantOf = (time: number): string => new Date(time).toISOString();

/** The same of a time that may be missing. */
export const instantOrNull = (time: number | undefined): string | null => (time === undefined ? null : instantOf(time));
