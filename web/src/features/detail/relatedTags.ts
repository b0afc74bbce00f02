import { type Link, TAGS_PER_LINK, isSameTag } from "@satchel/contracts";

/** Related links that must have a tag before it is suggested: what a single one has is too often beside the point. */
const LINKS_WITH_TAG = 2;

/** Suggestions at most. */
const SUGGESTED = 4;

/** Tags that several related links have and the link itself does not, those of the most links first. */
export function relatedTags(tags: readonly string[], related: readonly Pick<Link, "tags">[]): readonly string[] {
  if (tags.length >= TAGS_PER_LINK) return [];
  const counts = new Map<string, number>();
  for (const tag of related.flatMap((link) => link.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([tag, count]) => count >= LINKS_WITH_TAG && !tags.some((has) => isSameTag(has, tag)))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SUGGESTED)
    .map(([tag]) => tag);
}
