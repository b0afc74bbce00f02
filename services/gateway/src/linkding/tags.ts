import { createHash } from "node:crypto";
import { foldTag, isSameTag, type Tag } from "@satchel/contracts";

/** What separates the words of a tag here, and two tags in linkding: a regular expression of both JavaScript and PostgreSQL. */
export const TAG_BREAKS = "[ ,]+";
const BREAKS = new RegExp(TAG_BREAKS, "g");

/** A tag as linkding's apps see it: without blanks and commas, at which they split lists of tags. */
export const tagName = (tag: string): string => tag.replace(BREAKS, "-");

/** What is the same for two tags of which linkding's apps see one. */
const keyOf = (tag: string): string => foldTag(tagName(tag));

/** The tags of a link for linkding's apps: each once, in the order of their characters, as linkding sorts them. */
export function tagNames(tags: readonly string[]): string[] {
  const names = new Map(tags.map((tag) => [keyOf(tag), tagName(tag)]));
  return [...names.values()].sort();
}

/** A positive integer of 31 bits that a text always has. Two of a thousand texts have the same once in 4,000 accounts. */
export const numberOf = (text: string): number =>
  createHash("sha256").update(text).digest().readUInt32BE() & 0x7fffffff || 1;

/** A tag for linkding's apps, with all of the account's tags that it stands for. */
export interface NamedTag {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
}

/** A name as a tag with its id, which depends on nothing else. */
export const named = (name: string, tags: readonly string[] = []): NamedTag => ({
  id: numberOf(keyOf(name)),
  name: tagName(name),
  tags,
});

/** Tags by what is the same for those of which apps see one. */
function byKey(tags: readonly Tag[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name } of tags) {
    const key = keyOf(name);
    const known = names.get(key);
    if (known === undefined) names.set(key, [name]);
    else known.push(name);
  }
  return names;
}

/** The account's tags as linkding's apps see them, in the order of names. */
export const namedTags = (tags: readonly Tag[]): NamedTag[] =>
  [...byKey(tags).values()].map((all) => named(all[0] ?? "", all));

/**
 * Finds the tags that an app means by their names: those of the link or, where it has none of that name, of the account; so a
 * list that is sent back as it came changes nothing.
 * @param ofAccount may be 10,000, so they are looked through once for all names
 */
export function meantTags(
  ofAccount: readonly Tag[],
): (names: readonly string[], ofLink?: readonly string[]) => string[] {
  const account = byKey(ofAccount);
  return (names, ofLink = []) => {
    const link = byKey(ofLink.map((name) => ({ name, count: 1 })));
    return names.flatMap((name) => {
      const own = link.get(keyOf(name));
      if (own !== undefined) return own;
      const known = account.get(keyOf(name)) ?? [];
      return known.find((tag) => isSameTag(tag, name)) ?? known[0] ?? name;
    });
  };
}

/** Whether two lists have the same tags, in any order and case. */
export function areSameTags(some: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(some.map(foldTag));
  return folded.size === new Set(others.map(foldTag)).size && others.every((tag) => folded.has(foldTag(tag)));
}
