/** An object of JSON, of unknown content. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value of a text in JSON; undefined for a broken one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object; none of any other value. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** A value that may be one or several, as a list; empty for `null`. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
