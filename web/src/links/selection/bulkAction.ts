import type { Link } from "@satchel/contracts";
import { isSameTag } from "../suggestTags.ts";

/** What is done to many links at once. Folder 0 is none. */
export type BulkAction =
  | { readonly action: "move"; readonly folder_id: number }
  | { readonly action: "favorite"; readonly is_favorite: boolean }
  | { readonly action: "tag" | "untag"; readonly tags: readonly string[] }
  | { readonly action: "delete" };

/** A link as an action will leave it. */
export function afterAction(link: Link, action: BulkAction): Link | null {
  switch (action.action) {
    case "move":
      return { ...link, folder_id: action.folder_id === 0 ? null : action.folder_id };
    case "favorite":
      return { ...link, is_favorite: action.is_favorite };
    case "tag":
      return {
        ...link,
        tags: [...link.tags, ...action.tags.filter((tag) => !link.tags.some((has) => isSameTag(has, tag)))],
      };
    case "untag":
      return { ...link, tags: link.tags.filter((tag) => !action.tags.some((gone) => isSameTag(gone, tag))) };
    case "delete":
      return null;
  }
}
