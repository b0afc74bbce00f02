import { BULK_LINKS, type Tag } from "@satchel/contracts";

/** A tag is the same whatever its case and however its characters are composed (docs/api/links.md). */
const sameAs =
  (name: string) =>
  (tag: Tag): boolean =>
    tag.name.normalize("NFC").toLowerCase() === name.normalize("NFC").trim().toLowerCase();

/** The tag of that name, however it is written. */
export const findTag = (tags: readonly Tag[], name: string): Tag | undefined => tags.find(sameAs(name));

/** The other tag that a tag would become one with under a new name; undefined when there is none. */
export function mergedInto(tags: readonly Tag[], from: string, to: string): Tag | undefined {
  const other = findTag(tags, to);
  return other === undefined || sameAs(from)(other) ? undefined : other;
}

const byName = (a: Tag, b: Tag): number => a.name.localeCompare(b.name, undefined, { sensitivity: "base" });

export const withoutTag = (tags: readonly Tag[], name: string): Tag[] => tags.filter((tag) => !sameAs(name)(tag));

/**
 * The tags once one is renamed. Of two that become one the links are added up: how many had both, only the server knows,
 * and tells at once.
 */
export function withRenamed(tags: readonly Tag[], from: string, to: string): Tag[] {
  const tag = findTag(tags, from);
  if (tag === undefined) return [...tags];
  const other = mergedInto(tags, from, to);
  const renamed = { name: other?.name ?? to.replace(/\s+/gu, " ").trim(), count: tag.count + (other?.count ?? 0) };
  const others = withoutTag(tags, from).filter((each) => each !== other);
  return [...others, renamed].sort(byName);
}

/** Whether taking the tag from its links can be undone: a search must be able to name it, one call must reach all. */
export const canUndoDeletion = ({ name, count }: Tag): boolean => !name.includes('"') && count <= BULK_LINKS;
