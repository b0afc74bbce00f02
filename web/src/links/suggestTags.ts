import { foldTag, isSameTag, type Tag, TAG_CHARS, TAGS_PER_LINK } from "@satchel/contracts";

/** Suggestions at most. */
const SUGGESTIONS = 6;

/** A typed tag without outer space and separators; undefined if nothing is left. */
export function tagOf(typed: string): string | undefined {
  const tag = typed
    .replaceAll(/[,\n]/g, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s#]+/, "")
    .trim()
    .slice(0, TAG_CHARS);
  return tag === "" ? undefined : tag;
}

/**
 * Tags with the typed one, spelt like the known one that is the same. The same array if nothing is added: no tag was typed,
 * one that is chosen already, one too many, or, with `onlyKnown`, one that no link has.
 */
export function withTyped(
  tags: readonly string[],
  typed: string,
  known: readonly Tag[],
  onlyKnown = false,
): readonly string[] {
  const tag = tagOf(typed);
  if (tag === undefined || tags.length >= TAGS_PER_LINK || tags.some((has) => isSameTag(has, tag))) return tags;
  const spelt = known.find(({ name }) => isSameTag(name, tag))?.name;
  return spelt === undefined && onlyKnown ? tags : [...tags, spelt ?? tag];
}

/** Tags that begin with the input, the most used first, without chosen ones. */
export function suggestTags(known: readonly Tag[], typed: string, chosen: readonly string[]): readonly string[] {
  const wanted = foldTag(typed.trim().replace(/^#/, ""));
  const rank = (name: string): number => {
    const at = foldTag(name).indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return known
    .filter(({ name }) => rank(name) < 2 && !chosen.some((tag) => isSameTag(tag, name)))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}
