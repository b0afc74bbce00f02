import type { BulkId, EventOf, FolderId, LinkChanged, Visits } from "@satchel/contracts";

/** The state of a link; undefined when it was never saved. */
export interface LinkState {
  /** When it was deleted; null when it is not. */
  readonly deletedAt: Date | null;
  readonly isFavorite: boolean;
  readonly folderId: FolderId | null;
  /** The owner's title; null where the page's is shown. The same for description and tags. */
  readonly title: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[] | null;
  readonly pageTags: readonly string[];
  readonly visitCount: number;
  readonly firstVisitedAt: Date | null;
  readonly lastVisitedAt: Date | null;
  /** Visits of other links that merges have added to the count. */
  readonly mergedVisits: MergedVisits;
  /** When it is to be shown again; null without a reminder. */
  readonly remindAt: Date | null;
  /** Whether that time has come, and it was not visited since. */
  readonly isDue: boolean;
  /** The bulk call that changed it last; null after any other change. */
  readonly lastBulk: { readonly bulkId: BulkId; readonly undo: Undo } | null;
}

/** The fields of a link before a bulk call changed them; tags null: the page's tags were shown. */
export type FieldsBefore = NonNullable<EventOf<typeof LinkChanged>["data"]["bulk"]>["before"];

export type MergedVisits = Visits["ofOthers"];

/** The visits of a link as events have them. */
export const visitsOf = ({
  visitCount,
  firstVisitedAt,
  lastVisitedAt,
  mergedVisits,
}: Pick<LinkState, "visitCount" | "firstVisitedAt" | "lastVisitedAt" | "mergedVisits">): Visits => ({
  count: visitCount,
  ...(firstVisitedAt === null ? {} : { firstAt: firstVisitedAt.toISOString() }),
  ...(lastVisitedAt === null ? {} : { lastAt: lastVisitedAt.toISOString() }),
  ofOthers: [...mergedVisits],
});

/** How to undo a bulk call's change of a link. */
export type Undo =
  | { readonly kind: "change"; readonly before: FieldsBefore }
  | { readonly kind: "restore" }
  | { readonly kind: "delete" };

/** The tags that a link shows: the owner's, or the page's if the owner never changed them. */
export const shownTags = ({ tags, pageTags }: Pick<LinkState, "tags" | "pageTags">): readonly string[] =>
  tags ?? pageTags;
