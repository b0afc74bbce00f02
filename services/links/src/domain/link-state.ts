import type { BulkId, EventOf, FolderId, LinkChanged } from "@satchel/contracts";

/** A link as decisions need it; undefined where it never was. Sequences are none of the domain's business. */
export interface LinkState {
  /** When it was deleted; null while it is there. */
  readonly deletedAt: Date | null;
  readonly isFavorite: boolean;
  readonly folderId: FolderId | null;
  /** What the owner gave; null where the page's own serves. */
  readonly title: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[] | null;
  readonly pageTags: readonly string[];
  readonly visitCount: number;
  /** The bulk call that was the last to change it, when nothing did since. */
  readonly lastBulk: LastBulk | null;
}

/** What fields of a link were before a bulk call changed them; tags null: the page's own served. */
export type Before = NonNullable<EventOf<typeof LinkChanged>["data"]["bulk"]>["before"];

/** How what a bulk call did to a link is taken back. */
export type Undo =
  | { readonly kind: "change"; readonly before: Before }
  | { readonly kind: "restore" }
  | { readonly kind: "delete" };

/** The bulk call that changed a link last. */
export interface LastBulk {
  readonly bulkId: BulkId;
  readonly undo: Undo;
}

/** The tags that a link shows: its owner's, or the page's as long as those were never touched. */
export const shownTags = ({ tags, pageTags }: Pick<LinkState, "tags" | "pageTags">): readonly string[] =>
  tags ?? pageTags;
