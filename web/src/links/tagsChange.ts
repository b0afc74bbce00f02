import type { LinkWords } from "./linkChange.ts";

/** The change that makes some tags of others; undefined where they are the same. */
export function tagsChange(before: readonly string[], after: readonly string[]): LinkWords | undefined {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length + removed.length === 0) return undefined;
  return {
    ...(added.length === 0 ? {} : { add_tags: added }),
    ...(removed.length === 0 ? {} : { remove_tags: removed }),
  };
}
