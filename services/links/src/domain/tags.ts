import { foldTag, isVisible } from "@satchel/contracts";

/**
 * Trims tags, replaces runs of white space and control characters by one blank, and drops duplicates without case, and what
 * shows nothing. Keeps the order.
 */
export function cleanTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of tags) {
    const clean = tag.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const folded = foldTag(clean);
    if (isVisible(clean) && !byFolded.has(folded)) byFolded.set(folded, clean);
  }
  return [...byFolded.values()];
}

/** Tags without some others, compared without case. */
export function withoutTags(tags: readonly string[], some: readonly string[]): string[] {
  const folded = new Set(some.map(foldTag));
  return tags.filter((tag) => !folded.has(foldTag(tag)));
}

/** Tags with one replaced by another; `to` null removes it. */
export function replaceTag(tags: readonly string[], from: string, to: string | null): string[] {
  const folded = foldTag(from);
  return cleanTags(tags.flatMap((tag) => (foldTag(tag) === folded ? (to === null ? [] : [to]) : [tag])));
}

/** Whether two lists hold the same tags in the same order and spelling. */
export const sameTags = (a: readonly string[], b: readonly string[] | null): boolean =>
  b !== null && a.length === b.length && a.every((tag, i) => tag === b[i]);
