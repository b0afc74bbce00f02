const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as a language writes it. Below a thousand all languages of the page write the same digits: browsers take up to a
 * tenth of a second to make their first `Intl.NumberFormat`, which most first sights do without.
 */
export function numberIn(language: string, value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}
