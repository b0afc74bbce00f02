import { type DuplicateLink, type DuplicatePage, type LinkId, TAGS_PER_LINK, isSameTag } from "@satchel/contracts";

/** Whether something belongs to a link that a merge does not move. */
const hasMore = ({ copies, highlights }: DuplicateLink): boolean => copies + highlights > 0;

/** The link to keep unless another one is chosen: the oldest with a copy or highlights, else the oldest. */
export const keptByDefault = ({ links }: Pick<DuplicatePage, "links">): DuplicateLink | undefined =>
  links.find(hasMore) ?? links[0];

/** What a merge gives the kept link, and what does not come along. */
export interface MergePreview {
  readonly tags: readonly string[];
  /** Tags beyond those that a link can have. */
  readonly tagsLeft: number;
  readonly visits: number;
  /** The earliest time of saving. */
  readonly savedAt: string;
  readonly folderId: number | null;
  readonly isFavorite: boolean;
  /** Links with notes. */
  readonly notes: number;
  /** Of the other links. */
  readonly copies: number;
  readonly highlights: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The kept link after a merge with the others, by the rules of the server (decision 79). */
export function mergedOf(keep: DuplicateLink, links: readonly DuplicateLink[]): MergePreview {
  const others = links.filter(({ id }) => id !== keep.id);
  const all = [keep, ...others];
  const tags = all.flatMap((link) => link.tags);
  const each = tags.filter((tag, n) => tags.findIndex((other) => isSameTag(other, tag)) === n);
  return {
    tags: each.slice(0, TAGS_PER_LINK),
    tagsLeft: Math.max(0, each.length - TAGS_PER_LINK),
    visits: sum(all.map(({ visit_count }) => visit_count)),
    savedAt: all.map(({ saved_at }) => saved_at).sort()[0] ?? keep.saved_at,
    folderId: all.find(({ folder_id }) => folder_id !== null)?.folder_id ?? null,
    isFavorite: all.some(({ is_favorite }) => is_favorite),
    notes: all.filter(({ notes }) => notes !== null).length,
    copies: sum(others.map(({ copies }) => copies)),
    highlights: sum(others.map(({ highlights }) => highlights)),
  };
}

/** The choice of links to keep, by page. */
export type Choices = ReadonlyMap<string, LinkId>;

/** The link of a page to keep: the chosen one if it is still there. */
export const keptOf = (page: DuplicatePage, choices: Choices): DuplicateLink | undefined =>
  page.links.find(({ id }) => id === choices.get(page.page_id)) ?? keptByDefault(page);
