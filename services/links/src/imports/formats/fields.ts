import { timeOfInstant } from "@satchel/contracts";

/** Fields of untrusted data. Each function below accepts any value, and returns undefined for one of another type. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Texts of an array, or names of objects in one (`[{ "name": … }]`). */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown) => textOf(isFields(item) ? (item.name ?? item.label) : item) ?? [])
    : [];

/** True, 1, "1", "true", "yes". */
export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(?:1|true|yes)$/i.test(value.trim()));

// 1601-01-01, the beginning of Chrome's own time, in microseconds before 1970.
const CHROME_EPOCH = 11_644_473_600_000_000;

/**
 * A time as bookmark files write it: ISO 8601, or a number since 1970 in seconds, milli- or microseconds, distinguished by
 * its size, or microseconds since 1601. A day that its month does not have is none.
 */
export function dateOf(value: unknown): Date | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const text = String(value).trim();
  if (text === "") return undefined;
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (day !== undefined && timeOfInstant(`${day}T00:00:00.000Z`) === undefined) return undefined;
  const number = Number(text);
  const date = new Date(Number.isFinite(number) ? millisecondsOf(number) : withZone(text));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function millisecondsOf(number: number): number {
  if (number >= 1e16) return (number - CHROME_EPOCH) / 1000;
  if (number >= 1e14) return number / 1000;
  return number >= 1e11 ? number : number * 1000;
}

/** Programs that write "2024-01-02 03:04:05" mean UTC, not this machine's zone. */
const withZone = (text: string): string =>
  /^\d{4}-\d\d-\d\d[ T][\d:.]+$/.test(text) ? `${text.replace(" ", "T")}Z` : text;
