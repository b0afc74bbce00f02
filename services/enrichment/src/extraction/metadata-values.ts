import { LANGUAGE_CHARS, TAG_CHARS, TAGS_FROM_PAGE } from "../limits.ts";
import { cleanText } from "./clean-text.ts";

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An ISO 8601 date or time as an instant in UTC; without an offset it counts as UTC, whatever zone this machine has. */
export function instantOf(text: string): string | undefined {
  const match = ISO_8601.exec(text.trim());
  if (match === null) return undefined;
  const [, day, time = "00:00", offset = "Z"] = match;
  const instant = new Date(`${day}T${time}${offset.toUpperCase().replace(/(\d{2}):?(\d{2})$/, "$1:$2")}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** A BCP 47 language tag in its canonical form; `de_DE` is read as `de-DE`. */
export function languageOf(text: string): string | undefined {
  const tag = text.trim().replaceAll("_", "-");
  if (tag.length > LANGUAGE_CHARS) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Separators of keywords in Latin, Chinese, Japanese and Arabic text; the number bounds the work, not the result. */
const SEPARATORS = /[,;，、；،]/;
const CANDIDATES = 200;

/**
 * Tags from lists of keywords: trimmed, without a leading `#`, each once whatever its case (its first spelling stays).
 */
export function tagsOf(lists: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const candidate of lists.flatMap((list) => list.split(SEPARATORS, CANDIDATES))) {
    const tag = cleanText(candidate.replace(/^[\s#]+/, ""), TAG_CHARS + 1);
    if (tag === undefined || tag.length > TAG_CHARS) continue;
    const key = tag.toLowerCase();
    if (!tags.has(key)) tags.set(key, tag);
    if (tags.size === TAGS_FROM_PAGE) break;
  }
  return [...tags.values()];
}
